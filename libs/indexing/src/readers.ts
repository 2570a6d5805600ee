import type { Extract, ExtractLater } from './facts';
import { isInterfaceFile, readPlainFile } from './interfaces/plain-file';
import { withInterfaces } from './interfaces/interfaces';
import { extractorFor, loadLanguageOf, loadLanguages } from './languages/languages';
import { linkAll } from './link/link-facts';
import type { Linker } from './link/linker';
import type { LinkOptions } from './link/linking';
import { relink } from './link/relink';
import { ParserThread, type ParserThreadOptions } from './parse/parser-thread';
import { withSqlReferences } from './sql/csharp-sql';
import { extractSql } from './sql/extract-sql';
import { sqlEdges } from './sql/link-sql';

const OPTIONS: LinkOptions = { also: sqlEdges };

const link: Linker = {
  all: (facts) => linkAll(facts, OPTIONS),
  changed: (change) => relink(change, OPTIONS),
};

/** How to read files and link their facts into one graph. */
export interface Readers {
  /** Null for text that no extractor reads. */
  readonly extractFor: (path: string) => Extract | null;
  readonly link: Linker;
}

/** Readers that no file can crash. */
export interface SafeReaders extends Pick<Readers, 'link'> {
  readonly extractFor: (path: string) => ExtractLater | null;
  /** Terminates the thread at once. */
  close(): Promise<void>;
}

/**
 * Loads the grammars into this thread and returns the readers of all languages, including SQL and its links to C#. A
 * malicious file can hang this thread or break every later read in it: use {@link openReaders} for untrusted files.
 */
export async function loadReaders(): Promise<Readers> {
  await loadLanguages();
  return { extractFor, link };
}

/**
 * The same readers in a separate thread, which is replaced if a file makes it abort, hang or run out of memory.
 *
 * @example
 * const readers = openReaders();
 * const facts = await readers.extractFor('src/pay.ts')?.('src/pay.ts', text);
 * await readers.close();
 */
export function openReaders(options: ParserThreadOptions = {}): SafeReaders {
  const thread = new ParserThread(options);
  const read: ExtractLater = (path, text) => thread.read(path, text);
  return {
    extractFor: (path) => (extractFor(path) ? read : null),
    link,
    close: () => thread.close(),
  };
}

/**
 * Like the readers of {@link loadReaders}, but loads the grammar of a file when it is needed: a run after one change
 * needs one of twelve.
 */
export async function loadReaderOf(path: string): Promise<Extract | null> {
  await loadLanguageOf(path);
  return extractFor(path);
}

function extractFor(path: string): Extract | null {
  if (path.toLowerCase().endsWith('.sql')) return extractSql;
  const extract = extractorFor(path) ?? (isInterfaceFile(path) ? readPlainFile : null);
  return extract && ((file, text) => withInterfaces(withSqlReferences(extract(file, text), text), text));
}
