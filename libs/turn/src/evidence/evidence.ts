import type { NodeKey } from '../identity/ids';
import type { DocumentFormat, PagePlace } from './section';

export const EVIDENCE_KINDS = ['chunk', 'node', 'finding', 'calculation'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** Text with a stable identity that an answer may cite. Accumulates over the passes of a turn; never replaced. */
export interface Evidence {
  /** Stable identity: the node key where the text is a graph node's own text, else the chunk id. */
  readonly id: string;
  /** Number by which answers cite it, `[1]` upwards, given once and kept for the whole turn. */
  readonly n: number;
  /** Pass that found it, from 1. */
  readonly pass: number;
  /** A piece of a file, the text of a graph node, a value with its provenance, or what was calculated of such values. */
  readonly kind: EvidenceKind;
  readonly text: string;
  /** Path relative to the repository's root, `/` as separator. */
  readonly path: string;
  /** First and last line, from 1, both included; where `format` is set, of the text that was taken out of the file. */
  readonly startLine: number;
  readonly endLine: number;
  readonly language?: string;
  /** Set where the text was taken out of a PDF, a web page or a Word file. */
  readonly format?: DocumentFormat;
  /** Lines of the file itself, where `format` is set and the file has lines (HTML). */
  readonly sourceLines?: readonly [first: number, last: number];
  /** Pages that it stands on, in order, where the document has pages. */
  readonly pages?: readonly PagePlace[];
  /** Id of the innermost section in which it begins, where the document has sections. */
  readonly section?: string;
  readonly symbol?: string;
  readonly nodeKey?: NodeKey;
  readonly commit?: string;
  readonly title?: string;
  readonly url?: string;
  /** Relevance in 0..1 for the query that found it; comparable within a turn only. */
  readonly relevance: number;
  /** Identity of the document that it is a piece of, where a file holds several, and the piece's place in it in characters. */
  readonly document?: string;
  readonly offset?: number;
  /** How it was found: a retrieval mode, `graph`, `section` (by its place), `related` (same document or folder) or `session` (the cache). */
  readonly foundBy: string;
  /** The query or need that found it. */
  readonly query: string;
  /** Number of the evidence whose document or folder it comes from, where it was found as `related`. */
  readonly relatedTo?: number;
}

/** An evidence item before it has a number and a pass. */
export type EvidenceCandidate = Omit<Evidence, 'n' | 'pass'>;

export interface AddedEvidence {
  readonly evidence: readonly Evidence[];
  readonly added: readonly Evidence[];
  /** For each candidate, in order, the number of the item that holds its text: its own, or that of an item that covers it. */
  readonly numbers: readonly number[];
}

/**
 * Appends what is new: an item whose identity is there already, or whose lines lie wholly inside
 * an item that is there, adds nothing, but keeps the best relevance that any query gave it (002 §2). Numbers go on from the
 * highest one given, as long as the newest piece stays: a turn that grows too large gives up its weakest.
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
 * Whether evidence that is found again adds nothing: its lines and its text are within evidence that the turn has.
 * Values are never covered, because the text of one can contain another by chance.
 */
function covers(outer: Evidence, inner: EvidenceCandidate): boolean {
  return (
    isText(outer) &&
    isText(inner) &&
    outer.path === inner.path &&
    outer.document === inner.document &&
    outer.startLine <= inner.startLine &&
    outer.endLine >= inner.endLine &&
    outer.text.includes(inner.text.trim())
  );
}

function isText({ kind }: EvidenceCandidate): boolean {
  return kind === 'chunk' || kind === 'node';
}
