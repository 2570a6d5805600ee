import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';

/** True for the long form of the fault tests, as `./quarry test --faults` runs them. */
export const LONG = process.env.QUARRY_FAULTS === 'long';

/** What became of the turns of one fault run: a row of the table in docs/faults.md. What a run does not count is null there. */
export interface FaultFigures {
  /** What was done to the system, in a few words. */
  readonly fault: string;
  /** Turns that a client was told of: 202, or `start` came back. */
  readonly accepted: number;
  /** Accepted turns with an end. */
  readonly ended: number;
  /** Accepted turns without an end. */
  readonly lost: number;
  /** How many had each end, as `audit.ts` names them; null where that is not counted. */
  readonly outcomes: Readonly<Record<string, number>> | null;
  /** Turns that kill their process each time, and so are to end as poison; 0 where absent. */
  readonly harmful?: number;
  /** Turns whose log tells of more than one end. */
  readonly doubled: number;
  /** Hops, by turn and version, of which more than one commit was kept. */
  readonly hopsDoubled: number | null;
  /** Model calls beyond those of an undisturbed run: those of hops that were interrupted. */
  readonly extraModelCalls: number | null;
  /** Streams that were broken off and taken up again. */
  readonly streamsResumed: number | null;
  /** Events that a client missed, or saw twice, in a stream that was taken up again. */
  readonly streamGaps: number | null;
  /** Milliseconds from the fault's end until work went on as before; null where that makes no sense. */
  readonly recoveryMs: number | null;
}

/** What `report` adds: where the row comes from. */
export interface FaultReport extends FaultFigures {
  /** Name of the spec file. */
  readonly spec: string;
}

/** Adds a row to the file that QUARRY_FAULT_REPORT names, one JSON object a line; does nothing without it. */
export function report(figures: FaultFigures): void {
  const file = process.env.QUARRY_FAULT_REPORT;
  if (file === undefined || file === '') return;
  const spec = basename(expect.getState().testPath ?? '');
  appendFileSync(file, `${JSON.stringify({ ...figures, spec } satisfies FaultReport)}\n`);
}
