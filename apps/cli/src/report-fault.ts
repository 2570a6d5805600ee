import type { Fault } from '@quarry/turn';
import { EXIT } from './exit-codes';
import { printable, printableJson } from './printable';
import type { Terminal } from './terminal';

/** What a user of the command line can do, beyond what the message of a fault says to every reader. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'redis_unavailable',
    'Without a Redis server: `quarry setup --redis` installs one where it may; or do without: `quarry serve` runs all services in one process.',
  ],
  [
    'model_unavailable',
    'To ask without a model, unset QUARRY_CHAT_PROVIDER and QUARRY_CHAT_MODEL: Quarry then quotes the best evidence itself.',
  ],
  ['index_other_model', 'The setting is EMBEDDER_URL; `quarry index PATH --rebuild` changes the index.'],
  ['embedder_unavailable', '`quarry setup` fetches the embedding model.'],
]);

/** The line under an error that says what else can be done, or an empty string. */
export function adviceFor(code: string | undefined): string {
  const advice = code === undefined ? undefined : ADVICE.get(code);
  return advice === undefined ? '' : `      ${advice}\n`;
}

/** Says what went wrong: for people on stderr, with `--json` for programs on stdout. Returns the exit code. */
export function reportFault(terminal: Terminal, fault: Fault, json: boolean): number {
  if (terminal.interrupted) {
    terminal.err(
      `stopped: ${fault.code === 'cancelled' ? printable(fault.message) : 'the command was interrupted.'}\n`,
    );
    return EXIT.interrupted;
  }
  if (json) {
    const { code, message } = fault;
    terminal.out(`${printableJson({ error: { code, message } })}\n`);
  } else {
    terminal.err(
      `${terminal.onErr.red('error')} ${fault.code}: ${printable(fault.message)}\n${adviceFor(fault.code)}`,
    );
  }
  // The one case where a stack helps: a mistake of Quarry's own, to be reported.
  if (fault.code === 'internal' && fault.cause instanceof Error)
    terminal.err(`${printable(fault.cause.stack ?? '')}\n`);
  return fault.code === 'bad_request' ? EXIT.usage : EXIT.failed;
}
