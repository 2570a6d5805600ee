import type { RemovedMark } from './canonical-marks';
import type { EvidenceKind } from '../evidence/evidence';
import type { Figure } from '../evidence/finding';
import type { DocumentFormat, PagePlace } from '../evidence/section';

/** The last reply of a model, before a `handle_prefix` step reads it. */
export interface Reply {
  readonly protocol: string;
  readonly text: string;
  readonly model: string;
  /** True if the extractive responder wrote it, without a model. */
  readonly extractive: boolean;
}

/** Possible verdicts for a sentence. */
export const JUDGEMENTS = ['supported', 'inferred', 'unsupported', 'contradicted'] as const;
/** `unchecked`: code found no contradiction and no similar passage, and no model compared the meaning. */
export const CLAIM_STATUSES = [...JUDGEMENTS, 'unchecked'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** How the reason of a claim ends that a model was to judge, and did not. */
export const UNJUDGED = 'no model has judged it';

/** A sentence of the answer, compared with the evidence. */
export interface Claim {
  /** The sentence as in `answer.english`. */
  readonly text: string;
  /** Evidence numbers that it cites. */
  readonly cites: readonly number[];
  readonly status: ClaimStatus;
  /** What decided: code (names, numbers, quotes), similarity of meaning, or a model. */
  readonly by: 'code' | 'embedding' | 'model';
  /** The reason, as a clause. */
  readonly why: string;
}

export interface Citation {
  /** Evidence number. */
  readonly n: number;
  readonly path: string;
  /** Its repository and snapshot, where the turn is about several. */
  readonly repository?: string;
  readonly snapshot?: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Set for evidence that is not text of a file: a value, a calculation or a past commit. */
  readonly kind?: Exclude<EvidenceKind, 'chunk' | 'node'>;
  /** As in `Evidence`. */
  readonly format?: DocumentFormat;
  readonly sourceLines?: readonly [first: number, last: number];
  readonly pages?: readonly PagePlace[];
  readonly range?: string;
  readonly section?: string;
  readonly commit?: string;
  readonly symbol?: string;
  readonly url?: string;
  /** Pass that found the evidence. */
  readonly pass: number;
  /** Title of the document, if it has one. */
  readonly title?: string;
}

/** `writtenBy` of an answer that lists what the code graph holds. */
export const CODE_GRAPH = 'code-graph';

/** `writtenBy` of an answer that quotes the messages of past commits. */
export const GIT_HISTORY = 'git-history';

/** `writtenBy` of an answer that is computed from the rows of a table. */
export const TABLE_ROWS = 'table-rows';

/** How the first paragraphs of an answer without a model begin, if its passages are shown in spite of a doubt. */
export const DOUBTED = 'These passages may not answer the question';

export interface Answer {
  /** Number of evidence items in its prompt; set at the end of the turn, when the prompt is discarded. */
  readonly evidenceShown?: number;
  readonly english: string;
  /** In the language of the question; equal to `english` without translation. */
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Removed citations, which pointed to no evidence. */
  readonly removedCitations: readonly string[];
  /** The same as written, with their replacements; absent in answers of older versions. */
  readonly removedMarks?: readonly RemovedMark[];
  /** Model id; `extractive`, `code-graph`, `git-history` or `table-rows` for answers without a model. */
  readonly writtenBy: string;
  /** Pass after which it was written; answers of earlier passes are replaced. */
  readonly pass?: number;
  /** Set if the writer states that the evidence is insufficient: what is missing. */
  readonly insufficient?: string;
  /** Set if code proves the answer complete, e.g. a list from the code graph: the proof, as a clause. */
  readonly proof?: string;
  /** Contradictions in the evidence that the writer reports. */
  readonly contradictions?: readonly string[];
  /** The numbers in its text with their places, for answers from documents. */
  readonly figures?: readonly Figure[];
}
