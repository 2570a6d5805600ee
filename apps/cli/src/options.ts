import { InvalidArgumentError, Option, type Command } from 'commander';

/** Adds `--data`, for every command that uses an index. */
export function withData(command: Command): Command {
  return command.option(
    '-d, --data <folder>',
    "data folder (default: QUARRY_DATA, or the nearest '.quarry' here or above)",
  );
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print the result as JSON on stdout');
}

/** @param use a server can record accepted turns (`embedded`); a command has only its own */
export function carrierOption(use: 'serve' | 'command' = 'command'): Option {
  const [where, choices] =
    use === 'serve'
      ? [
          'in this process, recorded in the data folder (embedded, the default) or not (memory), or over Redis (bullmq)',
          ['embedded', 'memory', 'bullmq'],
        ]
      : ['in this process, or over Redis', ['memory', 'bullmq']];
  return new Option('--carrier <kind>', `how turns travel between services: ${where}`).choices(choices);
}

/** Parses a whole number from `min` to `max`, both included. */
export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Parses a share from 0 to 1. */
export function shareOf(value: string): number {
  const number = /^\d?\.?\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be a share from 0 to 1, such as 0.02.');
}

/** Parses an amount of money above zero. */
export function amount(value: string): number {
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN;
  if (number > 0 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('It must be an amount above 0, such as 0.05.');
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Collects the names of a repeatable option, each a name, a pattern, or several separated by commas. */
export function collectNames(value: string, before: readonly string[] | undefined): readonly string[] {
  const names = value.split(',').map((name) => name.trim());
  return [...(before ?? []), ...names.filter((name) => name !== '')];
}

/** What a command looks in. */
export interface ScopeOptions {
  readonly repository?: readonly string[];
  readonly at?: string;
}

/** Descriptions of `--repository` and `--at`. */
export const REPOSITORY_OPTION =
  'only in these repositories: names, or patterns such as payments-*, separated by commas (repeatable; default: all)';
export const SNAPSHOT_OPTION = 'snapshot of the repositories (default: the newest of each)';

/** Adds `--repository` and `--at`. */
export function withScope(command: Command): Command {
  return command
    .option('-r, --repository <names>', REPOSITORY_OPTION, collectNames)
    .addOption(new Option('--at <snapshot>', SNAPSHOT_OPTION));
}

/** Adds examples to a command's help, each with its effect (or an empty string). Lines have at most 80 columns. */
export function withExamples(command: Command, examples: readonly (readonly [string, string])[]): Command {
  const width = Math.max(...examples.map(([line]) => line.length));
  const aside = examples.every(([, what]) => width + what.length <= 76);
  const lines = examples.map(([line, what]) => {
    if (what === '') return `  ${line}`;
    return aside ? `  ${line.padEnd(width)}  ${what}` : `  ${line}\n      ${what}`;
  });
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
