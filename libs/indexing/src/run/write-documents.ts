import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { sectionsOfDocument } from '@quarry/documents';
import type { FoundSecret } from '@quarry/secrets';
import type { IndexedFile } from '@quarry/search-index';
import { defined } from '@quarry/turn';
import { chunkDocument } from '../documents/chunk-document';
import { readCorpus } from '../documents/corpus';
import { sha256 } from '../source/decode';
import { maskSource } from '../secrets/mask-document';
import type { Remark } from '../source/remark';
import type { SourceFile } from '../source/source-tree';
import { checkCancelled } from '../progress/cancelled';
import type { CutOptions, IndexOptions } from './options';

/** Part of every stored hash of a document. Raised when the same document produces other chunks. */
const FORMAT = 2;

/** Chunks per write. */
const BATCH = 500;

/** Number of problems per corpus that are listed; the others are counted. */
const MAX_PROBLEMS = 100;

/** A file with one document per line. */
export interface Corpus {
  readonly source: SourceFile;
  /** Of its bytes and the way it is cut. */
  readonly hash: string;
}

export interface DocumentOptions
  extends CutOptions, Pick<IndexOptions, 'searchIndex' | 'ref' | 'onProgress' | 'signal'> {
  readonly commit: string | null;
}

/** Name of the stored file for one document of a corpus. */
function documentKey(path: string, id: string): string {
  return `${path}/${id}`;
}

/**
 * Writes the documents of a corpus that are not stored in their current state, and removes deleted ones. Each document
 * is stored as its own file, so that none is ever incomplete, and the corpus last, so that the next run completes an
 * interrupted one.
 * @returns the problems, by line
 */
export async function writeDocuments(
  { source, hash }: Corpus,
  stored: ReadonlyMap<string, string>,
  options: DocumentOptions,
): Promise<readonly Remark[]> {
  const { searchIndex, ref, window, signal } = options;
  const problems = new Problems(source.path);
  const gone = new Set([...stored.keys()].filter((key) => key.startsWith(documentKey(source.path, ''))));
  const digest = createHash('sha256');
  const commit = options.commit === null || source.modified ? {} : { commit: options.commit };
  let batch: IndexedFile[] = [];
  let chunks = 0;
  const found: FoundSecret[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await searchIndex.write(ref, { files: batch, purge: found.length > 0 });
    batch = [];
    chunks = 0;
  };
  // Until it is complete, it differs from the stored version: text, or other documents.
  if (stored.has(source.path))
    await searchIndex.write(ref, { files: [{ path: source.path, hash: '', chunks: [] }] });
  let seen = 0;
  for await (const entry of readCorpus(source.absolute, (block) => digest.update(block))) {
    if (seen++ % 100 === 0) {
      checkCancelled(signal);
      options.onProgress?.({
        phase: 'corpus',
        done: kilobytes(entry.end),
        total: kilobytes(source.bytes),
      });
      // Parsing and counting tokens is synchronous.
      await breathe();
    }
    if (entry.kind === 'problem') {
      problems.add(entry.line, entry.reason);
      continue;
    }
    const { line } = entry;
    const masked = await maskSource(source.path, entry.document, { line, secrets: options.secrets });
    found.push(...masked.found);
    const { document } = masked;
    const key = documentKey(source.path, document.id);
    gone.delete(key);
    const url = options.urlOf({ path: source.path, line, document: document.id });
    const place = { path: source.path, line, ...commit, ...defined({ url }) };
    const own = sha256(JSON.stringify([FORMAT, window, place, document]));
    if (stored.get(key) === own) continue;
    const sections = sectionsOfDocument({ ...document, path: source.path, line });
    const cut = chunkDocument(document, { ...place, sections }, window);
    batch.push({ path: key, hash: own, chunks: cut, sections });
    chunks += cut.length;
    if (chunks >= BATCH) await flush();
  }
  await flush();
  if (gone.size > 0) await searchIndex.write(ref, { remove: [...gone] });
  if (corpusHash(source.path, digest.digest('hex'), options) !== hash) problems.moved();
  else {
    const looked = options.secrets.note(source.path, hash, found, JSON.stringify(found));
    await searchIndex.write(ref, { files: [{ path: source.path, hash: looked.hash, chunks: [] }] });
  }
  return problems.all();
}

/** The stored hash of a corpus: of its bytes, the way it is cut, and the form of its URLs. */
export function corpusHash(path: string, digest: string, { window, urlOf }: CutOptions): string {
  return sha256(JSON.stringify([FORMAT, window, digest, urlOf({ path, line: 1, document: 'x' })]));
}

class Problems {
  private readonly named: Remark[] = [];
  private count = 0;

  constructor(private readonly path: string) {}

  add(line: number, reason: string): void {
    if (this.count++ < MAX_PROBLEMS) this.named.push({ path: `${this.path}:${line}`, reason });
  }

  moved(): void {
    this.named.push({ path: this.path, reason: 'changed while it was being indexed; run it again' });
  }

  all(): readonly Remark[] {
    const more = this.count - MAX_PROBLEMS;
    return more > 0
      ? [...this.named, { path: this.path, reason: `and ${more} more lines with a problem` }]
      : this.named;
  }
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000);
}
