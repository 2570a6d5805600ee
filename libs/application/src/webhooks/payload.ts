import type { PassageState, Turn } from '@quarry/turn';
import { linksOf } from '../turns/present-turn';

/**
 * The notification about an ended turn: its result, and where to read more. Contains no question, answer or evidence.
 */
export function turnFinished(turn: Turn, now: number): string {
  const { id, session, pipeline, askedAt, end } = turn;
  return JSON.stringify({
    type: 'turn.finished',
    timestamp: new Date(now).toISOString(),
    data: {
      ...{ id, session, pipeline },
      askedAt: new Date(askedAt).toISOString(),
      outcome: end?.outcome ?? null,
      code: end?.code ?? null,
      links: linksOf(id, session),
    },
  });
}

/**
 * The notification about an answer whose cited lines are no longer as they were: its new state, and where to read more.
 * Contains no question, answer, evidence or path.
 */
export function answerStale(
  { id, session, pipeline, askedAt }: Turn,
  { staleness, before }: { readonly staleness: PassageState; readonly before: PassageState | null },
  now: number,
): string {
  return JSON.stringify({
    type: 'answer.stale',
    timestamp: new Date(now).toISOString(),
    data: {
      ...{ id, session, pipeline },
      askedAt: new Date(askedAt).toISOString(),
      ...{ staleness, before },
      links: { ...linksOf(id, session), staleness: `${linksOf(id, session).self}/staleness` },
    },
  });
}

export function ping(webhook: string, now: number): string {
  return JSON.stringify({ type: 'webhook.ping', timestamp: new Date(now).toISOString(), data: { webhook } });
}
