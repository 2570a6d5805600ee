import type { TurnEnd, TurnEventBody } from '@quarry/turn';
import type { CarrierLimits } from '../carrier';
import { ttlAfter } from '../ends';

/** An end in the format of the scripts: the `end` group, the last event, and how long the turn is kept. */
export interface SealedEnd {
  readonly json: string;
  readonly event: string;
  readonly ttl: number;
  readonly failed: boolean;
}

export function sealEnd(end: TurnEnd, limits: CarrierLimits): SealedEnd {
  return {
    json: JSON.stringify(end),
    event: JSON.stringify({ type: 'turn.finished', ...end } satisfies TurnEventBody),
    ttl: ttlAfter(end, limits),
    failed: end.outcome === 'failed',
  };
}
