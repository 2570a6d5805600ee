import { statementsOf } from '@quarry/claims';
import type { Turn } from '@quarry/turn';
import type { EvidenceChange } from './compare-revisions';

/** A statement of one or both of two answers. */
export interface ClaimChange {
  /** As the newer answer says it, if it does. */
  readonly text: string;
  readonly in: 'both' | 'from' | 'to';
  /**
   * For a statement of one answer: whether the lines that it cites are the same in the other revision, so that it holds
   * there as well; null if it cites none, or both answers make it.
   */
  readonly holdsInOther: boolean | null;
}

/** Words that two statements must share, of those of the longer one, to say the same. */
const ALIKE = 0.8;

/** The statements of two answers: those of the older one alone, those of both, those of the newer one alone. */
export function compareClaims(
  from: Pick<Turn, 'answer'>,
  to: Pick<Turn, 'answer'>,
  evidence: readonly EvidenceChange[],
): readonly ClaimChange[] {
  const [older, newer] = [saidBy(from), saidBy(to)];
  const pairs = older.map((claim) => newer.find((other) => isAlike(claim, other)) ?? null);
  const both = new Set(pairs);
  const only = (claim: Said, side: 0 | 1): ClaimChange => ({
    text: claim.text,
    in: side === 0 ? 'from' : 'to',
    holdsInOther: holds(claim, side, evidence),
  });
  return [
    ...older.filter((_, at) => !pairs[at]).map((claim) => only(claim, 0)),
    ...newer
      .filter((claim) => both.has(claim))
      .map((claim): ClaimChange => ({ text: claim.text, in: 'both', holdsInOther: null })),
    ...newer.filter((claim) => !both.has(claim)).map((claim) => only(claim, 1)),
  ];
}

interface Said {
  readonly text: string;
  readonly cites: readonly number[];
  readonly words: ReadonlySet<string>;
}

function saidBy({ answer }: Pick<Turn, 'answer'>): readonly Said[] {
  return statementsOf(answer?.english ?? '').map(({ kind, text, body, cites }) => ({
    text: kind === 'sentence' ? text : `${text} ${firstLine(body)}`,
    cites,
    words: new Set(
      withoutMarks(body)
        .toLowerCase()
        .match(/[\p{L}\p{N}_]+/gu) ?? [],
    ),
  }));
}

/** A quotation is known by its caption and its first line. */
function firstLine(body: string): string {
  return `\`${body.trim().split('\n', 1)[0]?.trim() ?? ''}\``;
}

/** The same statement cites other numbers in another answer. */
function withoutMarks(text: string): string {
  return text.replace(/\[\d[\d, ]*\]/g, ' ');
}

/** Line numbers move with every edit: words that are numbers count like others, but a few of them change nothing. */
function isAlike(a: Said, b: Said): boolean {
  const longer = Math.max(a.words.size, b.words.size);
  if (longer === 0) return a.text === b.text;
  return [...a.words].filter((word) => b.words.has(word)).length / longer >= ALIKE;
}

function holds({ cites }: Said, side: 0 | 1, evidence: readonly EvidenceChange[]): boolean | null {
  const cited = evidence.filter(({ citedAs }) => cites.includes(citedAs[side] ?? -1));
  if (cited.length === 0) return null;
  return cited.every(({ change }) => change === 'same' || change === 'moved');
}
