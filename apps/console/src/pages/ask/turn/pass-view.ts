import type { TurnDto } from '@quarry/client';

/** An item that a pass searched for, and the result. */
export interface AskedView {
  readonly text: string;
  readonly state: 'looking' | 'found' | 'missed';
  /** Numbers of the evidence that was found for it. */
  readonly by: readonly number[];
  /** For a search: the number of relevant places. */
  readonly hits: number | null;
  /** Why it counts as not found. */
  readonly why: string | null;
}

/** One pass, for display. */
export interface PassView {
  readonly pass: number;
  /** Why it was made; null if unknown. */
  readonly why: string | null;
  readonly asked: readonly AskedView[];
  /** Numbers of all evidence that it found. */
  readonly evidence: readonly number[];
  /** How the findings were judged; null if they were not. */
  readonly judged: { readonly complete: boolean; readonly missing: readonly string[] } | null;
  /** What it lacked because a store was unavailable. */
  readonly without: readonly string[];
}

/** The passes of an ended turn, from its stored fields. */
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
