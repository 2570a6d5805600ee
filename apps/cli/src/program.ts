import { Command, CommanderError } from 'commander';
import { type Fault, toFault } from '@quarry/turn';
import { addAsk } from './commands/ask';
import { addBench } from './commands/bench';
import { addDemo } from './commands/demo';
import { addIndex } from './commands/index-command';
import { addPipelines } from './commands/pipelines';
import { addServe } from './commands/serve';
import { addSetup } from './commands/setup';
import { addTurns } from './commands/turns';
import { EXIT } from './exit-codes';
import { Terminal } from './terminal';

const ABOUT = `Quarry answers questions about code: it looks, notices what is missing, looks again, and answers
with citations that open the exact lines. Runs on this machine alone; no server, no key needed.

First steps:
  quarry demo                       see it work, on Quarry's own code
  quarry index ~/my-project         index a code base (into ~/my-project/.quarry)
  quarry ask "how does X work?"     ask about it (from within the project, or with --data)`;

const EXIT_HELP = `
Exit codes: 0 done · 1 failed, the message says why · 2 wrong command line · 3 no supported answer was found · 130 interrupted
Settings by environment variable (model, Redis, stores): docs/configuration.md`;

/** Runs one command line. Returns the exit code; never throws. */
export async function run(argv: readonly string[], terminal: Terminal = new Terminal()): Promise<number> {
  const program = new Command('quarry')
    .description(ABOUT)
    .version('0.1.0')
    .addHelpText('after', EXIT_HELP)
    .showSuggestionAfterError()
    .exitOverride();
  program.configureOutput({
    writeOut: (text) => {
      terminal.out(text);
    },
    writeErr: (text) => {
      terminal.err(text);
    },
  });
  let code: number = EXIT.ok;
  const context = {
    terminal,
    setExit: (value: number) => {
      code = value;
    },
  };
  for (const add of [addDemo, addIndex, addAsk, addServe, addPipelines, addTurns, addSetup, addBench])
    add(program, context);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (terminal.interrupted) return EXIT.interrupted;
    return report(terminal, toFault(error), argv.includes('--json'));
  }
}

function report(terminal: Terminal, fault: Fault, json: boolean): number {
  if (json) terminal.out(`${JSON.stringify({ error: { code: fault.code, message: fault.message } })}\n`);
  else terminal.err(`${terminal.red('error')} ${fault.code}: ${fault.message}\n`);
  if (fault.code === 'internal' && fault.cause instanceof Error) terminal.err(`${fault.cause.stack ?? ''}\n`);
  return fault.code === 'bad_request' ? EXIT.usage : EXIT.failed;
}
