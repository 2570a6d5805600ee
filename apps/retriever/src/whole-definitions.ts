import type { RankedHit } from '@quarry/retrieval';
import type { Chunk, SearchReader } from '@quarry/search-index';
import type { LineRange, SnapshotRef } from '@quarry/turn';

/** Lines of a definition that a passage may lack on one side and still be shown with them. */
const FEW = 24;
/** Chunks of one file that are read. */
const MOST_CHUNKS = 1_000;

/** A hit, and the lines of its definition that it lacks. */
export type WholeHit<Hit extends RankedHit = RankedHit> = Hit & { readonly rest?: readonly LineRange[] };

/**
 * The hits with the few lines that an index has cut off their definition: a function without its last `return` says
 * something else. Of more lines, a hit says which they are.
 * @throws Fault those of `SearchReader.search`
 */
export async function wholeDefinitions<Hit extends RankedHit>(
  index: Pick<SearchReader, 'search'>,
  ref: SnapshotRef,
  lists: readonly (readonly Hit[])[],
): Promise<readonly (readonly WholeHit<Hit>[])[]> {
  const paths = [...new Set(lists.flat().flatMap(({ chunk }) => (isPart(chunk) ? [chunk.path] : [])))];
  if (paths.length === 0) return lists;
  const files = await index.search(
    ref,
    paths.map((path) => ({ kind: 'path', path, k: MOST_CHUNKS })),
  );
  const chunks = new Map(paths.map((path, at) => [path, (files[at] ?? []).map(({ chunk }) => chunk)]));
  return lists.map((hits) =>
    hits.map((hit) => (isPart(hit.chunk) ? whole(hit, chunks.get(hit.chunk.path) ?? []) : hit)),
  );
}

/** Whether a chunk can be a part of a definition of code. */
function isPart({ nodeKey, format, document }: Chunk): boolean {
  return nodeKey !== undefined && format === undefined && document === undefined;
}

function whole<Hit extends RankedHit>(hit: Hit, all: readonly Chunk[]): WholeHit<Hit> {
  const own = all
    .filter(({ nodeKey }) => nodeKey === hit.chunk.nodeKey)
    .toSorted((a, b) => a.startLine - b.startLine);
  let { startLine: first, endLine: last } = hit.chunk;
  for (const { startLine, endLine } of own.toReversed())
    if (startLine < first && endLine >= first - 1) first = startLine;
  for (const { startLine, endLine } of own) if (endLine > last && startLine <= last + 1) last = endLine;
  const from = hit.chunk.startLine - first <= FEW ? first : hit.chunk.startLine;
  const to = last - hit.chunk.endLine <= FEW ? last : hit.chunk.endLine;
  const rest: LineRange[] = [
    ...(first < from ? [[first, from - 1] as const] : []),
    ...(to < last ? [[to + 1, last] as const] : []),
  ];
  const chunk =
    from === hit.chunk.startLine && to === hit.chunk.endLine
      ? hit.chunk
      : { ...hit.chunk, startLine: from, endLine: to, text: linesOf(own, from, to) };
  return { ...hit, chunk, ...(rest.length === 0 ? {} : { rest }) };
}

/** The lines `from` to `to` of chunks that follow each other. */
function linesOf(chunks: readonly Chunk[], from: number, to: number): string {
  const lines: string[] = [];
  for (const { startLine, text } of chunks)
    for (const [at, line] of text.split('\n').entries()) {
      const number = startLine + at;
      if (number === from + lines.length && number <= to) lines.push(line);
    }
  return lines.join('\n');
}
