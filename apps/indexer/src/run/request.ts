import { basename } from 'node:path';
import type { IndexOptions, IndexProgress } from '@quarry/indexing';
import type { GitOrder, SiteOrder, UploadOrder } from '@quarry/repositories';
import { Fault, isValidName, type SnapshotRef } from '@quarry/turn';

/** What to index, and how. */
export interface IndexRequest {
  /** Absolute path of a folder or file; of a git repository on a server, or of a site, its URL. */
  readonly root: string;
  /** Present if `root` is the URL of a git repository, whose name must then be in `repository`. */
  readonly git?: GitOrder;
  /** Present if `root` is the URL of a documentation site, whose repository must then be named. */
  readonly site?: SiteOrder;
  /** Present if the source is an upload, whose repository must then be named. `root` is the name of its file. */
  readonly upload?: UploadOrder & { readonly tenant: string };
  /** Name in the stores; by default the name of the folder. */
  readonly repository?: string;
  readonly snapshot?: string;
  /**
   * A commit of the git repository at `root`, in git's syntax: it is indexed in place of the work tree, and names the
   * snapshot by default.
   */
  readonly revision?: string;
  readonly rebuild?: boolean;
  readonly vectors?: boolean;
  /** False: commits are not indexed; by default, those of a local git repository are. */
  readonly history?: boolean;
  /** Secrets are not masked. Only for the command line. */
  readonly keepSecrets?: boolean;
  /** Whether pages without text are read by OCR; by default as configured, otherwise as in the last run. */
  readonly ocr?: boolean;
  readonly chunking?: IndexOptions['chunking'];
  readonly vectorIndex?: IndexOptions['vectorIndex'];
  /** Registry of source URLs. */
  readonly urls?: string;
  /**
   * Folders that must contain the data of a git repository; by default, it may be anywhere, as for the command line.
   */
  readonly gitWithin?: readonly string[];
  /** How to summarise sections; by default by the chat model if one is configured. */
  readonly summaries?: 'extractive' | 'model';
  /** Id of the API key that requested it, `cli` for the command line; null if unknown. */
  readonly by: string | null;
  /** Id of the indexing job, if there is one. */
  readonly job?: string;
}

/** Progress of a run: that of indexing, after that of fetching from a git server, in objects. */
export type RunProgress =
  IndexProgress | (Pick<IndexProgress, 'done' | 'total'> & { readonly phase: 'fetch' });

/** Receives the progress of a run, and can stop it. */
export interface RunListener {
  readonly signal: AbortSignal;
  progress(now: RunProgress): void;
  /** One human-readable sentence. */
  note(text: string): void;
}

/** The snapshot of a request. @throws Fault `bad_request` if a revision is no name for a snapshot and none is given */
export function refOf({
  root,
  repository,
  snapshot,
  revision,
  git,
}: Pick<IndexRequest, 'root' | 'repository' | 'snapshot' | 'revision' | 'git'>): SnapshotRef {
  const named = revision ?? git?.branch ?? null;
  return {
    repository: repository ?? basename(root),
    snapshot: snapshot ?? (named === null ? 'current' : snapshotNameOf(named)),
  };
}

/** `v1.2` for `v1.2`, `release-2.0` for `release/2.0`. */
function snapshotNameOf(revision: string): string {
  const name = revision.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 100);
  if (isValidName(name)) return name;
  throw new Fault(
    'bad_request',
    `The revision '${revision.slice(0, 100)}' cannot be the name of a snapshot. Name one: --snapshot NAME.`,
  );
}
