import type { Masker } from '@quarry/secrets';
import type { EvidencePlace } from './evidence-place';
import { cutLines, type Lines } from './lines';
import { openOriginal } from './original-file';

/** Larger files are not read. */
export const MAX_BYTES = 8 * 1024 * 1024;

/** The text of a file as indexed: with its secrets masked. */
async function maskedText(bytes: Uint8Array, path: string, masker: Masker | null): Promise<string> {
  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  return masker ? (await masker.mask(text, path)).text : text;
}

/**
 * The lines around a place, from the file itself. Null if the file cannot be read or no longer contains the found text
 * at that place; the index then has the original lines.
 */
export async function linesFromFile(
  root: string | null,
  place: EvidencePlace,
  [from, to]: readonly [from: number, to: number],
  masker: Masker | null,
): Promise<Lines | null> {
  const file = await openOriginal(root, place.path);
  if (!file) return null;
  try {
    if (file.size > MAX_BYTES) return null;
    const text = await maskedText(await file.handle.readFile(), place.path, masker);
    return saysStill(text, place) ? cutLines(text, from, to) : null;
  } finally {
    await file.handle.close();
  }
}

/** Compares substrings, because a definition may begin within its first line and end within its last. */
function saysStill(text: string, { text: found, startLine, endLine, sourceLines }: EvidencePlace): boolean {
  // The text of a page with markup does not appear literally in its file.
  if (sourceLines) return true;
  const lines = text.split(/\r\n|\r|\n/).slice(startLine - 1, endLine);
  return lines.join('\n').includes(found.replace(/\r\n?/g, '\n').trim());
}
