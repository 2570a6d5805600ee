import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Call } from './gateway-under-test';

/** The fields of a job that tests check. */
export interface Job {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly cancelling: boolean;
  readonly fault: { readonly code: string; readonly message: string } | null;
  readonly progress: { readonly phase: string } | null;
  readonly indexed: { readonly files: number; readonly chunks: number; readonly failures: number } | null;
  readonly links: { readonly self: string; readonly events: string; readonly cancel: string };
}

/** Starts a job. */
export async function begin(url: string, body: object, options: Omit<Call, 'body'> = {}): Promise<Job> {
  const reply = await call<Job>(url, 'POST /v1/index-jobs', { ...options, body });
  expect({ status: reply.status, body: reply.body }).toEqual({ status: 202, body: reply.body });
  return reply.body;
}

/** Waits until a job has the wanted status, by default until it is over. */
export async function until(
  url: string,
  { id }: Pick<Job, 'id'>,
  wanted: (job: Job) => boolean = ({ status }) => !['queued', 'running'].includes(status),
  options: Omit<Call, 'body'> = {},
): Promise<Job> {
  for (;;) {
    const { body } = await call<Job>(url, `GET /v1/index-jobs/${id}`, options);
    if (wanted(body)) return body;
    await sleep(100);
  }
}
