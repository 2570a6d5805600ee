import type { Chunk, SearchReader } from '@quarry/search-index';
import { defined, type SnapshotRef } from '@quarry/turn';
import type { EvidencePlace } from './evidence-place';
import { shortened, type Lines } from './lines';

/** Maximum chunks of one file to read. */
const MAX_CHUNKS = 2_000;

/**
 * The lines around a place as they were indexed, as far as they are contiguous. Null if the index does not contain its
 * first line.
 * @throws Fault `store_unavailable`, `index_missing`
 */
export async function linesFromIndex(
  index: SearchReader,
  ref: SnapshotRef,
  place: EvidencePlace,
  [from, to]: readonly [from: number, to: number],
): Promise<Lines | null> {
  const { path, document, startLine, endLine } = place;
  const query = {
    kind: 'path',
    path,
    k: MAX_CHUNKS,
    ...defined({ document }),
  } as const;
  const [hits = []] = await index.search(ref, [query]);
  const known = linesOf(hits.map(({ chunk }) => chunk));
  if (!known.has(startLine)) return null;
  let first = startLine;
  while (first > from && known.has(first - 1)) first -= 1;
  let last = startLine;
  while (last < Math.max(to, endLine) && known.has(last + 1)) last += 1;
  const lines = Array.from({ length: last - first + 1 }, (_, at) => shortened(known.get(first + at) ?? ''));
  return { first, lines, total: null };
}

/** The complete lines of the chunks. A chunk whose number of lines differs from its range is cut mid-line: skip it. */
export function linesOf(chunks: readonly Chunk[]): ReadonlyMap<number, string> {
  const known = new Map<number, string>();
  for (const { text, startLine, endLine } of chunks) {
    const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
    if (lines.length !== endLine - startLine + 1) continue;
    for (const [at, line] of lines.entries()) if (!known.has(startLine + at)) known.set(startLine + at, line);
  }
  return known;
}
