export * from './document';
export { headingsOf, type Heading, type Headings } from './headings/headings';
export * from './markdown/text-lines';
export * from './sections/section-at';
export * from './sections/sections-of';
export { summaryOf } from './sections/summary';
export * from './sections/sections-of-document';
export {
  openDocumentReader,
  type DocumentReader,
  type DocumentReaderOptions,
} from './reader/document-reader';
export { ProcessorLimit, usedByThread } from './reader/processor-limit';
export { formatOf } from './reader/format-of';
export { unzipped, zipDirectory, type ZipEntry } from './docx/zip-directory';
