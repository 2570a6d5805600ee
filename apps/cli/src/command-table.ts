import type { Command } from 'commander';
import type { CommandContext } from './terminal';

/** A command as the front page of the help lists it. Its options, help and action are loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  /** Usage after the name, as in the first line of the command's own help; empty for a group of commands. */
  readonly usage: string;
  readonly summary: string;
  /** True if it runs from the compiler's output instead of the bundle: it serves HTTP or MCP, or measures. */
  readonly unbundled?: true;
  /** Loads the function that adds everything else to the command. */
  readonly load: () => Promise<(command: Command, context: CommandContext) => void>;
}

/** Commands by group, in the order of `quarry --help`. */
export const COMMANDS: Readonly<Record<string, readonly CommandEntry[]>> = {
  'Questions:': [
    {
      name: 'demo',
      usage: '[options] [question...]',
      summary: 'try Quarry on its own source code',
      load: async () => (await import('./commands/demo.js')).addDemo,
    },
    {
      name: 'index',
      usage: '[options] [path]',
      summary: 'index code or documents, or update an index',
      load: async () => (await import('./commands/index-command.js')).addIndex,
    },
    {
      name: 'upload',
      usage: '[options] <path...>',
      summary: 'upload files to a running gateway, which indexes them',
      load: async () => (await import('./commands/upload.js')).addUpload,
    },
    {
      name: 'import',
      usage: '[options] <index>',
      summary: 'import an index of SCIP or RoslynIndexer',
      load: async () => (await import('./commands/import.js')).addImport,
    },
    {
      name: 'copy',
      usage: '[options]',
      summary: 'copy an index with its vectors to other stores',
      load: async () => (await import('./commands/copy.js')).addCopy,
    },
    {
      name: 'repositories',
      usage: '',
      summary: 'list, show and delete indexed repositories',
      load: async () => (await import('./commands/repositories.js')).addRepositories,
    },
    {
      name: 'sections',
      usage: '[options] [document]',
      summary: 'list documents, or the sections of one',
      load: async () => (await import('./commands/sections.js')).addSections,
    },
    {
      name: 'tables',
      usage: '[options] [document] [table]',
      summary: 'list the tables of a document, or their cells',
      load: async () => (await import('./commands/tables.js')).addTables,
    },
    {
      name: 'search',
      usage: '[options] <query>',
      summary: 'search the index without asking a question',
      load: async () => (await import('./commands/search.js')).addSearch,
    },
    {
      name: 'graph',
      usage: '',
      summary: 'list callers, implementations, tests, impact of a name',
      load: async () => (await import('./commands/graph.js')).addGraph,
    },
    {
      name: 'locate',
      usage: '[options] <text>',
      summary: 'list the files that a change is most likely to touch',
      load: async () => (await import('./commands/locate.js')).addLocate,
    },
    {
      name: 'ask',
      usage: '[options] <question...>',
      summary: 'ask a question about the indexed code and documents',
      load: async () => (await import('./commands/ask.js')).addAsk,
    },
    {
      name: 'diff',
      usage: '[options] <range> <question...>',
      summary: 'ask about two revisions, and compare the answers',
      load: async () => (await import('./commands/diff.js')).addDiff,
    },
    {
      name: 'chat',
      usage: '[options]',
      summary: 'ask questions in a conversation, and open their sources',
      load: async () => (await import('./commands/chat.js')).addChat,
    },
    {
      name: 'turns',
      usage: '',
      summary: 'inspect past questions and their logs',
      load: async () => (await import('./commands/turns.js')).addTurns,
    },
  ],
  'Services and pipelines:': [
    {
      name: 'serve',
      usage: '[options] [services...]',
      summary: 'run the services and the HTTP API',
      unbundled: true,
      load: async () => (await import('./commands/serve.js')).addServe,
    },
    {
      name: 'mcp',
      usage: '[options]',
      summary: 'serve the index to MCP clients over stdio',
      unbundled: true,
      load: async () => (await import('./commands/mcp.js')).addMcp,
    },
    {
      name: 'keys',
      usage: '',
      summary: 'create, list and revoke the API keys of a gateway',
      load: async () => (await import('./commands/keys.js')).addKeys,
    },
    {
      name: 'labels',
      usage: '',
      summary: 'who may read which files: show labels, put them in force',
      load: async () => (await import('./commands/labels.js')).addLabels,
    },
    {
      name: 'queues',
      usage: '[options]',
      summary: 'show queue status',
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
      summary: 'list failed turns and retry them',
      load: async () => (await import('./commands/dead-letters.js')).addDeadLetters,
    },
    {
      name: 'stats',
      usage: '[options]',
      summary: 'show statistics of turns: outcomes, passes, cost',
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
      summary: 'set up a language model, the embedding model, Redis',
      load: async () => (await import('./commands/setup.js')).addSetup,
    },
    {
      name: 'upgrade',
      usage: '[options]',
      summary: 'show how to upgrade Quarry',
      load: async () => (await import('./commands/upgrade.js')).addUpgrade,
    },
    {
      name: 'completion',
      usage: '[options] <shell>',
      summary: 'print the completion of commands for a shell',
      load: async () => (await import('./commands/completion.js')).addCompletion,
    },
    {
      name: 'bench',
      usage: '',
      summary: 'measure Quarry on your data',
      unbundled: true,
      load: async () => (await import('./commands/bench.js')).addBench,
    },
    {
      name: 'eval',
      usage: '[options] [command] <set>',
      summary: 'measure what pipelines find and answer on a set with known answers',
      unbundled: true,
      load: async () => (await import('./commands/eval.js')).addEval,
    },
    {
      name: 'set',
      usage: '',
      summary: 'create an evaluation set',
      load: async () => (await import('./commands/set.js')).addSet,
    },
    {
      name: 'golden',
      usage: '',
      summary: 'manage questions with known answers, and measure pipelines with them',
      load: async () => (await import('./commands/golden.js')).addGolden,
    },
  ],
};
