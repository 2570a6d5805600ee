import { originOf, webUrlOf } from '@quarry/git';
import type { IndexReport } from '@quarry/indexing';
import type { Stores } from '@quarry/platform';
import {
  RepositoryRegistry,
  type Failure,
  type SnapshotOrigin,
  type SnapshotSummary,
} from '@quarry/repositories';
import { defined, toFault, type SnapshotRef } from '@quarry/turn';
import type { OpenRevision } from './open-revision';
import type { IndexRequest, RunListener } from './request';

/** The result of a run, for the registry of repositories. */
export interface Indexed {
  readonly summary: SnapshotSummary;
  /** Every file that is missing from the index, or only partly indexed. */
  readonly failed: readonly Failure[];
}

interface RunResult {
  readonly ref: SnapshotRef;
  readonly report: IndexReport;
  /** The revision that was read in place of a work tree; null if none was. */
  readonly revision: Pick<OpenRevision, 'name' | 'committedAt' | 'remote'> | null;
}

/**
 * Records the result of a run in the registry of repositories. The index is complete without that record: an
 * unavailable record store is reported, and the next run records the result.
 */
export async function noteIndexed(
  { searchIndex, recordStore }: Stores,
  request: IndexRequest,
  { ref, report, revision }: RunResult,
  listener: Pick<RunListener, 'note' | 'signal'>,
): Promise<Indexed> {
  const { by, job, root, git, site, upload } = request;
  const origin = await originFor(request, listener);
  const info = await searchIndex.describe(ref);
  const failed: readonly Failure[] = [
    ...report.skipped.map((remark) => ({ kind: 'skipped' as const, ...remark })),
    ...report.problems.map(({ path, reason }) => ({ kind: 'problem' as const, path, reason })),
  ];
  const run = (await searchIndex.imprint(ref))?.run;
  const { files, chunks, nodes, edges, pendingVectors, commit, dirty } = report;
  const secrets = report.secrets;
  const told = {
    ...{ indexedAt: Date.now(), by, job: job ?? null, files, chunks, nodes, edges, pendingVectors },
    ...{
      embedder: info?.embedder?.id ?? null,
      commit,
      dirty,
      root: git || site ? null : (info?.root ?? root),
    },
    ...defined({ run }),
    ...(revision && revision.name !== null
      ? { revision: revision.name, committedAt: revision.committedAt }
      : {}),
    ...(revision?.remote
      ? { remote: { ...revision.remote, ...defined({ byOperator: git?.byOperator }) } }
      : {}),
    options: {
      ...{ vectors: request.vectors !== false, summaries: request.summaries ?? null },
      ...(request.history === false ? { history: false } : {}),
    },
    ...(site ? { site: { url: root, ...site } } : {}),
    ...(upload ? { upload: { id: upload.id, name: upload.name } } : {}),
    ...(origin ? { origin } : {}),
    secrets: secrets && secrets.length,
  };
  try {
    await new RepositoryRegistry(recordStore).indexed(ref, told, { failed, secretPlaces: secrets ?? [] });
  } catch (error) {
    listener.note(`the list of repositories was not brought up to date: ${toFault(error).message}`);
  }
  return { summary: { ...told, snapshot: ref.snapshot, failures: failed.length }, failed };
}

/** Where the indexed source is on the web; null if that is unknown. */
async function originFor(
  { root, git, site, upload, gitWithin }: IndexRequest,
  { signal }: Pick<RunListener, 'signal'>,
): Promise<SnapshotOrigin | null> {
  if (upload || site) return null;
  if (!git) return originOf(root, { ...defined({ within: gitWithin }), signal });
  const url = webUrlOf(root);
  return url === null ? null : { url, prefix: '' };
}
