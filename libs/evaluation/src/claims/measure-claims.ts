import { judgeByMeaning, verdictsOf, withoutMeaning } from '@quarry/claims';
import type { Embedder } from '@quarry/embedder';
import { CLAIM_STATUSES, type ClaimStatus } from '@quarry/turn';
import type { LabelledSentence } from './labelled-set';

/** A labelled sentence with its measured verdict. */
export interface JudgedSentence {
  readonly id: string;
  readonly kind: string;
  readonly expected: LabelledSentence['expected'];
  readonly sentence: string;
  /** `nothing`: it was classified as a remark that claims nothing. */
  readonly status: ClaimStatus | 'nothing';
  readonly by: string;
  readonly why: string;
}

/** The sentences of one kind. */
export interface ClaimsOfKind {
  readonly kind: string;
  readonly expected: LabelledSentence['expected'];
  readonly sentences: number;
  /** Number of sentences per status. */
  readonly statuses: Readonly<Record<ClaimStatus | 'nothing', number>>;
  /**
   * Number of wrong verdicts: refuted sentences called supported, supported ones called unsupported or contradicted.
   */
  readonly wrong: number;
}

export interface ClaimsOptions {
  /** Compares undecided sentences by meaning, as `verify_claims` does. Without it, only rules decide. */
  readonly embedder?: Embedder | null;
  /** Similarity from which a sentence is inferred, `claims.min_similarity` of a pipeline. */
  readonly minSimilarity: number;
  readonly signal: AbortSignal;
}

/** Verifies labelled sentences as `verify_claims` does, without a chat model. */
export async function judgeSentences(
  labelled: readonly LabelledSentence[],
  { embedder = null, minSimilarity, signal }: ClaimsOptions,
): Promise<readonly JudgedSentence[]> {
  const judged: JudgedSentence[] = [];
  for (const { id, kind, expected, sentence, evidence } of labelled) {
    const byCode = verdictsOf(sentence, evidence);
    const verdicts = embedder
      ? await judgeByMeaning(byCode, embedder, minSimilarity, signal)
      : withoutMeaning(byCode);
    // A text of several sentences gets the verdict of its worst one.
    const [worst] = verdicts.toSorted((a, b) => rank(b.status) - rank(a.status));
    const { status = 'nothing', by = 'code', why = 'it claims nothing' } = worst ?? {};
    judged.push({ id, kind, expected, sentence, status, by, why });
  }
  return judged;
}

/** Counts by kind: first the correct verdicts, then the wrong ones, each by name. */
export function countClaims(judged: readonly JudgedSentence[]): readonly ClaimsOfKind[] {
  const kinds = Map.groupBy(judged, ({ expected, kind }) => `${expected === 'supported' ? 0 : 1} ${kind}`);
  return [...kinds]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .flatMap(([, some]) => {
      const [first] = some;
      if (!first) return [];
      const count = (status: ClaimStatus | 'nothing'): number =>
        some.filter((one) => one.status === status).length;
      const statuses = Object.fromEntries(
        [...CLAIM_STATUSES, 'nothing' as const].map((status) => [status, count(status)]),
      );
      return [
        {
          kind: first.kind,
          expected: first.expected,
          sentences: some.length,
          statuses: statuses as ClaimsOfKind['statuses'],
          wrong: some.filter(isWrong).length,
        },
      ];
    });
}

/** The sentences of one status. */
export interface ClaimsOfStatus {
  readonly status: JudgedSentence['status'];
  readonly sentences: number;
  /** How many of them the evidence supports. */
  readonly right: number;
}

/** Of the sentences of each status, how many the evidence supports. */
export function calibrateClaims(judged: readonly JudgedSentence[]): readonly ClaimsOfStatus[] {
  return [...CLAIM_STATUSES, 'nothing' as const].map((status) => {
    const some = judged.filter((one) => one.status === status);
    return {
      status,
      sentences: some.length,
      right: some.filter((one) => one.expected === 'supported').length,
    };
  });
}

/** Whether a verdict misleads a reader. `inferred` and `unchecked` claim neither. */
export function isWrong({ expected, status }: Pick<JudgedSentence, 'expected' | 'status'>): boolean {
  return expected === 'refuted'
    ? status === 'supported'
    : status === 'unsupported' || status === 'contradicted';
}

function rank(status: ClaimStatus): number {
  return ['supported', 'inferred', 'unchecked', 'unsupported', 'contradicted'].indexOf(status);
}
