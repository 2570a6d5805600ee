import { Command, CommanderError } from 'commander';
import { toFault } from '@quarry/turn';
import { addAsk } from './commands/ask';
import { addBench } from './commands/bench';
import { addCopy } from './commands/copy';
import { addDeadLetters } from './commands/dead-letters';
import { addDemo } from './commands/demo';
import { addEval } from './commands/eval';
import { addGolden } from './commands/golden';
import { addImport } from './commands/import';
import { addIndex } from './commands/index-command';
import { addKeys } from './commands/keys';
import { addLocate } from './commands/locate';
import { addMcp } from './commands/mcp';
import { addPipelines } from './commands/pipelines';
import { addQueues } from './commands/queues';
import { addJobs } from './commands/jobs';
import { addRepositories } from './commands/repositories';
import { addSearch } from './commands/search';
import { addSections } from './commands/sections';
import { addServe } from './commands/serve';
import { addSet } from './commands/set';
import { addSetup } from './commands/setup';
import { addStats } from './commands/stats';
import { addTurns } from './commands/turns';
import { EXIT } from './exit-codes';
import { reportFault } from './report-fault';
import type { Terminal } from './terminal';

const ABOUT =
  'Answers questions about code: it looks, notices what is missing, looks again, and answers with citations ' +
  'that open the exact lines. Runs on this machine alone; no server and no key needed.';

const FIRST_STEPS = `
First steps:
  quarry demo                       see it work, on Quarry's own code
  quarry index ~/my-project         index a code base, into ~/my-project/.quarry
  cd ~/my-project
  quarry ask "how does X work?"     ask about it, from anywhere within
`;

const AFTER = `
Exit codes:
  0  done
  1  failed; the message says what happened and what to do
  2  the command line, or a setting, is wrong
  3  ask: no supported answer was found
  4  eval --compare: a metric got worse
  130  interrupted (Ctrl-C)

'quarry help COMMAND' says more, with examples. Results go to stdout, all else
to stderr. Model, Redis and stores are set by environment variables: see
docs/configuration.md. The codes of errors are in docs/errors.md.`;

/** In the order of `quarry --help`, by group. */
const COMMANDS = {
  'Questions:': [
    addDemo,
    addIndex,
    addImport,
    addCopy,
    addRepositories,
    addSections,
    addSearch,
    addLocate,
    addAsk,
    addTurns,
  ],
  'Services and pipelines:': [
    addServe,
    addMcp,
    addKeys,
    addQueues,
    addJobs,
    addDeadLetters,
    addStats,
    addPipelines,
  ],
  'This machine:': [addSetup, addBench, addEval, addSet, addGolden],
} as const;

/** Runs one command line. Returns the exit code; never throws. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  terminal.listen();
  const program = new Command('quarry')
    .description(ABOUT)
    .version('0.1.0')
    .addHelpText('after', FIRST_STEPS + AFTER)
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => {
        terminal.out(text);
      },
      writeErr: (text) => {
        terminal.err(text);
      },
    })
    .exitOverride();
  let code: number = EXIT.ok;
  const context = {
    terminal,
    setExit: (value: number) => {
      code = value;
    },
  };
  for (const [heading, adders] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const add of adders) add(program, context);
  }
  program.addHelpCommand(
    new Command('help [command...]')
      .summary('say more about a command, with examples')
      .description('Say more about a command, with examples.')
      .helpOption(false)
      .helpGroup('This machine:'),
  );
  try {
    await program.parseAsync(helpFirst(argv, program), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return reportFault(terminal, toFault(error), argv.includes('--json'));
  }
}

/** Nothing at all asks for help; `help pipelines check` means `pipelines check --help`, at any depth. */
function helpFirst(argv: readonly string[], program: Command): readonly string[] {
  const [first, ...names] = argv;
  if (first === undefined || (first === 'help' && names.length === 0)) return ['--help'];
  if (first !== 'help') return argv;
  let command: Command | undefined = program;
  for (const name of names) command = command?.commands.find((candidate) => candidate.name() === name);
  // Where there is no such command, calling it says so, with the nearest name.
  return command ? [...names, '--help'] : names;
}
