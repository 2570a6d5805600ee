import { readFile, stat } from 'node:fs/promises';
import type { Loaded } from '../document';
import { LOADERS } from './loaders';
import type { FileRequest } from './messages';

/** Reads one file with the loader of its format. Every failure becomes a refusal. */
export async function readDocument({ path, format, maxBytes, ocr }: FileRequest): Promise<Loaded> {
  const load = LOADERS[format];
  try {
    const { size } = await stat(path);
    if (size > maxBytes) {
      const reason = `The file has ${megabytes(size)} MB, more than the limit of ${megabytes(maxBytes)} MB. Split it, or raise the limit.`;
      return { kind: 'refused', refusal: 'too_large', reason };
    }
    return await load(new Uint8Array(await readFile(path)), ocr);
  } catch (error) {
    return refusedFor(error);
  }
}

/** Parsers process nested objects by recursion, which may exhaust the stack. */
function refusedFor(error: unknown): Loaded {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError && message.includes('call stack')) {
    const reason = 'The file is nested too deeply to be read.';
    return { kind: 'refused', refusal: 'too_deep', reason };
  }
  return {
    kind: 'refused',
    refusal: 'damaged',
    reason: `The file could not be read: ${message.replace(/\.$/, '')}.`,
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 });
}
