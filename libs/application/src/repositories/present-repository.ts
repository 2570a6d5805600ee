import type { Immutable, RepositoryDto, SnapshotDetailDto, SnapshotDto } from '@quarry/client';
import type { SnapshotDetail, SnapshotSummary } from '@quarry/repositories';
import { hasRole, type Caller } from '../access/caller';
import type { ReadableRepository } from './repository.service';

export function presentRepository(
  caller: Caller,
  repository: ReadableRepository,
): Immutable<RepositoryDto> | [] {
  const { name, shared, snapshots } = repository;
  const [current] = snapshots;
  if (!current) return [];
  const self = `/v1/repositories/${encodeURIComponent(name)}`;
  return {
    name,
    shared,
    snapshots: snapshots.length,
    current: presentSnapshot(caller, name, current),
    links: { self, snapshots: `${self}/snapshots` },
  };
}

/** Hides the location of the source from readers. */
export function presentSnapshot(
  caller: Caller,
  repository: string,
  summary: SnapshotSummary,
): Immutable<SnapshotDto> {
  const { snapshot, indexedAt, by, job, files, chunks, nodes, edges, pendingVectors } = summary;
  const { embedder, commit, dirty, remote = null, site, upload, failures, secrets = null } = summary;
  // The folder of an upload is Quarry's own.
  const root = upload ? null : summary.root;
  const maySee = hasRole(caller, 'maintainer');
  return {
    ...{ repository, snapshot, indexedAt: new Date(indexedAt).toISOString(), by, job, files, chunks },
    ...{ nodes, edges, pendingVectors, embedder, commit, dirty, failures, secrets },
    root: maySee ? root : null,
    remote: maySee && remote ? { url: remote.url, branch: remote.branch } : null,
    site: maySee ? (site?.url ?? null) : null,
    upload: maySee ? (upload?.name ?? null) : null,
  };
}

export function presentSnapshotDetail(
  caller: Caller,
  repository: string,
  detail: SnapshotDetail,
): Immutable<SnapshotDetailDto> {
  return {
    ...presentSnapshot(caller, repository, detail),
    failed: detail.failed,
    secretPlaces: detail.secretPlaces ?? [],
  };
}
