import { Fault } from '@quarry/turn';
import type { FileFacts } from '../facts';
import { checkCancelled } from '../progress/cancelled';
import type { Remark } from '../source/remark';
import type { IndexOptions } from './options';

/** The result of an extractor that may still be running. */
export type Extracted = FileFacts | Promise<FileFacts> | Remark | null;

/** The file's facts, null if no extractor reads it, a remark if the extractor failed: it is then indexed as text. */
export function extract(
  path: string,
  text: string,
  { extractFor }: Pick<IndexOptions, 'extractFor'>,
): Extracted {
  try {
    const extracted = extractFor(path)?.(path, text) ?? null;
    // Awaited later; an earlier rejection must not count as unhandled.
    if (extracted instanceof Promise) extracted.catch(() => undefined);
    return extracted;
  } catch (error) {
    return gaveUp(path, error);
  }
}

/** Waits for the facts until the run is aborted. */
export async function orRemark(
  path: string,
  extracted: Extracted,
  signal: AbortSignal | undefined,
): Promise<FileFacts | Remark | null> {
  try {
    return await (extracted instanceof Promise ? unlessAborted(extracted, signal) : extracted);
  } catch (error) {
    checkCancelled(signal);
    if (error instanceof Fault) throw error;
    return gaveUp(path, error);
  }
}

function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new Error('aborted'));
    };
    signal.addEventListener('abort', stop, { once: true });
    value.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

function gaveUp(path: string, error: unknown): Remark {
  return { path, reason: `could not be parsed and is indexed as text: ${String(error)}` };
}
