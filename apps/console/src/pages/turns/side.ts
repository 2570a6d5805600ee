import type { TraceDto, TurnDto } from '@quarry/client';

/** One of two turns that are compared; `trace` is null where none is kept. */
export interface Side {
  readonly turn: TurnDto;
  readonly trace: TraceDto | null;
}
