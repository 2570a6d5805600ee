import { createHash } from 'node:crypto';

/** Names of the collections in the record store. */
export const REPOSITORIES = 'repository';
export const SNAPSHOTS = 'snapshot';
export const ALLOWED_FOLDERS = 'allowed_folder';

/** Instead of a key's id: indexed by the command line. */
export const BY_HAND = 'cli';

/** Maximum number of snapshots in a repository's record. The list drops the oldest; the stores keep it. */
export const MOST_SNAPSHOTS = 200;

/** Maximum number of failures per snapshot, and maximum characters of a path and a reason. */
const MOST_FAILURES = 1_000;
const MOST_PATH = 300;
const MOST_REASON = 300;

/** Maximum number of locations of secrets per snapshot. */
const MOST_PLACES = 1_000;

/** A folder that jobs for shared repositories may read, because the owner of the gateway chose it. */
export interface AllowedFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
}

/** A file that is not in the index, or only partially. */
export interface Failure {
  /** `skipped`: not in the index. `problem`: in the index, but incomplete. */
  readonly kind: 'skipped' | 'problem';
  /** Path from the repository's root. */
  readonly path: string;
  readonly reason: string;
}

/** Where a snapshot was fetched from. */
export interface SnapshotRemote {
  /** Without user and password. */
  readonly url: string;
  readonly branch: string;
  /** Whether it was fetched with the operator's git configuration; absent if recorded before this was. */
  readonly byOperator?: boolean;
}

/** The options of a run that its index does not show. */
export interface RunOptions {
  /** False: no vectors were computed. */
  readonly vectors: boolean;
  /** The summarizer that was asked for; null: the chat model, if one is configured. */
  readonly summaries: 'extractive' | 'model' | null;
  /** False: commits were left out. */
  readonly history?: boolean;
}

/** A documentation site that was indexed. */
export interface SnapshotSite {
  /** Of the page or sitemap at which reading began. */
  readonly url: string;
  readonly pages: number;
  readonly byOperator: boolean;
}

/** Where an indexed folder is on the web. */
export interface SnapshotOrigin {
  /** The page of its git repository, without user and password. */
  readonly url: string;
  /** Path of the folder in the repository, with `/` as separator; empty at its root. */
  readonly prefix: string;
}

/** The result of the last run on a snapshot. */
export interface SnapshotSummary {
  readonly snapshot: string;
  /** Milliseconds since the epoch. */
  readonly indexedAt: number;
  /** Id of the API key that requested it, `cli` for the command line; null if not recorded. */
  readonly by: string | null;
  /** Id of the indexing job; null without a job. */
  readonly job: string | null;
  readonly files: number;
  readonly chunks: number;
  readonly nodes: number;
  readonly edges: number;
  /** Chunks without a vector: BM25 finds them. */
  readonly pendingVectors: number;
  /** Model of the vectors; null without vectors. */
  readonly embedder: string | null;
  readonly commit: string | null;
  /** True if the working tree had uncommitted changes. */
  readonly dirty: boolean;
  /** Absolute path of the indexed source; null for an import, a git URL and a site. */
  readonly root: string | null;
  /** The git URL that was indexed, and the branch or tag that was fetched; absent for a folder. */
  readonly remote?: SnapshotRemote;
  /** The site that was indexed; absent for other sources. */
  readonly site?: SnapshotSite;
  /** The upload that was indexed; absent for other sources. `root` is then the folder where it was unpacked. */
  readonly upload?: { readonly id: string; readonly name: string };
  /** The options of the run, which a scheduled run repeats; absent if recorded before they were. */
  readonly options?: RunOptions;
  /** Absent without a git repository that was cloned from a server, and if recorded before origins were. */
  readonly origin?: SnapshotOrigin;
  /** Number of files that failed, completely or partially: listed and unlisted ones. */
  readonly failures: number;
  /** Number of the run, which is also in the stores' imprints; absent if it was recorded before runs had numbers. */
  readonly run?: number;
  /** The revision that was indexed in place of a work tree, as it was named: `v1.2`; absent for a work tree. */
  readonly revision?: string;
  /** Time of the commit of `revision`, in milliseconds since the epoch; absent without one. */
  readonly committedAt?: number;
  /** Number of masked secrets; null if not searched for, absent if it was indexed before Quarry searched for any. */
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

/** A snapshot with the files that failed, at most {@link MOST_FAILURES}. */
export interface SnapshotDetail extends SnapshotSummary {
  readonly failed: readonly Failure[];
  /** Locations of the masked secrets, at most {@link MOST_PLACES}. */
  readonly secretPlaces?: readonly SecretPlace[];
}

export interface RepositoryRecord {
  /** The tenant's name for it. */
  readonly name: string;
  /**
   * The first is the default for questions. Those of work trees come first, the one that was indexed last at the head;
   * then those of revisions, the newest commit at the head. Never empty.
   */
  readonly snapshots: readonly SnapshotSummary[];
}

/** Snapshots in the order of {@link RepositoryRecord.snapshots}. Those of work trees keep their order. */
export function inOrder(snapshots: readonly SnapshotSummary[]): readonly SnapshotSummary[] {
  const trees = snapshots.filter(({ committedAt }) => committedAt === undefined);
  const revisions = snapshots.filter(({ committedAt }) => committedAt !== undefined);
  return [...trees, ...revisions.toSorted((a, b) => (b.committedAt ?? 0) - (a.committedAt ?? 0))];
}

/** The first failures, each short enough that all fit a record: skipped files first. */
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

/** The first locations, each short enough that all fit a record. */
export function boundedPlaces(places: readonly SecretPlace[]): readonly SecretPlace[] {
  return places
    .slice(0, MOST_PLACES)
    .map(({ path, line, kind }) => ({ path: path.slice(0, MOST_PATH), line, kind }));
}

/** Id of a repository's record: its name, or a digest if the name is too long for an id. */
export function repositoryId(name: string): string {
  return name !== '' && name.length <= 200 ? name : digest(name);
}

export function snapshotRecordId(name: string, snapshot: string): string {
  return digest(JSON.stringify([name, snapshot]));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

export function allowedFolderId(path: string): string {
  return digest(path);
}
