import { createHash } from 'node:crypto';
import { parseDocument, type SourceDocument } from './document';
import { readLines } from './read-lines';

/** Longest line that is read, in bytes: a document of a thousand pages. */
const MAX_LINE = 8_000_000;

/** Number of lines that decide whether a file is a corpus. */
const SAMPLE = 20;

/** One non-blank line of a corpus. */
export type CorpusEntry =
  | {
      readonly kind: 'document';
      readonly line: number;
      readonly end: number;
      readonly document: SourceDocument;
    }
  | { readonly kind: 'problem'; readonly line: number; readonly end: number; readonly reason: string };

/** True for files that may contain one document per line. */
export function mayBeCorpus(path: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(path);
}

/** Whether at least half of the first lines are documents of the schema; a log or another data set is not a corpus. */
export async function isCorpus(file: string): Promise<boolean> {
  let lines = 0;
  let documents = 0;
  for await (const { bytes } of readLines(file, MAX_LINE)) {
    const parsed = bytes ? parseDocument(bytes) : null;
    if (parsed?.kind === 'blank') continue;
    lines++;
    if (parsed?.kind === 'document') documents++;
    if (lines === SAMPLE) break;
  }
  return documents > 0 && documents * 2 >= lines;
}

/**
 * Reads the documents of a corpus in order, the first of each id, and the problems of other lines.
 * @param onBlock receives every block that was read
 */
export async function* readCorpus(
  file: string,
  onBlock?: (block: Buffer) => void,
): AsyncGenerator<CorpusEntry> {
  const lines = new Map<string, number>();
  for await (const { number: line, bytes, end } of readLines(file, MAX_LINE, onBlock)) {
    const problem = (reason: string): CorpusEntry => ({ kind: 'problem', line, end, reason });
    if (!bytes) {
      yield problem(`it is longer than ${MAX_LINE} bytes`);
      continue;
    }
    const parsed = parseDocument(bytes);
    if (parsed.kind === 'blank') continue;
    if (parsed.kind === 'other') {
      yield problem(parsed.reason);
      continue;
    }
    const { document, remark } = parsed;
    const first = lines.get(document.id);
    if (first !== undefined) {
      yield problem(`id "${document.id}" is already used on line ${first}`);
      continue;
    }
    lines.set(document.id, line);
    if (remark !== undefined) yield problem(remark);
    yield { kind: 'document', line, end, document };
  }
}

/** SHA-256 of a file's bytes as hexadecimal digits, computed in a stream. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const line of readLines(file, 0, (block) => hash.update(block))) void line;
  return hash.digest('hex');
}
