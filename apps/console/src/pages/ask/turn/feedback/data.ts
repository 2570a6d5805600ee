import type { FeedbackInput, GoldenSetListDto, TurnFeedbackDto } from '@quarry/client';
import { call } from '../../../../api/call';
import { t } from '../../../../language/messages';

export type Rating = 'up' | 'down';

/** Reasons that fit a rating, as the API names them, in words. */
export const REASONS: Readonly<
  Record<Rating, readonly (readonly [name: NonNullable<FeedbackInput['reasons']>[number], words: string])[]>
> = {
  up: [
    ['correct', t('Correct')],
    ['complete', t('Complete')],
    ['clear', t('Clear')],
  ],
  down: [
    ['wrong', t('Wrong')],
    ['incomplete', t('Incomplete')],
    ['unsupported', t('Sources do not say it')],
    ['bad_citation', t('Wrong source')],
    ['outdated', t('Outdated')],
    ['off_topic', t('Another question')],
    ['unclear', t('Unclear')],
    ['other', t('Other')],
  ],
};

const pathOf = (turn: string): string => `/v1/turns/${encodeURIComponent(turn)}/feedback`;

export function listFeedback(turn: string, signal: AbortSignal): Promise<TurnFeedbackDto> {
  return call('GET', pathOf(turn), { signal });
}

export async function giveFeedback(turn: string, feedback: Partial<FeedbackInput>): Promise<void> {
  await call('POST', pathOf(turn), { body: feedback });
}

export async function goldenSets(signal: AbortSignal): Promise<readonly string[]> {
  const { sets } = await call<GoldenSetListDto>('GET', '/v1/golden-sets', { signal });
  return sets.map(({ name }) => name);
}

/**
 * Adds the question of a turn to a golden set, which is created if it does not exist.
 * @param answer the right answer, if it is not the turn's; the places of a wrong answer are no gold places
 */
export async function addGoldenQuestion(set: string, turn: string, answer: string | null): Promise<void> {
  await call('POST', '/v1/golden-sets', { body: { name: set } });
  await call('POST', `/v1/golden-sets/${encodeURIComponent(set)}/questions`, {
    body: { turnId: turn, ...(answer === null ? {} : { answers: [answer], gold: [] }) },
  });
}
