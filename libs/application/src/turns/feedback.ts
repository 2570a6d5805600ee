/** What can be wrong with an answer, or right. */
export const FEEDBACK_REASONS = [
  'correct',
  'complete',
  'clear',
  'wrong',
  'incomplete',
  'unsupported',
  'bad_citation',
  'outdated',
  'off_topic',
  'unclear',
  'other',
] as const;
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];

/** What one caller thinks of an answer. */
export interface Feedback {
  readonly rating: 'up' | 'down';
  readonly reasons: readonly FeedbackReason[];
  readonly comment: string | null;
  /** Number of the evidence whose citation it is about; null: the whole answer. */
  readonly citation: number | null;
  /** Index of the claim that it is about, from 0. */
  readonly claim: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** All feedback on one turn, as it is stored. */
export interface TurnFeedback {
  /** Name of the turn's pipeline, for statistics. */
  readonly pipeline: string;
  /** By the id of the key that gave it; `''` without keys. */
  readonly votes: Readonly<Record<string, Feedback>>;
}

/** How many callers rated it so. */
export interface Ratings {
  readonly up: number;
  readonly down: number;
}

export function ratingsOf({ votes }: Pick<TurnFeedback, 'votes'>): Ratings {
  const all = Object.values(votes);
  const up = all.filter(({ rating }) => rating === 'up').length;
  return { up, down: all.length - up };
}
