import type { DocumentReader } from '../reader/document-reader';
import type { DocumentParser } from './document-parser';

/**
 * A reader that gives the formats of a parser to it, and reads all others itself.
 *
 * @example
 * const reader = readerWith(openDocumentParser('tika:http://localhost:9998'), openDocumentReader());
 */
export function readerWith(parser: DocumentParser | null, reader: DocumentReader): DocumentReader {
  if (!parser) return reader;
  return {
    read: (path, format, signal) =>
      parser.parses(format) ? parser.parse(path, format, signal) : reader.read(path, format, signal),
    close: () => reader.close(),
  };
}
