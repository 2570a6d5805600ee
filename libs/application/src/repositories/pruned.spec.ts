import type { SnapshotSummary } from '@quarry/repositories';
import { outsideOf } from './pruned';

const DAY = 86_400_000;
const NOW = 1_000 * DAY;

const summary = (snapshot: string, days: number, isRevision = true): SnapshotSummary => ({
  ...{ snapshot, indexedAt: NOW, by: null, job: null, files: 1, chunks: 1, nodes: 0, edges: 0 },
  ...{ pendingVectors: 0, embedder: null, commit: null, dirty: false, root: null, failures: 0 },
  ...(isRevision ? { committedAt: NOW - days * DAY } : { indexedAt: NOW - days * DAY }),
});
const SNAPSHOTS = [
  summary('current', 400, false),
  summary('v3', 10),
  summary('v2', 100),
  summary('v1', 300),
  summary('v0', 500),
];

describe('the snapshots outside of a retention', () => {
  it.each([
    [{ keep: 2, olderThanDays: null }, ['v2', 'v1', 'v0']],
    [{ keep: 9, olderThanDays: null }, []],
    [{ keep: null, olderThanDays: 200 }, ['v1', 'v0']],
    [{ keep: 4, olderThanDays: 200 }, ['v0']],
    [{ keep: null, olderThanDays: 0 }, ['v3', 'v2', 'v1', 'v0']],
  ])('%j are %j; the first always stays', (retention, expected) => {
    expect(outsideOf(SNAPSHOTS, retention, NOW)).toEqual(expected);
  });

  it('are never of a revision that is to stay', () => {
    const tagged = SNAPSHOTS.map((each) =>
      each.snapshot === 'current' ? each : { ...each, revision: each.snapshot.replace('v1', 'next/v1') },
    );
    const outside = (retention: Parameters<typeof outsideOf>[1]) => outsideOf(tagged, retention, NOW);
    const none = { keep: null, olderThanDays: null };
    expect(outside({ ...none, keepRevisions: ['v*'] })).toEqual(['v1']);
    expect(outside({ ...none, keep: 2, keepRevisions: ['v2', 'v0'] })).toEqual(['v1']);
    expect(outside({ ...none, olderThanDays: 200, keepRevisions: ['v*'] })).toEqual(['v1']);
    expect(outsideOf(SNAPSHOTS, { ...none, keepRevisions: ['*'] }, NOW)).toEqual(['v3', 'v2', 'v1', 'v0']);
  });

  it('need a limit', () => {
    expect(() => outsideOf(SNAPSHOTS, { keep: null, olderThanDays: null }, NOW)).toThrow(
      /a number of snapshots/,
    );
  });
});
