import type { Lease } from '@quarry/lease';
import type { Outcome } from '@quarry/turn';
import type { GoldenQuestion, RunSubjects } from './golden-set';

/** `queued` · `running` · `finished`: every question was asked of every pipeline · `failed`, `cancelled`: early end. */
export type RunStatus = 'queued' | 'running' | 'finished' | 'failed' | 'cancelled';

/** What started a run. */
export type RunTrigger = 'request' | 'time' | 'pipeline';

/** Measure → value; a measure that does not apply to a question is absent. */
export type Measures = Readonly<Record<string, number>>;

/** One question, asked of one pipeline. */
export interface RunRow {
  /** Id of the question. */
  readonly question: string;
  /** `name@digest`. */
  readonly pipeline: string;
  /** Null if the question was not accepted. */
  readonly turnId: string | null;
  readonly outcome: Outcome;
  /** Why the turn ended without an answer; otherwise null. */
  readonly reason: string | null;
  /** The answer, truncated if it is long. */
  readonly answer: string;
  readonly measures: Measures;
}

/** A measure of one pipeline, over the questions to which it applies. */
export interface MeasureSummary {
  readonly measure: string;
  readonly mean: number;
  /** 95 % interval of the mean. */
  readonly low: number;
  readonly high: number;
  readonly questions: number;
}

/** The results of one pipeline in a run. */
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
  /** `name@digest` of each: a run keeps the versions with which it started. */
  readonly pipelines: readonly string[];
  readonly trigger: RunTrigger;
  readonly status: RunStatus;
  /** Why the run failed; otherwise null. */
  readonly reason: string | null;
  /** Milliseconds since the epoch; null until then. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Existing rows, and the total number at the end. */
  readonly done: number;
  readonly total: number;
  /** Incremented by each save. */
  readonly version: number;
  readonly lease: Lease | null;
  /** Number of claims since the last row. */
  readonly claims: number;
  /** One per pipeline when the run is finished; empty before. */
  readonly summary: readonly PipelineSummary[];
}

/** All questions of a set, asked of some pipelines and measured. */
export interface GoldenRun extends GoldenRunHead {
  /** As of the start of the run. */
  readonly questions: readonly GoldenQuestion[];
  readonly rows: readonly RunRow[];
  /** The snapshots that the run asks about; absent in runs of older gateways. */
  readonly about?: RunSubjects;
}
