import type {
  AcceptedComparisonDto,
  AcceptedDto,
  RevisionComparisonDto,
  RevisionComparisonInput,
  TraceDto,
  TurnDto,
  TurnListDto,
} from '@quarry/client';
import { call } from '../../api/call';

export function listTurns(query: string, signal: AbortSignal): Promise<TurnListDto> {
  return call('GET', `/v1/turns?${query}`, { signal });
}

export function readTurn(id: string, signal: AbortSignal): Promise<TurnDto> {
  return call('GET', `/v1/turns/${encodeURIComponent(id)}`, { signal });
}

export function readTrace(id: string, signal: AbortSignal): Promise<TraceDto> {
  return call('GET', `/v1/turns/${encodeURIComponent(id)}/trace`, { signal });
}

/** Asks the question of a turn again, with another pipeline. */
export function rerun(id: string, pipeline: string): Promise<AcceptedDto> {
  return call('POST', `/v1/turns/${encodeURIComponent(id)}/rerun`, { body: { pipeline } });
}

/** Asks a question about two snapshots of a repository. */
export function askAboutRevisions(
  body: Pick<RevisionComparisonInput, 'question' | 'repository' | 'from' | 'to'>,
): Promise<AcceptedComparisonDto> {
  return call('POST', '/v1/revision-comparisons', { body });
}

export function readRevisionComparison(id: string, signal: AbortSignal): Promise<RevisionComparisonDto> {
  return call('GET', `/v1/revision-comparisons/${encodeURIComponent(id)}`, { signal });
}
