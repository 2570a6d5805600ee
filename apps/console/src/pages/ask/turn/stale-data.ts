import type { AcceptedDto, TurnStalenessDto } from '@quarry/client';
import { call } from '../../../api/call';

export function readStaleness(id: string, signal: AbortSignal): Promise<TurnStalenessDto> {
  return call('GET', `/v1/turns/${encodeURIComponent(id)}/staleness`, { signal });
}

/** Asks the question of a turn again, about the snapshots that questions use now. */
export function askAtCurrent(id: string): Promise<AcceptedDto> {
  return call('POST', `/v1/turns/${encodeURIComponent(id)}/rerun`, { body: { revision: 'current' } });
}
