import { ocrId, readerWithOcr, type DocumentReader, type OcrShare } from '@quarry/documents';
import { defined } from '@quarry/turn';
import type { FactsCache } from '../cache/facts-cache';
import type { IndexOptions, IndexReport } from './options';

/** How a run reads pages without text. */
export interface RunOcr {
  /** Part of the stored hashes of documents that it may read. */
  readonly id: string;
  readonly around: (reader: DocumentReader) => DocumentReader;
}

/**
 * OCR if the run asks for it, or an earlier run of the repository did: text that was read once does not vanish.
 * @throws Fault `bad_request` if a language has no data
 */
export function ocrOfRun({ ocr, ref, onProgress }: IndexOptions, cache: FactsCache): RunOcr | null {
  if (!ocr) return null;
  const mark = `ocr ${ref.repository}`;
  const { wanted = cache.mark(mark) === 'on', languages, folder, execArgv } = ocr;
  const id = wanted ? ocrId({ languages, folder }) : null;
  if (ocr.wanted !== undefined) cache.setMark(mark, wanted ? 'on' : 'off');
  if (id === null) return null;
  let done = 0;
  let total = 0;
  const settings = {
    ...{ languages, folder, cache: cache.ocr, ...defined({ execArgv }) },
    onFile: (pages: number) => {
      total += pages;
    },
    onPage: () => onProgress?.({ phase: 'ocr', done: ++done, total }),
  };
  return { id, around: (reader) => readerWithOcr(reader, settings) };
}

/** What OCR read in all documents of the index; null if it read none. */
export function ocrOfAll(shares: readonly OcrShare[]): IndexReport['ocr'] {
  if (shares.length === 0) return null;
  const pages = shares.reduce((sum, share) => sum + share.pages, 0);
  const leftOut = shares.reduce((sum, share) => sum + share.leftOut.length, 0);
  const mean = shares.reduce((sum, share) => sum + share.pages * (share.confidence ?? 0), 0) / pages;
  return { pages, confidence: pages === 0 ? null : Math.round(mean * 100) / 100, leftOut };
}
