import type { Command } from 'commander';
import type { CommandContext } from './terminal';

/** A command as the front page of the help names it. Its options, its help and what it does are loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  /** What follows its name on the front page, as in the first line of its own help; empty where it has commands below it. */
  readonly usage: string;
  readonly summary: string;
  /** What adds all else to the command. */
  readonly load: () => Promise<(command: Command, context: CommandContext) => void>;
}

/** In the order of `quarry --help`, by group. */
export const COMMANDS: Readonly<Record<string, readonly CommandEntry[]>> = {
  'Questions:': [
    {
      name: 'demo',
      usage: '[options] [question...]',
      summary: "see it work, on Quarry's own code",
      load: async () => (await import('./commands/demo.js')).addDemo,
    },
    {
      name: 'index',
      usage: '[options] [path]',
      summary: 'index code or documents, or update their index',
      load: async () => (await import('./commands/index-command.js')).addIndex,
    },
    {
      name: 'import',
      usage: '[options] <bundle>',
      summary: 'take over an index of RoslynIndexer',
      load: async () => (await import('./commands/import.js')).addImport,
    },
    {
      name: 'copy',
      usage: '[options]',
      summary: 'copy an index to other stores, vectors included',
      load: async () => (await import('./commands/copy.js')).addCopy,
    },
    {
      name: 'repositories',
      usage: '',
      summary: 'list, show and delete what is indexed',
      load: async () => (await import('./commands/repositories.js')).addRepositories,
    },
    {
      name: 'sections',
      usage: '[options] [document]',
      summary: 'list documents, or the sections of one',
      load: async () => (await import('./commands/sections.js')).addSections,
    },
    {
      name: 'search',
      usage: '[options] <query>',
      summary: 'search the index, without asking a question',
      load: async () => (await import('./commands/search.js')).addSearch,
    },
    {
      name: 'locate',
      usage: '[options] <text>',
      summary: 'list the files that a change most likely touches',
      load: async () => (await import('./commands/locate.js')).addLocate,
    },
    {
      name: 'ask',
      usage: '[options] <question...>',
      summary: 'ask a question about what is indexed',
      load: async () => (await import('./commands/ask.js')).addAsk,
    },
    {
      name: 'turns',
      usage: '',
      summary: 'look at past questions and their logs',
      load: async () => (await import('./commands/turns.js')).addTurns,
    },
  ],
  'Services and pipelines:': [
    {
      name: 'serve',
      usage: '[options] [services...]',
      summary: 'run the services and the HTTP API',
      load: async () => (await import('./commands/serve.js')).addServe,
    },
    {
      name: 'mcp',
      usage: '[options]',
      summary: 'serve the index to MCP clients, over stdio',
      load: async () => (await import('./commands/mcp.js')).addMcp,
    },
    {
      name: 'keys',
      usage: '',
      summary: 'make, list and revoke the API keys of a gateway',
      load: async () => (await import('./commands/keys.js')).addKeys,
    },
    {
      name: 'queues',
      usage: '[options]',
      summary: 'see how the queues of the services stand',
      load: async () => (await import('./commands/queues.js')).addQueues,
    },
    {
      name: 'jobs',
      usage: '',
      summary: 'list, show and cancel indexing jobs',
      load: async () => (await import('./commands/jobs.js')).addJobs,
    },
    {
      name: 'dead-letters',
      usage: '',
      summary: 'see turns that failed, and ask them again',
      load: async () => (await import('./commands/dead-letters.js')).addDeadLetters,
    },
    {
      name: 'stats',
      usage: '[options]',
      summary: 'see how turns went, and what they cost',
      load: async () => (await import('./commands/stats.js')).addStats,
    },
    {
      name: 'pipelines',
      usage: '',
      summary: 'check, list, show and draw pipelines',
      load: async () => (await import('./commands/pipelines.js')).addPipelines,
    },
  ],
  'This machine:': [
    {
      name: 'setup',
      usage: '[options]',
      summary: 'fetch the embedding model, install Redis',
      load: async () => (await import('./commands/setup.js')).addSetup,
    },
    {
      name: 'bench',
      usage: '',
      summary: 'measure Quarry on your data',
      load: async () => (await import('./commands/bench.js')).addBench,
    },
    {
      name: 'eval',
      usage: '[options] <set>',
      summary: 'measure what pipelines find and answer, on a set with known answers',
      load: async () => (await import('./commands/eval.js')).addEval,
    },
    {
      name: 'set',
      usage: '',
      summary: 'make a set to measure with',
      load: async () => (await import('./commands/set.js')).addSet,
    },
    {
      name: 'golden',
      usage: '',
      summary: 'keep questions with known answers, and measure pipelines by them',
      load: async () => (await import('./commands/golden.js')).addGolden,
    },
  ],
};
