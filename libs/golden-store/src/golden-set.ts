import type { SnapshotRef } from '@quarry/turn';
/** A place that answers a question: what a turn should find and cite. */
export interface GoldPlace {
  /** Path of the file from the repository's root, or the identity of a document of a corpus. */
  readonly path: string;
  /** First and last line, from 1, both included; null: the whole of it. */
  readonly lines: readonly [first: number, last: number] | null;
  /** 1 and more: relevant, the more the better · 0: judged, and not relevant. */
  readonly grade: number;
}

/** A question with what is expected of its answer, as far as it is known. */
export interface GoldenQuestion {
  /** Unique within its set. */
  readonly id: string;
  readonly text: string;
  /** False: it is translated to English before it is searched for. Answers and gold are in English. */
  readonly isEnglish: boolean;
  readonly gold: readonly GoldPlace[];
  /** Texts of which each answers it; empty where none is known. */
  readonly answers: readonly string[];
  /** True where nothing that is indexed answers it: to say so is right. */
  readonly unanswerable: boolean;
  /** For people; may be empty. */
  readonly note: string;
  /** Turn that it was taken from; null where somebody wrote it. */
  readonly fromTurn: string | null;
}

/** Name of a pipeline → the snapshot that it is asked about, as the stores name it; a pipeline that is not there asks about the installation's default. */
export type RunSubjects = Readonly<Record<string, SnapshotRef>>;

/** When a set is run by itself. */
export interface GoldenSchedule {
  /** Names of the pipelines to ask. */
  readonly pipelines: readonly string[];
  /** Hours from one run to the next; null: not by time. */
  readonly everyHours: number | null;
  /** Run again when one of the pipelines has another version than in the last run. */
  readonly onPipelineChange: boolean;
  /** What its runs ask about; absent where it was set by an older gateway. */
  readonly about?: RunSubjects;
}

/** A golden set without its questions. */
export interface GoldenSetHead {
  readonly tenant: string;
  /** Unique among those of the tenant. */
  readonly name: string;
  /** New with each creation: runs of a set that was deleted are not those of a new one of the same name. */
  readonly id: string;
  readonly description: string;
  /** From 1; grows by one with each change. */
  readonly revision: number;
  readonly schedule: GoldenSchedule | null;
  /** Number of its questions. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Questions of a team with what is expected of their answers, to measure pipelines by. */
export interface GoldenSet extends GoldenSetHead {
  readonly questions: readonly GoldenQuestion[];
}
