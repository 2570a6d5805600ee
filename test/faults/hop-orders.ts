/** Where in a step of a turn a process stands: its action was not called yet, or it is done and nothing of it is committed. */
export type HopPoint = 'begun' | 'done';

/** What a process of a fault run is to do at a step: wait for the test's word, end as `kill -9` does, or do nothing else for some time. */
export interface HopOrder {
  /** Id of the step in the pipeline. */
  readonly step: string;
  readonly point: HopPoint;
  /** Only in the turn whose question holds this text; in any turn where absent. */
  readonly question?: string;
  readonly act: 'wait' | 'die' | { readonly blockMs: number };
  /** How often; for ever where absent. */
  readonly times?: number;
}

/** From the test to a process: what to do from now on, or that those that wait may go on. */
export type ToProcess = { readonly orders: readonly HopOrder[] } | { readonly go: true };

/** From a process to the test: it stands where an order said. */
export interface FromProcess {
  readonly turn: string;
  readonly step: string;
  readonly point: HopPoint;
}
