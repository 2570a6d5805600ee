/** The position of a process in a step: before its action is called, or after it and before the commit. */
export type HopPoint = 'begun' | 'done';

/** What a process of a fault run must do at a step: wait for the test, end as by `kill -9`, or block for some time. */
export interface HopOrder {
  /** Id of the step in the pipeline. */
  readonly step: string;
  readonly point: HopPoint;
  /** Only in a turn whose question contains this text; in any turn if absent. */
  readonly question?: string;
  readonly act: 'wait' | 'die' | { readonly blockMs: number };
  /** How often; unlimited if absent. */
  readonly times?: number;
}

/** From the test to a process: its orders from now on, or that waiting hops may continue. */
export type ToProcess = { readonly orders: readonly HopOrder[] } | { readonly go: true };

/** From a process to the test: it has reached the position of an order. */
export interface FromProcess {
  readonly turn: string;
  readonly step: string;
  readonly point: HopPoint;
}
