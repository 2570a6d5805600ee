import type { Turn } from '@quarry/turn';
import { linksOf } from '../turns/present-turn';

/** What a webhook is told of a turn that has ended: how, and where to read on. No question, no answer, and nothing that was found. */
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
