import { Command, CommanderError, Help } from 'commander';
import { toFault } from '@quarry/turn';
import { COMMANDS, type CommandEntry } from './command-table';
import { EXIT } from './exit-codes';
import { reportFault } from './report-fault';
import type { CommandContext, Terminal } from './terminal';

const ABOUT =
  'Answers questions about code and documents: it searches, works out what is missing, searches again, and answers ' +
  'with citations that open the exact lines. Runs on this machine, without a server or a key.';

const FIRST_STEPS = `
First steps:
  quarry demo                       try Quarry on its own source code
  quarry index ~/my-project         index a code base in ~/my-project/.quarry
  cd ~/my-project
  quarry ask "how does X work?"     ask about it, from any folder inside it
`;

const AFTER = `
Exit codes:
  0  done
  1  failed; the message says what happened and what to do
  2  the command line or a setting is invalid
  3  ask: no supported answer was found
  4  eval --compare: a metric got worse
  5  turns replay: the replay differs, or the record is incomplete
  130  interrupted (Ctrl-C)

'quarry help COMMAND' shows more, with examples. Results go to stdout, all else
to stderr. Environment variables configure the model, Redis and the stores: see
docs/configuration.md. Error codes are listed in docs/errors.md.`;

/** Runs one command line. Returns the exit code; never throws. */
export async function run(
  argv: readonly string[],
  terminal: Terminal,
  commands: typeof COMMANDS = COMMANDS,
): Promise<number> {
  terminal.listen();
  let code: number = EXIT.ok;
  const setExit = (value: number): void => {
    code = value;
  };
  const quarry: Quarry = new Quarry({ terminal, setExit, program: () => quarry.whole() }, commands);
  try {
    await quarry.run(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return reportFault(terminal, toFault(error), argv.includes('--json'));
  }
}

/** The program with the names of its commands. A command is loaded when it is called, which keeps startup fast. */
class Quarry {
  private readonly program: Command;
  private readonly entries = new Map<Command, CommandEntry>();
  private readonly loaded = new Set<Command>();

  constructor(
    private readonly context: CommandContext,
    commands: typeof COMMANDS,
  ) {
    const { terminal } = context;
    this.program = new Command('quarry')
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
      .exitOverride()
      // Options after the name of a command are its own, also where its parent has them.
      .enablePositionalOptions()
      .hook('preSubcommand', (_program, command) => this.load(command));
    for (const [heading, entries] of Object.entries(commands)) {
      this.program.commandsGroup(heading);
      for (const entry of entries)
        this.entries.set(this.program.command(entry.name).summary(entry.summary), entry);
    }
    this.program.addHelpCommand(
      new Command('help [command...]')
        .summary('show the help of a command, with examples')
        .description('Show the help of a command, with examples.')
        .helpOption(false)
        .helpGroup('This machine:'),
    );
    const plain = new Help();
    // Set last, because commands inherit it when they are added. Their own help uses the default terms.
    this.program.configureHelp({
      subcommandTerm: (command) => {
        const entry = this.entries.get(command);
        return entry ? `${entry.name} ${entry.usage}`.trim() : plain.subcommandTerm(command);
      },
    });
  }

  async run(argv: readonly string[]): Promise<void> {
    await this.program.parseAsync(await this.helpFirst(argv), { from: 'user' });
  }

  /** The program with all of its commands loaded. */
  async whole(): Promise<Command> {
    for (const command of this.program.commands) await this.load(command);
    return this.program;
  }

  private async load(command: Command): Promise<void> {
    const entry = this.entries.get(command);
    if (entry === undefined || this.loaded.has(command)) return;
    this.loaded.add(command);
    (await entry.load())(command, this.context);
  }

  /** An empty command line asks for help. `help pipelines check` means `pipelines check --help`, at any depth. */
  private async helpFirst(argv: readonly string[]): Promise<readonly string[]> {
    const [first, ...names] = argv;
    if (first === undefined || (first === 'help' && names.length === 0)) return ['--help'];
    if (first !== 'help') return argv;
    let command = this.program;
    for (const name of names) {
      const next = command.commands.find((candidate) => candidate.name() === name);
      // Calling an unknown command reports it, with the nearest name.
      if (next === undefined) return command.commands.length > 0 ? names : [...names, '--help'];
      await this.load(next);
      command = next;
    }
    return [...names, '--help'];
  }
}
