import type { NodeKey } from '../identity/ids';
import type { DocumentFormat, PagePlace, SectionStart } from './section';

export const EVIDENCE_KINDS = ['chunk', 'node', 'finding', 'calculation', 'commit'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** First and last line, from 1, both included. */
export type LineRange = readonly [first: number, last: number];

/** Text with a stable identity that an answer can cite. Accumulates over the passes of a turn; never replaced. */
export interface Evidence {
  /** Stable identity: the key of a graph node for its text, otherwise the chunk id. */
  readonly id: string;
  /** Citation number, from 1, constant during the turn. */
  readonly n: number;
  /** Pass that found it, from 1. */
  readonly pass: number;
  /** A chunk of a file, the text of a graph node, a value with its provenance, a calculation, or a past commit. */
  readonly kind: EvidenceKind;
  readonly text: string;
  /**
   * Path relative to the repository's root, `/` as separator. With `repository` it begins with the repository's name:
   * `billing/src/tax.ts`. Of a commit, `commit/1f6589ec3a42`.
   */
  readonly path: string;
  /** Its repository, without the tenant, and the snapshot, where the turn is about several; absent otherwise. */
  readonly repository?: string;
  readonly snapshot?: string;
  /** First and last line, from 1, both included; with `format`, of the extracted text. */
  readonly startLine: number;
  readonly endLine: number;
  /** Lines of the same definition that are not in its text; absent if it is whole, or no part of a definition. */
  readonly rest?: readonly LineRange[];
  readonly language?: string;
  /** Set for text extracted from a document: a PDF, a web page, a table, slides, an e-mail. */
  readonly format?: DocumentFormat;
  /** Lines of the file itself, if `format` is set and the file has lines (HTML, CSV). */
  readonly sourceLines?: readonly [first: number, last: number];
  /** Its pages, in order, if the document has pages. */
  readonly pages?: readonly PagePlace[];
  /** Its cells in a spreadsheet (`Prices!A7:F12`), or the part of the file by name: `slide 4`, `cell 12`, a chapter. */
  readonly range?: string;
  /** Caption, unit and head rows of the table whose rows it begins with, if they are above its text. */
  readonly tableHead?: string;
  /** Id of the innermost section in which it begins, if the document has sections. */
  readonly section?: string;
  /** Sections that begin below its first line, in order, if there are any. */
  readonly sections?: readonly SectionStart[];
  readonly symbol?: string;
  readonly nodeKey?: NodeKey;
  readonly commit?: string;
  /** Of a commit: the files that it changed, and where not all of them are known, its own path in addition. */
  readonly files?: readonly string[];
  readonly title?: string;
  readonly url?: string;
  /** Relevance (0..1) for the query that found it; comparable only within a turn. */
  readonly relevance: number;
  /** Identity of its document if the file contains several, and its offsets there, in characters. */
  readonly document?: string;
  readonly offset?: number;
  /** How it was found: a retrieval mode, `graph`, `section`, `related` (same document or folder) or `session` (cache). */
  readonly foundBy: string;
  /** The query or need that found it. */
  readonly query: string;
  /** Number of the evidence with the same document or folder, if it was found as `related`. */
  readonly relatedTo?: number;
}

/** An evidence item before it has a number and a pass. */
export type EvidenceCandidate = Omit<Evidence, 'n' | 'pass'>;

export interface AddedEvidence {
  readonly evidence: readonly Evidence[];
  readonly added: readonly Evidence[];
  /** For each candidate, in order, the number of the item with its text: its own, or one that covers it. */
  readonly numbers: readonly number[];
}

/**
 * Appends new items. An item with a known identity, or with lines inside those of an existing item, is not added, but
 * keeps the highest relevance of any query (002 §2). Numbers continue from the highest one while the newest item stays: a
 * turn that grows too large drops its weakest items.
 */
export function addEvidence(
  known: readonly Evidence[],
  found: readonly EvidenceCandidate[],
  pass: number,
): AddedEvidence {
  const evidence = [...known];
  const added: Evidence[] = [];
  let last = Math.max(0, ...known.map(({ n }) => n));
  const numbers = found.map((candidate) => {
    const at = evidence.findIndex((item) => item.id === candidate.id || covers(item, candidate));
    const holder = evidence[at];
    if (holder) {
      if (holder.id === candidate.id && candidate.relevance > holder.relevance)
        evidence[at] = { ...holder, relevance: candidate.relevance };
      return holder.n;
    }
    const item: Evidence = { ...candidate, n: ++last, pass };
    evidence.push(item);
    added.push(item);
    return item.n;
  });
  return { evidence, added, numbers };
}

/**
 * True if evidence adds nothing: its lines and text are within existing evidence of the turn.
 * Values are never covered, because the text of one can contain another by chance.
 */
function covers(outer: Evidence, inner: EvidenceCandidate): boolean {
  // Empty lines at its end add nothing.
  const blank = inner.text.slice(inner.text.trimEnd().length).split('\n').length - 1;
  return (
    isText(outer) &&
    isText(inner) &&
    outer.path === inner.path &&
    outer.document === inner.document &&
    outer.startLine <= inner.startLine &&
    outer.endLine >= inner.endLine - blank &&
    outer.text.includes(inner.text.trim())
  );
}

function isText({ kind }: EvidenceCandidate): boolean {
  return kind === 'chunk' || kind === 'node';
}
