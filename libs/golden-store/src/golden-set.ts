import type { SnapshotRef } from '@quarry/turn';
/** A place that answers a question, which a turn should find and cite. */
export interface GoldPlace {
  /** Path of the file, relative to the repository's root, or the id of a document of a corpus. */
  readonly path: string;
  /** First and last line, from 1, both included; null for the whole file. */
  readonly lines: readonly [first: number, last: number] | null;
  /** 1 or more: relevant, higher is better · 0: judged as not relevant. */
  readonly grade: number;
}

/** A question with its expected answer, as far as known. */
export interface GoldenQuestion {
  /** Unique within its set. */
  readonly id: string;
  readonly text: string;
  /** False: the question is translated to English before the search. Answers and gold places are in English. */
  readonly isEnglish: boolean;
  readonly gold: readonly GoldPlace[];
  /** Accepted answers; empty if none is known. */
  readonly answers: readonly string[];
  /** True if the index does not answer the question: the correct answer says so. */
  readonly unanswerable: boolean;
  /** Human-readable note; may be empty. */
  readonly note: string;
  /** The turn from which the question was taken; null if it was written by hand. */
  readonly fromTurn: string | null;
}

/** Snapshot by pipeline, as named in the stores. Other pipelines ask about the default snapshot of the installation. */
export type RunSubjects = Readonly<Record<string, SnapshotRef>>;

/** When a set runs automatically. */
export interface GoldenSchedule {
  /** Names of the pipelines to ask. */
  readonly pipelines: readonly string[];
  /** Hours between runs; null: not by time. */
  readonly everyHours: number | null;
  /** Run again if the version of a pipeline has changed since the last run. */
  readonly onPipelineChange: boolean;
  /** The snapshots that its runs ask about; absent if an older gateway set the schedule. */
  readonly about?: RunSubjects;
}

/** A golden set without its questions. */
export interface GoldenSetHead {
  readonly tenant: string;
  /** Unique within the tenant. */
  readonly name: string;
  /** New for each creation: a new set does not inherit the runs of a deleted one with the same name. */
  readonly id: string;
  readonly description: string;
  /** From 1; incremented by each change. */
  readonly revision: number;
  readonly schedule: GoldenSchedule | null;
  /** Number of questions. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Questions of a team with their expected answers, which measure pipelines. */
export interface GoldenSet extends GoldenSetHead {
  readonly questions: readonly GoldenQuestion[];
}
