import type { Passage, PassageState } from '@quarry/turn';
import { bestWindow, placesOf, type Aligned } from './align';
import { diffLines, type DiffLine } from './diff-lines';
import type { FileText, SnapshotFiles } from './snapshot-files';

export interface LocatedPassage {
  readonly state: PassageState;
  /** Where the lines are now; null if they are gone. */
  readonly place: { readonly path: string; readonly startLine: number; readonly endLine: number } | null;
  /** The old lines and the new ones, if they changed; empty otherwise. */
  readonly diff: readonly DiffLine[];
}

/** Share of the lines that must be in the same file, or in another one, to be taken for the same passage. */
const ENOUGH = { here: 0.4, elsewhere: 0.6 };
/** The state of lines that are nowhere. */
export const GONE: LocatedPassage = { state: 'gone', place: null, diff: [] };

/**
 * Looks for cited lines in a snapshot: in their file, then in files with the same words, so that renamed and moved code
 * is followed. Reads the indexed text, never the file.
 * @throws Fault of the store
 *
 * @example
 * const files = new SnapshotFiles(index, { repository: 'shop', snapshot: 'v2' });
 * const { state, place } = await locatePassage(files, citation);
 */
export async function locatePassage(files: SnapshotFiles, passage: Passage): Promise<LocatedPassage> {
  const lines = splitLines(passage.text);
  if (lines.length === 0) return GONE;
  const { path, document, startLine } = passage;
  const own = await files.linesOf(path, document);
  const here = placed(lines, own, path, startLine);
  if (here?.state === 'fresh' || here?.state === 'moved') return here;
  const others = await files.like(passage);
  let best: LocatedPassage | null = null;
  for (const other of others) {
    const found = placed(lines, await files.linesOf(other), other, startLine, ENOUGH.elsewhere);
    if (found?.state === 'fresh' || found?.state === 'moved') return { ...found, state: 'moved' };
    best ??= found;
  }
  return here ?? best ?? (await locateDefinition(files, passage)) ?? GONE;
}

/**
 * The definition of the passage's symbol, however much it was rewritten: in its file, or in one with the same words.
 * Null if it does not exist, or is in several chunks.
 * @throws Fault of the store
 */
export async function locateDefinition(
  files: SnapshotFiles,
  passage: Passage,
): Promise<LocatedPassage | null> {
  const { path, document, symbol, startLine } = passage;
  if (symbol === undefined) return null;
  const lines = splitLines(passage.text);
  const others = await files.like(passage);
  for (const each of [path, ...others]) {
    const { first, text, definitions } = await files.linesOf(each, each === path ? document : undefined);
    const range = definitions.get(symbol);
    if (!range) continue;
    const [from, to] = range;
    const now = splitLines(text.slice(from - first, to - first + 1).join('\n'));
    const place = { path: each, startLine: from, endLine: from + now.length - 1 };
    const isSame = now.join('\n') === lines.join('\n');
    if (isSame) return { state: each === path && from === startLine ? 'fresh' : 'moved', place, diff: [] };
    return { state: 'changed', place, diff: diffLines(lines, now) };
  }
  return null;
}

/** The lines in one file; null if it does not have enough of them. */
function placed(
  lines: readonly string[],
  file: FileText,
  path: string,
  startLine: number,
  enough = ENOUGH.here,
): LocatedPassage | null {
  const { first, text } = file;
  const at = placesOf(lines, text, startLine - first)[0];
  if (at !== undefined) {
    const place = { path, startLine: first + at, endLine: first + at + lines.length - 1 };
    return { state: place.startLine === startLine ? 'fresh' : 'moved', place, diff: [] };
  }
  const window = bestWindow(lines, text);
  if (!window || window.share < enough) return null;
  const [from, to] = withEdges(lines, text, window);
  return {
    state: 'changed',
    place: { path, startLine: first + from, endLine: first + to },
    diff: diffLines(lines, text.slice(from, to + 1)),
  };
}

/**
 * The window with as many lines around it as the passage has around its first and last known line. Those that the
 * passage does not have in place of lines of its own are left out again.
 */
function withEdges(
  lines: readonly string[],
  text: readonly string[],
  { first, last }: Pick<Aligned, 'first' | 'last'>,
): readonly [first: number, last: number] {
  const indexOf = (at: number): number => lines.findIndex((line) => line.trim() === text[at]?.trim());
  const before = Math.max(0, indexOf(first));
  const after = lines.length - 1 - lines.findLastIndex((line) => line.trim() === text[last]?.trim());
  const from = Math.max(0, first - before);
  const to = Math.min(text.length - 1, last + Math.max(0, after));
  const diff = diffLines(lines, text.slice(from, to + 1));
  return [from + surplus(diff), to - surplus(diff.toReversed())];
}

/** Added lines before the first common one, beyond those that replace removed ones. */
function surplus(diff: readonly DiffLine[]): number {
  const common = diff.findIndex(({ kind }) => kind === 'same');
  const edge = diff.slice(0, Math.max(0, common));
  const added = edge.filter(({ kind }) => kind === 'added').length;
  return Math.max(0, added - (edge.length - added));
}

/** Without empty lines at the end: a definition ends with its last line, whatever its chunk includes. */
function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}
