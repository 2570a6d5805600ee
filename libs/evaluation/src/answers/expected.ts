/** A document that somebody judged for a question. */
export interface Graded {
  /** Identity of the document; its path where a file is one document (code, PDF). */
  readonly document: string;
  /** 1 and more: relevant, the more the better · 0 and less: judged, and not relevant. */
  readonly grade: number;
}

/** An answer that counts as right. */
export interface ExpectedAnswer {
  /** Texts that answer it; all of them are wanted where `allOf`, else one is enough. Empty where none is known. */
  readonly answers: readonly string[];
  readonly allOf: boolean;
  /** Unit of a numeric answer that does not say it itself: `million`, `percent`. */
  readonly unit?: string;
  /** Share (0..1) by which a number may be off; else it has to be right at the precision in which it is written. */
  readonly tolerance?: number;
}

/** What is expected of a question, as far as it is known. */
export interface Expected extends ExpectedAnswer {
  /** Judged documents; empty where nobody judged any: retrieval and citations are not measured then. */
  readonly gold: readonly Graded[];
  /** True where the documents do not answer it: to abstain is right. */
  readonly unanswerable: boolean;
}

/** Expects nothing but what is named. */
export function expecting(known: Partial<Expected>): Expected {
  return { gold: [], answers: [], allOf: false, unanswerable: false, ...known };
}
