import type { TurnDto } from '@quarry/client';

/** Something that a pass looked for, and what came of it. */
export interface AskedView {
  readonly text: string;
  readonly state: 'looking' | 'found' | 'missed';
  /** Numbers of the evidence that was found for it. */
  readonly by: readonly number[];
  /** Of a search: how many places were relevant. */
  readonly hits: number | null;
  /** Why it counts as not found. */
  readonly why: string | null;
}

/** One round of looking, as people follow it. */
export interface PassView {
  readonly pass: number;
  /** Why it was made; null where that is no longer known. */
  readonly why: string | null;
  readonly asked: readonly AskedView[];
  /** Numbers of all evidence that it brought. */
  readonly evidence: readonly number[];
  /** How what was found was judged; null where nobody did. */
  readonly judged: { readonly complete: boolean; readonly missing: readonly string[] } | null;
  /** What it did without, because a store was away. */
  readonly without: readonly string[];
}

/** The passes of a turn that is over, from what it kept. */
export function passesOfTurn(turn: TurnDto): readonly PassView[] {
  return turn.passReports.map(({ pass, asked, alsoFound, fromCache }) => {
    const judged = turn.assessments.filter((each) => each.pass === pass).at(-1);
    return {
      pass,
      why: null,
      asked: asked.map(({ text, hits, found, notFound }) => ({
        text,
        state: notFound ? 'missed' : 'found',
        by: found.map(({ n }) => n),
        hits,
        why: notFound?.why ?? null,
      })),
      evidence: [
        ...new Set([...asked.flatMap(({ found }) => found), ...alsoFound, ...fromCache].map(({ n }) => n)),
      ],
      judged: judged ? { complete: judged.complete, missing: judged.missing } : null,
      without: turn.degraded
        .filter((each) => each.pass === pass)
        .map(({ lacks, reason }) => `${lacks}: ${reason}`),
    };
  });
}
