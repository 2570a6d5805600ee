import type { Lease } from '@quarry/lease';
import type { Outcome } from '@quarry/turn';
import type { GoldenQuestion, RunSubjects } from './golden-set';

/** `queued`: nobody works on it yet · `running` · `finished`: every question was asked of every pipeline · `failed` and `cancelled`: it ended before. */
export type RunStatus = 'queued' | 'running' | 'finished' | 'failed' | 'cancelled';

/** Why a run began. */
export type RunTrigger = 'request' | 'time' | 'pipeline';

/** Measure → value; a measure that does not apply to a question is absent. */
export type Measures = Readonly<Record<string, number>>;

/** One question, asked of one pipeline. */
export interface RunRow {
  /** Id of the question. */
  readonly question: string;
  /** `name@digest`. */
  readonly pipeline: string;
  /** Null where the question was not taken. */
  readonly turnId: string | null;
  readonly outcome: Outcome;
  /** Why it ended so, where it did not end with an answer; else null. */
  readonly reason: string | null;
  /** The answer, cut where it is long. */
  readonly answer: string;
  readonly measures: Measures;
}

/** A measure of one pipeline over the questions that it applies to. */
export interface MeasureSummary {
  readonly measure: string;
  readonly mean: number;
  /** 95 % interval of the mean. */
  readonly low: number;
  readonly high: number;
  readonly questions: number;
}

/** How one pipeline did in a run. */
export interface PipelineSummary {
  /** `name@digest`. */
  readonly pipeline: string;
  readonly questions: number;
  /** Turns that failed. */
  readonly failed: number;
  readonly measures: readonly MeasureSummary[];
}

/** A run without its questions and rows. */
export interface GoldenRunHead {
  readonly tenant: string;
  readonly id: string;
  /** Id of the golden set. */
  readonly setId: string;
  readonly setName: string;
  readonly setRevision: number;
  /** `name@digest` of each: a run keeps the versions that it began with. */
  readonly pipelines: readonly string[];
  readonly trigger: RunTrigger;
  readonly status: RunStatus;
  /** Why it failed; else null. */
  readonly reason: string | null;
  /** Milliseconds since the epoch; null while it has not come so far. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Rows that are there, of all that there will be. */
  readonly done: number;
  readonly total: number;
  /** Grows by one with each save. */
  readonly version: number;
  readonly lease: Lease | null;
  /** How often it was claimed since its last row. */
  readonly claims: number;
  /** One for each pipeline, once it is finished; else empty. */
  readonly summary: readonly PipelineSummary[];
}

/** Every question of a set, asked of some pipelines and measured. */
export interface GoldenRun extends GoldenRunHead {
  /** As they were when the run began. */
  readonly questions: readonly GoldenQuestion[];
  readonly rows: readonly RunRow[];
  /** What it asks about; absent in a run of an older gateway. */
  readonly about?: RunSubjects;
}
