import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Loaded } from '../document';
import { BoundedThread } from '../thread/bounded-thread';
import type { DocumentReader } from '../reader/document-reader';
import { languageFiles, type LanguageData } from './language-data';
import type { OcrOutcome, OcrPage } from '../ocr-page';
import type { PageReply, PageRequest } from './read-page';

/** Raised when the same page gives other words, so that pages are read again. */
const VERSION = 1;
/** Resolution at which pages are drawn: Tesseract reads small print much better than at 150. */
const DPI = 200;
/** More pages of one file are not read: at some seconds a page, they take hours. */
const MOST_PAGES = 2_000;

/** Pages that OCR has read, by a key of their content: a page is never read twice. */
export interface OcrCache {
  get(key: string): OcrPage | null;
  put(key: string, page: OcrPage): void;
}

export interface OcrOptions extends LanguageData {
  readonly cache: OcrCache;
  /** Limit of the CPU time for one page, in milliseconds; 120,000 by default. */
  readonly processorMs?: number;
  /** Memory limit of the thread, in MB; 1,024 by default. */
  readonly memoryMb?: number;
  readonly execArgv?: readonly string[];
  /** Called before the pages of a file, with their number, and after each of them. */
  readonly onFile?: (pages: number) => void;
  readonly onPage?: () => void;
}

/** The engine and its settings, as part of the stored hash of what it may read. @throws Fault `bad_request` */
export function ocrId(data: LanguageData): string {
  languageFiles(data);
  return `ocr ${VERSION} ${DPI} ${data.languages}`;
}

/**
 * A reader that reads pages without text by OCR, in a thread of its own with limits for each page.
 *
 * @example
 * const reader = readerWithOcr(openDocumentReader(), { languages: 'eng', folder: null, cache });
 */
export function readerWithOcr(reader: DocumentReader, options: OcrOptions): DocumentReader {
  const { languages, folder, processorMs = 120_000, memoryMb = 1_024, execArgv = [] } = options;
  const thread = new BoundedThread<PageRequest, PageReply>(
    {
      ...{ script: require.resolve('./worker'), processorMs, memoryMb, execArgv },
      ...{ subject: 'The page', remedy: 'Scan it at a lower resolution' },
    },
    (_refusal, reason) => ({ kind: 'unread', reason }),
  );
  const readOne = async (key: string, request: PageRequest, signal?: AbortSignal): Promise<OcrOutcome> => {
    const known = options.cache.get(key);
    if (known) return known;
    const reply = await thread.run(request, signal);
    if (reply.kind === 'unread') return { unread: reply.reason };
    options.cache.put(key, reply.page);
    return reply.page;
  };
  return {
    read: async (path, format, signal) => {
      const loaded = await reader.read(path, format, signal);
      const pages = textlessPages(loaded);
      if (pages.length === 0) return loaded;
      options.onFile?.(pages.length);
      const content = `${ocrId(options)} ${await shaOf(path)}`;
      const read = new Map<number, OcrOutcome>();
      for (const page of pages) {
        const request = { path, format, page, dpi: DPI, languages, folder };
        read.set(
          page,
          read.size < MOST_PAGES
            ? await readOne(`${content} ${page}`, request, signal)
            : { unread: `only ${MOST_PAGES} pages of a file are` },
        );
        options.onPage?.();
      }
      return reader.read(path, format, signal, read);
    },
    close: async () => {
      await Promise.all([thread.close(), reader.close()]);
    },
  };
}

function textlessPages(loaded: Loaded): readonly number[] {
  const { textless = [] } = loaded.kind === 'document' ? loaded.document : loaded;
  return textless;
}

async function shaOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
