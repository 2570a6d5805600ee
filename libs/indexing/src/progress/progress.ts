export interface IndexProgress {
  /**
   * `documents` counts files whose text is extracted, `corpus` kilobytes of a file with one document per line,
   * `summaries` sections of one document.
   */
  readonly phase: 'read' | 'documents' | 'corpus' | 'summaries' | 'link' | 'graph' | 'chunks' | 'vectors';
  readonly done: number;
  readonly total: number;
}
