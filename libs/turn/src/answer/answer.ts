import type { RemovedMark } from './canonical-marks';
import type { EvidenceKind } from '../evidence/evidence';
import type { Figure } from '../evidence/finding';
import type { DocumentFormat, PagePlace } from '../evidence/section';

/** The last reply of a model, before a `handle_prefix` step has read it. */
export interface Reply {
  readonly protocol: string;
  readonly text: string;
  readonly model: string;
  /** True where the extractive responder wrote it: no model was asked. */
  readonly extractive: boolean;
}

/** How a sentence can be judged. */
export const JUDGEMENTS = ['supported', 'inferred', 'unsupported', 'contradicted'] as const;
/** `unchecked`: code found nothing against the sentence and no passage that is near, and nothing compared its meaning. */
export const CLAIM_STATUSES = [...JUDGEMENTS, 'unchecked'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** A sentence of the answer, held against the evidence. */
export interface Claim {
  /** The sentence as it stands in `answer.english`. */
  readonly text: string;
  /** Evidence numbers that it cites. */
  readonly cites: readonly number[];
  readonly status: ClaimStatus;
  /** What decided: names, numbers and quotes compared by code, nearness of meaning, or a model. */
  readonly by: 'code' | 'embedding' | 'model';
  /** One clause: why. */
  readonly why: string;
}

export interface Citation {
  /** Evidence number. */
  readonly n: number;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Set for what is no piece of a file: a value, or what was calculated. */
  readonly kind?: Exclude<EvidenceKind, 'chunk' | 'node'>;
  /** As in `Evidence`. */
  readonly format?: DocumentFormat;
  readonly sourceLines?: readonly [first: number, last: number];
  readonly pages?: readonly PagePlace[];
  readonly section?: string;
  readonly commit?: string;
  readonly symbol?: string;
  readonly url?: string;
  /** Pass that found the evidence. */
  readonly pass: number;
  /** Title of the document, where it has one. */
  readonly title?: string;
}

/** `writtenBy` of an answer that lists what the code graph holds. */
export const CODE_GRAPH = 'code-graph';

export interface Answer {
  /** Pieces of evidence in the prompt that it was written from; set when the turn ends, which no longer keeps the prompt. */
  readonly evidenceShown?: number;
  readonly english: string;
  /** In the asker's language; equal to `english` where nothing was translated. */
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Citation marks that pointed at no evidence and were taken out of the text. */
  readonly removedCitations: readonly string[];
  /** The same as they stood in the text, with what is there now; absent in answers of an older Quarry. */
  readonly removedMarks?: readonly RemovedMark[];
  /** Model id; `extractive` or `code-graph` where no model wrote it. */
  readonly writtenBy: string;
  /** Pass after which it was written; answers of earlier passes are replaced. */
  readonly pass?: number;
  /** Set where its writer says that the evidence is not sufficient: what is lacking. */
  readonly insufficient?: string;
  /** Set where code proves the answer complete, such as a list from the code graph: what it is proved by, as a clause. */
  readonly proof?: string;
  /** Contradictions in the evidence that its writer names. */
  readonly contradictions?: readonly string[];
  /** The numbers in its text with where they stand, for answers from documents. */
  readonly figures?: readonly Figure[];
}
