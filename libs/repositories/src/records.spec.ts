import { inOrder, type SnapshotSummary } from './records';

const summary = (snapshot: string, committedAt?: number): SnapshotSummary => ({
  ...{ snapshot, indexedAt: 1, by: null, job: null, files: 1, chunks: 1, nodes: 0, edges: 0 },
  ...{ pendingVectors: 0, embedder: null, commit: null, dirty: false, root: null, failures: 0 },
  ...(committedAt === undefined ? {} : { committedAt, revision: snapshot }),
});

describe('the snapshots of a repository', () => {
  it('begin with work trees as they were indexed, then revisions by their commits, the newest first', () => {
    const indexed = [
      summary('v1', 10),
      summary('next'),
      summary('v3', 30),
      summary('current'),
      summary('v2', 20),
    ];
    expect(inOrder(indexed).map(({ snapshot }) => snapshot)).toEqual(['next', 'current', 'v3', 'v2', 'v1']);
  });
});
