import type { Fault } from '@quarry/turn';
import { EXIT } from './exit-codes';
import { printable, printableJson } from './printable';
import type { Terminal } from './terminal';

/** Advice for users of the command line, in addition to the message of a fault. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'redis_unavailable',
    '`quarry setup --redis` installs a Redis server if possible. Without Redis, `quarry serve` runs all services in one process.',
  ],
  [
    'model_unavailable',
    'To ask without a model, set QUARRY_CHAT_PROVIDER=extractive, or unset QUARRY_CHAT_MODEL: Quarry then quotes the best evidence itself.',
  ],
  [
    'index_other_model',
    'Change the model with `quarry setup --embedding-model NAME` or EMBEDDER_URL, or the index with `quarry index PATH --rebuild`.',
  ],
  ['embedder_unavailable', '`quarry setup` downloads the embedding model.'],
  ['reranker_unavailable', 'To search without it, set RERANKER_URL=none.'],
]);

/** The line under an error that says what else can be done, or an empty string. */
export function adviceFor(code: string | undefined): string {
  const advice = code === undefined ? undefined : ADVICE.get(code);
  return advice === undefined ? '' : `      ${advice}\n`;
}

/** Reports a fault as text on stderr or, with `--json`, as JSON on stdout. Returns the exit code. */
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
  // A stack helps only with a bug of Quarry, which the user can report.
  if (fault.code === 'internal' && fault.cause instanceof Error)
    terminal.err(`${printable(fault.cause.stack ?? '')}\n`);
  return fault.code === 'bad_request' ? EXIT.usage : EXIT.failed;
}
