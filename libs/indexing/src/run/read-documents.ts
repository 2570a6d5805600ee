import { setImmediate as breathe } from 'node:timers/promises';
import { picturesOf, sectionsOf, type Loaded, type LoadedDocument, type OcrShare } from '@quarry/documents';
import { defined } from '@quarry/turn';
import type { DocumentReading, FactsCache } from '../cache/facts-cache';
import { chunkLoaded } from '../chunk/chunk-loaded';
import type { Remark } from '../source/remark';
import type { SourceFile } from '../source/source-tree';
import { maskLoaded } from '../secrets/mask-document';
import type { SectionSummaries } from '../summaries/section-summaries';
import { hashBy } from '../summaries/stored-hash';
import { checkCancelled } from '../progress/cancelled';
import { hashOf, type DocumentFile } from './find-documents';
import type { CutOptions, IndexOptions } from './options';
import { inOrder, type ReaderPool } from './reader-pool';

export interface ReadDocumentsOptions
  extends CutOptions, Pick<IndexOptions, 'searchIndex' | 'ref' | 'onProgress' | 'signal' | 'rebuild'> {
  readonly commit: string | null;
  readonly maxBytes: number;
  readonly cache: FactsCache;
  readonly reader: Pick<ReaderPool, 'read' | 'size'>;
  /** Null: use their first informative sentences. */
  readonly summaries: SectionSummaries | null;
}

export interface ReadDocuments {
  /** Documents that are in the index now. */
  readonly documents: readonly DocumentFile[];
  /** Number of these written in this run. */
  readonly written: number;
  /** Pages without readable text; they are indexed as plain text. */
  readonly asText: readonly SourceFile[];
  readonly skipped: readonly Remark[];
  /** What OCR read in them, by document. */
  readonly ocr: readonly OcrShare[];
  /** Pages without text that OCR was not asked about. */
  readonly textless: number;
  readonly problems: readonly Remark[];
}

interface ScanResult {
  /** The result of an earlier reading. */
  readonly known: DocumentReading | null;
  /** Null if it need not be read. */
  readonly loaded: Loaded | null;
}

/**
 * Reads the documents that are not stored in their current state, and writes each at once with all its chunks and
 * sections, so that none is ever incomplete. Results are remembered: an unreadable file is not retried until it
 * changes, or with `rebuild`.
 */
export async function readDocuments(
  files: readonly DocumentFile[],
  stored: ReadonlyMap<string, string>,
  options: ReadDocumentsOptions,
): Promise<ReadDocuments> {
  const { cache, onProgress, signal } = options;
  const documents: DocumentFile[] = [];
  const asText: SourceFile[] = [];
  const skipped: Remark[] = [];
  const problems: Remark[] = [];
  const ocr: OcrShare[] = [];
  let textless = 0;
  let written = 0;
  let done = 0;
  const look = async (file: DocumentFile): Promise<ScanResult> => {
    checkCancelled(signal);
    const { source, hash, format } = file;
    const known = options.rebuild ? null : cache.reading(hash);
    // A document that was indexed before secrets were searched for is read again, and written only if it contains some.
    const looked = options.secrets.known(source.path, hash);
    const isStored = looked !== null && stored.get(source.path) === looked.hash;
    const isKnown = isStored || known?.refused !== undefined;
    return { known, loaded: isKnown ? null : await options.reader.read(source.absolute, format, signal) };
  };
  // One more than the number of readers: they continue while a document is cut and written.
  for await (const [file, { known, loaded }] of inOrder(files, options.reader.size + 1, look)) {
    checkCancelled(signal);
    const { source, hash, format } = file;
    const { path } = source;
    const reading = loaded ? readingOf(loaded) : (known ?? { remarks: [] });
    if (loaded && !isPassing(loaded)) cache.setReading(hash, reading);
    if (reading.ocr) ocr.push(reading.ocr);
    textless += reading.textless ?? 0;
    if (reading.refused === undefined) {
      documents.push(file);
      problems.push(...reading.remarks.map((reason) => remarkOn(path, reason)));
      if (loaded?.kind === 'document') {
        const outcome = await write(file, loaded.document, stored, options);
        if (outcome === 'written') written++;
        else if (outcome === 'moved')
          problems.push({ path, reason: 'changed while it was being indexed; run it again' });
      }
    } else if (reading.noText && format === 'html' && source.bytes <= options.maxBytes) asText.push(source);
    else skipped.push({ path, reason: reading.refused });
    onProgress?.({ phase: 'documents', done: ++done, total: files.length });
    // Cutting is synchronous.
    await breathe();
  }
  return { documents, written, asText, skipped, ocr, textless, problems };
}

function remarkOn(path: string, reason: string): Remark {
  const pictures = picturesOf(reason);
  return { path, reason, partly: true, ...(pictures > 0 && { pictures }) };
}

function readingOf(loaded: Loaded): DocumentReading {
  const { ocr, textless } = loaded.kind === 'document' ? loaded.document : loaded;
  const scans = defined({ ocr, textless: textless?.length });
  if (loaded.kind === 'document') return { remarks: loaded.document.remarks, ...scans };
  const { refusal, reason } = loaded;
  return {
    refused: reason,
    remarks: [],
    ...(refusal === 'no_text' ? { noText: true } : {}),
    ...scans,
  };
}

/** Whether a faster or larger machine may succeed: such files are retried. */
function isPassing(loaded: Loaded): boolean {
  return loaded.kind === 'refused' && (loaded.refusal === 'timeout' || loaded.refusal === 'memory');
}

/** @returns `moved` if the file has changed since it was listed, `stored` if the index is up to date */
async function write(
  { source, format, hash }: DocumentFile,
  loaded: LoadedDocument,
  stored: ReadonlyMap<string, string>,
  options: ReadDocumentsOptions,
): Promise<'written' | 'stored' | 'moved'> {
  const { path, modified } = source;
  const { searchIndex, ref, window, summaries, commit } = options;
  const { document, found, text: masked } = await maskLoaded(path, loaded, options.secrets);
  if ((await hashOf(source, format, options)) !== hash) return 'moved';
  const looked = options.secrets.note(path, hash, found, masked);
  if (stored.get(path) === looked.hash) return 'stored';
  const tree = sectionsOf({ path, ...document });
  const text = document.lines.map((line) => line.text).join('\n');
  const { sections, by } = summaries ? await summaries.summarize(tree, text) : { sections: tree, by: null };
  const url = options.urlOf({ path, line: 1 });
  const chunks = chunkLoaded({
    path,
    document,
    sections,
    window,
    ...(commit === null || modified ? {} : { commit }),
    ...defined({ url }),
  });
  if ((await hashOf(source, format, options)) !== hash) return 'moved';
  const files = [{ path, hash: hashBy(looked.hash, by), chunks, sections }];
  await searchIndex.write(ref, { files, purge: looked.isMasked });
  return 'written';
}
