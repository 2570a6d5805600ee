import type {
  ComparisonDto,
  GoldenRunDto,
  GoldenSetDto,
  GoldenSetListDto,
  RunListDto,
  RunSummaryDto,
} from '@quarry/client';
import { call } from '../../api/call';

const pathOf = (set: string): string => `/v1/golden-sets/${encodeURIComponent(set)}`;

export async function listSets(signal: AbortSignal): Promise<GoldenSetListDto['sets']> {
  return (await call<GoldenSetListDto>('GET', '/v1/golden-sets', { signal })).sets;
}

export function readSet(set: string, signal: AbortSignal): Promise<GoldenSetDto> {
  return call('GET', pathOf(set), { signal });
}

/** Newest first. */
export async function listRuns(set: string, signal: AbortSignal): Promise<RunListDto['runs']> {
  return (await call<RunListDto>('GET', `${pathOf(set)}/runs`, { signal })).runs;
}

export function readRun(set: string, id: string, signal: AbortSignal): Promise<GoldenRunDto> {
  return call('GET', `${pathOf(set)}/runs/${encodeURIComponent(id)}`, { signal });
}

export function startRun(set: string, pipelines: readonly string[]): Promise<RunSummaryDto> {
  return call('POST', `${pathOf(set)}/runs`, { body: { pipelines: [...pipelines] } });
}

export async function cancelRun(set: string, id: string): Promise<void> {
  await call('DELETE', `${pathOf(set)}/runs/${encodeURIComponent(id)}`);
}

/** Compares two sides, each `RUN:PIPELINE`, question by question. */
export function compareSides(
  set: string,
  sides: { readonly base: string; readonly with: string },
  signal: AbortSignal,
): Promise<ComparisonDto> {
  return call('GET', `${pathOf(set)}/comparison?${new URLSearchParams(sides)}`, { signal });
}
