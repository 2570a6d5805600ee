import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every log line of this work. Never text of a question. */
export interface LogFields {
  readonly turn?: string;
  readonly service?: string;
  readonly request?: string;
}

/** Lines that are logged within `logContext.run(fields, …)` have these fields, if the logger supports them. */
export const logContext = new AsyncLocalStorage<LogFields>();
