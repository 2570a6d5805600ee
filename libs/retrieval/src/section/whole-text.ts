import type { Chunk } from '@quarry/search-index';

/** The text of one file, or of one document of a file that holds several, put together from its chunks. */
export interface WholeText {
  readonly text: string;
  /** Line of the text's beginning, from 1. */
  readonly startLine: number;
  /** False for a document: it stands on one line of its file, whatever its text. */
  readonly byLines: boolean;
  /** In the order of their places; at least one. */
  readonly chunks: readonly [Chunk, ...Chunk[]];
}

/** Puts the chunks of a file together, what they repeat once; null where there are none. */
export function wholeText(chunks: readonly Chunk[]): WholeText | null {
  const [first, ...rest] = chunks;
  if (!first) return null;
  const all = [first, ...rest] as const;
  return first.offset === undefined
    ? { text: byLine(all), startLine: 1, byLines: true, chunks: all }
    : { text: byOffset(all), startLine: first.startLine, byLines: false, chunks: all };
}

/** Chunks are whole lines, except that a very long line may be cut into several which repeat a part of the former. */
function byLine(chunks: readonly Chunk[]): string {
  const lines: string[] = [];
  for (const chunk of chunks) {
    const own = chunk.text.split('\n');
    const at = chunk.startLine - 1;
    while (lines.length < at) lines.push('');
    const known = lines[at];
    if (own.length === 1 && known !== undefined) lines[at] = joined(known, chunk.text);
    else own.forEach((line, i) => (lines[at + i] = line));
  }
  return lines.join('\n');
}

/** Two pieces of one line: the second begins somewhere within the first, or right behind it. */
function joined(known: string, piece: string): string {
  if (known.includes(piece)) return known;
  for (let shared = Math.min(known.length, piece.length); shared > 0; shared -= 1)
    if (known.endsWith(piece.slice(0, shared))) return known + piece.slice(shared);
  return known + piece;
}

/** What stands between two pieces is white space that no chunk holds: it keeps its length. */
function byOffset(chunks: readonly Chunk[]): string {
  let text = '';
  for (const { offset = 0, text: own } of chunks) {
    if (offset > text.length) text += offset - text.length === 1 ? ' ' : '\n'.repeat(offset - text.length);
    text = text.slice(0, offset) + own + text.slice(offset + own.length);
  }
  return text;
}

/** Lines of a text; a line end at its end begins no further one. */
export function linesIn(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}
