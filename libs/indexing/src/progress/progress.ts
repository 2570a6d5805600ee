export interface IndexProgress {
  /**
   * `documents` counts files whose text is extracted, `corpus` kilobytes of a file with one document per line,
   * `ocr` pages of the documents found so far, `summaries` sections of one document.
   */
  readonly phase:
    'read' | 'documents' | 'ocr' | 'corpus' | 'summaries' | 'link' | 'graph' | 'chunks' | 'vectors';
  readonly done: number;
  readonly total: number;
}
