import { createHash } from 'node:crypto';

/** Names of the collections in the record store. */
export const REPOSITORIES = 'repository';
export const SNAPSHOTS = 'snapshot';

/** In the place of a key's id: the command line had it indexed. */
export const BY_HAND = 'cli';

/** Most snapshots that a repository's record names; the oldest is forgotten by the list, not by the stores. */
export const MOST_SNAPSHOTS = 200;

/** Most failures that a snapshot keeps, and most characters of one's path and reason. */
const MOST_FAILURES = 1_000;
const MOST_PATH = 300;
const MOST_REASON = 300;

/** Most places of secrets that a snapshot keeps. */
export const MOST_PLACES = 1_000;

/** A file that is not in the index, or not as well as it should be. */
export interface Failure {
  /** `skipped`: it is not in the index. `problem`: it is, with less than there should be. */
  readonly kind: 'skipped' | 'problem';
  /** Path from the repository's root. */
  readonly path: string;
  readonly reason: string;
}

/** What is known of a snapshot since it was last indexed. */
export interface SnapshotSummary {
  readonly snapshot: string;
  /** Milliseconds since the epoch. */
  readonly indexedAt: number;
  /** Id of the API key that had it indexed, `cli` for the command line; null where nobody recorded it. */
  readonly by: string | null;
  /** Id of the indexing job; null where it was none. */
  readonly job: string | null;
  readonly files: number;
  readonly chunks: number;
  readonly nodes: number;
  readonly edges: number;
  /** Chunks that lack a vector: BM25 finds them. */
  readonly pendingVectors: number;
  /** Model that the vectors come from; null where there are none. */
  readonly embedder: string | null;
  readonly commit: string | null;
  /** True where the working tree held changes that the commit does not. */
  readonly dirty: boolean;
  /** Absolute path of what was indexed; null for an import. */
  readonly root: string | null;
  /** Files that could not be indexed, or not well: those that are listed and the others. */
  readonly failures: number;
  /** Number of the run, which the stores have in their imprints; absent where it was recorded before runs had numbers. */
  readonly run?: number;
  /** Secrets that are masked in it; null where none was looked for, absent where it was indexed before Quarry looked for any. */
  readonly secrets?: number | null;
}

/** A secret that is masked in the index. Never its value. */
export interface SecretPlace {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** `aws-access-key-id`, `private-key`. */
  readonly kind: string;
}

/** A snapshot with the files that could not be indexed, at most {@link MOST_FAILURES}. */
export interface SnapshotDetail extends SnapshotSummary {
  readonly failed: readonly Failure[];
  /** Where the masked secrets are, at most {@link MOST_PLACES}. */
  readonly secretPlaces?: readonly SecretPlace[];
}

export interface RepositoryRecord {
  /** As its tenant calls it. */
  readonly name: string;
  /** Newest first; the first is the one that questions are about when they name none. Never empty. */
  readonly snapshots: readonly SnapshotSummary[];
}

/** The first failures, each short enough that all fit a record: skipped ones before others. */
export function boundedFailures(failures: readonly Failure[]): readonly Failure[] {
  return [...failures]
    .sort((a, b) => Number(a.kind === 'problem') - Number(b.kind === 'problem'))
    .slice(0, MOST_FAILURES)
    .map(({ kind, path, reason }) => ({
      kind,
      path: path.slice(0, MOST_PATH),
      reason: reason.slice(0, MOST_REASON),
    }));
}

/** The first places, each short enough that all fit a record. */
export function boundedPlaces(places: readonly SecretPlace[]): readonly SecretPlace[] {
  return places
    .slice(0, MOST_PLACES)
    .map(({ path, line, kind }) => ({ path: path.slice(0, MOST_PATH), line, kind }));
}

/** Id of a repository's record: its name, or a digest where a record's id cannot be so long. */
export function repositoryId(name: string): string {
  return name !== '' && name.length <= 200 ? name : digest(name);
}

export function snapshotRecordId(name: string, snapshot: string): string {
  return digest(JSON.stringify([name, snapshot]));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
