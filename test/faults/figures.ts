import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';

/** True for the long form of the fault tests, as `./quarry test --faults` runs them. */
export const LONG = process.env.QUARRY_FAULTS === 'long';

/** The results of one fault run: a row of the table in docs/faults.md. Values that a run does not count are null. */
export interface FaultFigures {
  /** The fault, in a few words. */
  readonly fault: string;
  /** Turns that were confirmed to a client: with 202, or by `start`. */
  readonly accepted: number;
  /** Accepted turns with an end. */
  readonly ended: number;
  /** Accepted turns without an end. */
  readonly lost: number;
  /** Number of turns by end, as named in `audit.ts`; null if not counted. */
  readonly outcomes: Readonly<Record<string, number>> | null;
  /** Turns that kill their process each time, and must end as poison; 0 if absent. */
  readonly harmful?: number;
  /** Turns with more than one end in their log. */
  readonly doubled: number;
  /** Hops, by turn and version, with more than one stored commit. */
  readonly hopsDoubled: number | null;
  /** Model calls in addition to those of an undisturbed run, by interrupted hops. */
  readonly extraModelCalls: number | null;
  /** Streams that were interrupted and resumed. */
  readonly streamsResumed: number | null;
  /** Events that a client missed or saw twice in a resumed stream. */
  readonly streamGaps: number | null;
  /** Milliseconds from the fault's end until work continued as before; null if not applicable. */
  readonly recoveryMs: number | null;
}

/** Added by `report`: the origin of the row. */
export interface FaultReport extends FaultFigures {
  /** Name of the spec file. */
  readonly spec: string;
}

/** Appends a row to the file of QUARRY_FAULT_REPORT, one JSON object per line; does nothing without it. */
export function report(figures: FaultFigures): void {
  const file = process.env.QUARRY_FAULT_REPORT;
  if (file === undefined || file === '') return;
  const spec = basename(expect.getState().testPath ?? '');
  appendFileSync(file, `${JSON.stringify({ ...figures, spec } satisfies FaultReport)}\n`);
}
