import type { TraceDto, TurnDto } from '@quarry/client';

/** One of two compared turns; `trace` is null if none is kept. */
export interface Side {
  readonly turn: TurnDto;
  readonly trace: TraceDto | null;
}
