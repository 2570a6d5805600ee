/** A document with a relevance judgement for a question. */
export interface Graded {
  /** Identity of the document; its path if a file is one document (code, PDF). */
  readonly document: string;
  /** 1 and more: relevant, higher is better · 0 and less: judged, and not relevant. */
  readonly grade: number;
}

/** A correct answer. */
export interface ExpectedAnswer {
  /**
   * Texts that answer it. With `allOf`, the answer must contain all of them; otherwise one is enough. Empty if unknown.
   */
  readonly answers: readonly string[];
  readonly allOf: boolean;
  /** Unit of a numeric answer that does not include it: `million`, `percent`. */
  readonly unit?: string;
  /**
   * Share (0..1) by which a number may differ. Without it, the number must be correct at the precision in which it is
   * written.
   */
  readonly tolerance?: number;
}

/** The expected results of a question, as far as they are known. */
export interface Expected extends ExpectedAnswer {
  /** Judged documents. Without any, retrieval and citations are not measured. */
  readonly gold: readonly Graded[];
  /** True if the documents do not answer it: the correct result is to abstain. */
  readonly unanswerable: boolean;
}

/** Expected results with defaults for absent fields. */
export function expecting(known: Partial<Expected>): Expected {
  return { gold: [], answers: [], allOf: false, unanswerable: false, ...known };
}
