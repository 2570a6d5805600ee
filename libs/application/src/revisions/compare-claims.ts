import { statementsOf } from '@quarry/claims';
import type { Turn } from '@quarry/turn';
import type { EvidenceChange } from './evidence-change';

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

/** Where something is: it moves with every edit. */
const PLACE = /\blines? \d+(?:[–-]\d+)?(?:(?:, | and )\d+(?:[–-]\d+)?)*/g;
/** Words that two statements must share, of those of the longer one, to say the same; and every name and number. */
const ALIKE = 0.8;

/** The statements of two answers: those of the older one alone, those of both, those of the newer one alone. */
export function compareClaims(
  from: Pick<Turn, 'answer'>,
  to: Pick<Turn, 'answer'>,
  evidence: readonly EvidenceChange[],
): readonly ClaimChange[] {
  const [older, newer] = [saidBy(from), saidBy(to)];
  const both = new Set<Said>();
  const pairs = older.map((claim) => {
    const [best] = newer
      .map((other) => ({ other, like: both.has(other) ? 0 : likeness(claim, other) }))
      .toSorted((a, b) => b.like - a.like);
    if (best === undefined || best.like === 0) return null;
    both.add(best.other);
    return best.other;
  });
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
  /** Name of the definition that it quotes; null for a sentence, and for a quotation without a name. */
  readonly quotes: string | null;
  readonly cites: readonly number[];
  readonly words: ReadonlySet<string>;
  /** Numbers, and names as code writes them: with capitals inside, or underscores. */
  readonly names: string;
}

function saidBy({ answer }: Pick<Turn, 'answer'>): readonly Said[] {
  const all = statementsOf(answer?.english ?? '');
  // Without a model, what is not quoted is about the answer itself.
  const stated = answer?.writtenBy === 'extractive' ? all.filter(({ cites }) => cites.length > 0) : all;
  return stated.map(({ kind, text, body, cites }) => {
    const words =
      withoutMarks(body)
        .replace(PLACE, ' ')
        .match(/[\p{L}\p{N}_]+/gu) ?? [];
    return {
      text: kind === 'sentence' ? text : `${text} ${firstLine(body)}`,
      quotes: kind === 'sentence' ? null : nameIn(text),
      cites,
      words: new Set(words.map((word) => word.toLowerCase())),
      names: words.filter((word) => /[\d_]|.\p{Lu}/u.test(word)).join(' '),
    };
  });
}

/** The name at the end of a caption: `a.go`, lines 1–9, `cobra.Command.Flags` [4]. */
function nameIn(caption: string): string | null {
  const [, name] = caption.split(/`([^`]+)`/).filter((_, at) => at % 2 === 1);
  return name ?? null;
}

/** A quotation is known by its caption and its first line. */
function firstLine(body: string): string {
  return `\`${body.trim().split('\n', 1)[0]?.trim() ?? ''}\``;
}

/** The same statement cites other numbers in another answer. */
function withoutMarks(text: string): string {
  return text.replace(/\[\d[\d, ]*\]/g, ' ');
}

/**
 * How alike two statements are, 0 to 1; 0 if they do not say the same. Quotations of a definition are alike if they
 * quote the same one, however it changed: the evidence has what changed.
 */
function likeness(a: Said, b: Said): number {
  if (a.quotes !== null || b.quotes !== null) return a.quotes === b.quotes ? 1 : 0;
  if (a.names !== b.names) return 0;
  const longer = Math.max(a.words.size, b.words.size);
  if (longer === 0) return a.text === b.text ? 1 : 0;
  const share = [...a.words].filter((word) => b.words.has(word)).length / longer;
  return share >= ALIKE ? share : 0;
}

function holds({ cites }: Said, side: 0 | 1, evidence: readonly EvidenceChange[]): boolean | null {
  const cited = evidence.filter(({ citedAs }) => cites.includes(citedAs[side] ?? -1));
  if (cited.length === 0) return null;
  return cited.every(({ change }) => change === 'same' || change === 'moved');
}
