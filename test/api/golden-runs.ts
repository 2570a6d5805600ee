import type { TurnDto } from '@quarry/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Call, type Reply } from './gateway-under-test';

export const QUESTION = 'What happens to stock when an invoice is cancelled?';

/** Asks, and waits for the answer. */
export async function ask(url: string, question: string, options: Call = {}): Promise<TurnDto> {
  const { body } = await call<TurnDto>(url, 'POST /v1/turns', { ...options, body: { question, wait: true } });
  return body;
}

/** The fields of a run that tests check. */
export interface Run {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly trigger: string;
  readonly pipelines: readonly string[];
  readonly done: number;
  readonly total: number;
  readonly summary: readonly {
    readonly pipeline: string;
    readonly measures: readonly { readonly measure: string; readonly mean: number }[];
  }[];
  readonly rows: readonly {
    readonly question: string;
    /** Name and version, as in a turn. */
    readonly pipeline: string;
    readonly turnId: string | null;
    readonly measures: Record<string, number>;
  }[];
}

export function begin(
  url: string,
  set: string,
  pipelines: readonly string[],
  options: Call = {},
): Promise<Reply<Run>> {
  return call<Run>(url, `POST /v1/golden-sets/${set}/runs`, { ...options, body: { pipelines } });
}

/** Polls a run until it is over. */
export async function ended(url: string, set: string, id: string, options: Call = {}): Promise<Run> {
  for (;;) {
    const { body } = await call<Run>(url, `GET /v1/golden-sets/${set}/runs/${id}`, options);
    if (body.status !== 'queued' && body.status !== 'running') return body;
    await sleep(50);
  }
}
