import type { TurnEnd } from '@quarry/turn';
import type { CarrierLimits } from './carrier';

/** Ends that the hop protocol itself sets, with the reason that the asker reads. */
export interface ProtocolEnds {
  readonly poison: TurnEnd;
  readonly deadline: TurnEnd;
  readonly tooLarge: TurnEnd;
  readonly tooManyHops: TurnEnd;
  readonly cancelled: TurnEnd;
}

export function protocolEnds(limits: CarrierLimits): ProtocolEnds {
  return {
    poison: failed(
      'poison',
      `A step failed ${limits.maxAttempts} times without completing: it threw, or ended the process that ran it alone.`,
    ),
    deadline: failed('deadline', 'The deadline of the turn passed before an answer was ready.'),
    tooLarge: failed(
      'turn_too_large',
      `The turn exceeds its size limits (${kib(limits.maxGroupBytes)} per group, ${kib(limits.maxTurnBytes)} in total). ` +
        'Ask a narrower question, or lower top_k or max_context_tokens of the pipeline.',
    ),
    tooManyHops: failed(
      'internal',
      `The turn went from service to service more than ${limits.maxHops} times. Check the pipeline for a loop.`,
    ),
    cancelled: { outcome: 'cancelled', reason: 'cancelled by the asker' },
  };
}

/** How long an ended turn is kept, in milliseconds. */
export function ttlAfter(end: TurnEnd, limits: CarrierLimits): number {
  return end.outcome === 'failed' ? limits.failedTtlMs : limits.endedTtlMs;
}

function failed(code: string, reason: string): TurnEnd {
  return { outcome: 'failed', code, reason };
}

function kib(bytes: number): string {
  return `${Math.round(bytes / 1024)} KiB`;
}
