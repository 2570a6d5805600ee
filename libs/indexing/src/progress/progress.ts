export interface IndexProgress {
  /** `documents` counts files of formats whose text is taken out, `corpus` kilobytes of a file with a document a line, `summaries` sections of one document. */
  readonly phase: 'read' | 'documents' | 'corpus' | 'summaries' | 'link' | 'graph' | 'chunks' | 'vectors';
  readonly done: number;
  readonly total: number;
}
