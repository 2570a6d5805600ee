import type { Turn } from '@quarry/turn';
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

export function ping(webhook: string, now: number): string {
  return JSON.stringify({ type: 'webhook.ping', timestamp: new Date(now).toISOString(), data: { webhook } });
}
