import type { DocumentFormat } from '@quarry/turn';
import type { Loaded } from '../document';
import type { OcrPages } from '../ocr-page';
import { BoundedThread } from '../thread/bounded-thread';
import type { FileRequest } from './messages';

export interface DocumentReaderOptions {
  /** Limit of the CPU time for one file, in milliseconds; 120,000 by default. */
  readonly processorMs?: number;
  /** Memory limit of the thread, in MB; 1,024 by default. */
  readonly memoryMb?: number;
  /** Size limit of a file, in bytes; 200 MB by default. */
  readonly maxBytes?: number;
  /** Node options for the thread, e.g. to run the sources directly. */
  readonly execArgv?: readonly string[];
}

/** Extracts the text of files, one after another. */
export interface DocumentReader {
  /**
   * Reads a document, or reports why it could not be read. Never rejects because of the content of a file.
   * @param ocr what OCR read on pages without text; it becomes their lines
   * @throws Fault `cancelled` after `close` or by the signal, `setup_failed` if a format's library cannot be loaded
   */
  read(absolutePath: string, format: DocumentFormat, signal?: AbortSignal, ocr?: OcrPages): Promise<Loaded>;
  /** Terminates the thread at once and rejects all waiting files. */
  close(): Promise<void>;
}

/**
 * Opens a reader with its own thread. Documents are untrusted: if one exceeds the CPU time or memory limit, the reader
 * drops the thread together with that file and starts a new thread for the next one. An idle thread does not keep the
 * process alive.
 *
 * @example
 * const reader = openDocumentReader();
 * const loaded = await reader.read('/papers/report.pdf', 'pdf');
 * await reader.close();
 */
export function openDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const { processorMs = 120_000, memoryMb = 1_024, maxBytes = 200e6, execArgv = [] } = options;
  const thread = new BoundedThread<FileRequest, Loaded>(
    {
      ...{ script: require.resolve('./worker'), processorMs, memoryMb, execArgv },
      ...{ subject: 'The file', remedy: 'Split it' },
    },
    (refusal, reason) => ({ kind: 'refused', refusal, reason }),
  );
  return {
    read: (path, format, signal, ocr) => thread.run({ path, format, maxBytes, ...(ocr && { ocr }) }, signal),
    close: () => thread.close(),
  };
}
