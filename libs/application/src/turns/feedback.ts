/** Reasons for a rating: what is right or wrong with an answer. */
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

/** One caller's rating of an answer. */
export interface Feedback {
  readonly rating: 'up' | 'down';
  readonly reasons: readonly FeedbackReason[];
  readonly comment: string | null;
  /** Number of the cited evidence that the feedback is about; null: the whole answer. */
  readonly citation: number | null;
  /** Index of the claim that the feedback is about, from 0; null: the whole answer. */
  readonly claim: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** All feedback on one turn, as stored. */
export interface TurnFeedback {
  /** Name of the turn's pipeline, for statistics. */
  readonly pipeline: string;
  /** Feedback by key id; `''` without keys. */
  readonly votes: Readonly<Record<string, Feedback>>;
}

/** The number of callers with each rating. */
export interface Ratings {
  readonly up: number;
  readonly down: number;
}

export function ratingsOf({ votes }: Pick<TurnFeedback, 'votes'>): Ratings {
  const all = Object.values(votes);
  const up = all.filter(({ rating }) => rating === 'up').length;
  return { up, down: all.length - up };
}
