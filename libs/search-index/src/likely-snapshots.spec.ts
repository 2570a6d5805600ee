import { likelySnapshots, type Candidate } from './likely-snapshots';

const candidate = (name: string, chunks: number, ...having: number[]): Candidate => ({
  name,
  chunks,
  having,
});

describe('the repositories that likely hold what a query asks for', () => {
  it('are those that have its words, the rare ones first', () => {
    const found = likelySnapshots(
      'refund policy',
      [
        candidate('a', 100, 50, 0),
        candidate('b', 100, 50, 9),
        candidate('c', 100, 0, 0),
        candidate('d', 100, 40, 0),
      ],
      2,
    );
    expect(found).toEqual([0, 1]);
  });

  it('are not the large ones because they are large', () => {
    const found = likelySnapshots(
      'refund',
      [candidate('large', 100_000, 60), candidate('small', 200, 40), candidate('other', 5_000, 1)],
      1,
    );
    expect(found).toEqual([1]);
  });

  it('include those that the query names, whatever they contain', () => {
    const others = Array.from({ length: 20 }, (_, at) => candidate(`repo-${at}`, 100, 30));
    const found = likelySnapshots(
      'How does payments-api retry?',
      [...others, candidate('payments-api', 10, 0)],
      3,
    );
    expect(found).toContain(20);
    expect(found).toHaveLength(3);
  });

  it('are the first ones where nothing is known of its words, and all where they are few', () => {
    const unknown = Array.from({ length: 12 }, (_, at) => candidate(`repo-${at}`, 100, 0));
    expect(likelySnapshots('zzz', unknown, 3)).toEqual([0, 1, 2]);
    expect(likelySnapshots('zzz', unknown.slice(0, 2), 3)).toEqual([0, 1]);
    expect(likelySnapshots('', [], 3)).toEqual([]);
  });
});
