import { AsyncLocalStorage } from 'node:async_hooks';

/** What every line of the log says about the work that it comes from. Never text of a question. */
export interface LogFields {
  readonly turn?: string;
  readonly service?: string;
  readonly request?: string;
}

/** Lines that are logged within `logContext.run(fields, …)` carry these fields, where the logger knows of them. */
export const logContext = new AsyncLocalStorage<LogFields>();
