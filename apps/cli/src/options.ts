import { Option, type Command } from 'commander';

/** `--data`, which every command that touches an index has. */
export function withData(command: Command): Command {
  return command.option('-d, --data <folder>', "data folder (default: the nearest '.quarry' upwards)");
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print the result as JSON on stdout');
}

export function carrierOption(): Option {
  return new Option('--carrier <kind>', 'how turns travel between services').choices(['memory', 'bullmq']);
}

/** A number on the command line. */
export function integer(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0) throw new TypeError(`'${value}' is not a whole number.`);
  return number;
}
