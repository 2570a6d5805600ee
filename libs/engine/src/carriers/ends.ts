import type { TurnEnd } from '@quarry/turn';
import type { CarrierLimits } from './carrier';

/** Ends that the hop protocol itself gives a turn, with the reason that its asker reads. */
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
      `A step failed ${limits.maxAttempts} times, or ended the process that ran it alone so often, and never came to its end.`,
    ),
    deadline: failed('deadline', 'The deadline of the turn passed before an answer was ready.'),
    tooLarge: failed(
      'turn_too_large',
      `The turn outgrew its limits (${kib(limits.maxGroupBytes)} for one thing, ${kib(limits.maxTurnBytes)} in all). ` +
        'Ask a narrower question, or lower top_k or max_context_tokens of the pipeline.',
    ),
    tooManyHops: failed(
      'internal',
      `The turn went from service to service more than ${limits.maxHops} times. Check the pipeline for a long way round.`,
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
