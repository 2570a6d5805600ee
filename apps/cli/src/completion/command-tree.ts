import type { Command } from 'commander';

/** An option as a shell completes it. */
export interface CompletedOption {
  /** `--depth`, with its dashes. */
  readonly flag: string;
  readonly about: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** The allowed values, if they are listed. */
  readonly choices: readonly string[];
}

/** A command with everything that can follow its name. */
export interface CompletedCommand {
  /** Names from the program on, such as `['turns', 'list']`; empty for the program. */
  readonly path: readonly string[];
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** The allowed values of its first argument, if they are listed. */
  readonly choices: readonly string[];
  /** Its subcommands, by name. */
  readonly commands: readonly { readonly name: string; readonly about: string }[];
}

/** The commands of a program, the program first, each before its subcommands. */
export function commandTree(command: Command, path: readonly string[] = []): readonly CompletedCommand[] {
  const isProgram = path.length === 0;
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => isProgram || each.name() !== 'help');
  const own: CompletedCommand = {
    path,
    about: command.summary() || command.description(),
    options: [
      ...command.options.map(({ long, short, description, required, optional, argChoices }) => ({
        flag: long ?? short ?? '',
        about: description,
        takesValue: required || optional,
        choices: argChoices ?? [],
      })),
      { flag: '--help', about: 'show help', takesValue: false, choices: [] },
    ],
    choices: command.registeredArguments[0]?.argChoices ?? [],
    commands: below.map((each) => ({ name: each.name(), about: each.summary() || each.description() })),
  };
  return [own, ...below.flatMap((each) => commandTree(each, [...path, each.name()]))];
}
