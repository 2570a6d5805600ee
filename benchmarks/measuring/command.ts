import { Terminal } from '@quarry/cli';
import { Fault } from '@quarry/turn';

/**
 * Runs a benchmark as a command. Ctrl-C ends it cleanly. A fault is one line on stderr, and exits with 1.
 * @example
 * await command(async (terminal) => {
 *   terminal.out(render(await run(options, terminal)));
 * });
 */
export async function command(measure: (terminal: Terminal) => Promise<void>): Promise<void> {
  const terminal = new Terminal();
  terminal.listen();
  try {
    await measure(terminal);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    terminal.err(`error ${error.code}: ${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * Parses a whole number of the command line.
 * @throws Fault `bad_request` if the text is not a whole number from `least` to `most`
 * @example wholeNumber('--turns', '60', 1, 100_000) // 60
 */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new Fault('bad_request', `${option} ${text}: it must be a whole number from ${least} to ${most}.`);
}

/**
 * Parses whole numbers separated by commas.
 * @throws Fault `bad_request` if one of them is not a whole number from `least` to `most`
 * @example wholeNumbers('--streams', '1,50', 1, 1_000) // [1, 50]
 */
export function wholeNumbers(option: string, text: string, least: number, most: number): number[] {
  return text.split(',').map((part) => wholeNumber(option, part, least, most));
}
