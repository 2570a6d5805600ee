import type { CompletedCommand } from './command-tree';

/** The completion for fish: one `complete` for each subcommand and option, under the words that lead to it. */
export function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => {
    const when = `-n '${conditionOf(command)}'`;
    const below = command.commands.map(
      ({ name, about }) => `complete -c quarry ${when} -f -a ${name} -d ${quoted(about)}`,
    );
    const choices =
      command.choices.length === 0
        ? []
        : [`complete -c quarry ${when} -f -a ${quoted(command.choices.join(' '))}`];
    const options = command.options.map(({ flag, about, takesValue, choices: values }) => {
      const value = takesValue ? (values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r') : '';
      return `complete -c quarry ${when} -l ${flag.replace(/^-+/, '')}${value} -d ${quoted(about)}`;
    });
    return [...below, ...choices, ...options];
  });
  return `# Completion of quarry for fish; made by: quarry completion fish\n${lines.join('\n')}\n`;
}

/** The words of the command were typed, and none of its subcommands. */
function conditionOf({ path, commands }: CompletedCommand): string {
  if (path.length === 0) return '__fish_use_subcommand';
  const typed = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const names = commands.map(({ name }) => name);
  return [...typed, ...(names.length > 0 ? [`not __fish_seen_subcommand_from ${names.join(' ')}`] : [])].join(
    '; and ',
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
