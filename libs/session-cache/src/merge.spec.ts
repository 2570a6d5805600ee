import { mergeSession, MOST_NOT_FOUND } from './merge';
import { readBody, writeBody } from './state';
import { aPiece, finds, SECOND, terms } from './testing/finds';

const empty = finds([]);

describe('mergeSession', () => {
  it('keeps a session within 512 KB, for any amount of evidence', () => {
    const long = 'x'.repeat(20_000);
    const names = Array.from({ length: 60 }, (_, n) => `p${n}`);
    const state = mergeSession(
      null,
      finds(names, {
        evidence: names.map((name) => aPiece(name, { text: long })),
        notFound: names.map((text) => ({ text, why: long })),
      }),
      terms(),
      0,
    );
    expect(Buffer.byteLength(writeBody(state))).toBeLessThanOrEqual(512 * 1024 + 1024);
    expect(state.evidence.length).toBeGreaterThan(10);
    expect(state.notFound).toHaveLength(1);
  });

  it('skips a piece that is too large, and keeps the others', () => {
    const evidence = [aPiece('huge', { text: 'x'.repeat(400_000) }), aPiece('b')];
    const state = mergeSession(null, finds(['huge', 'b'], { evidence }), terms(), 0);
    expect(state.evidence.map(({ id }) => id)).toEqual(['b']);
  });

  it('keeps the subgraph of the kept evidence: its nodes, direct neighbors, and edges between kept nodes only', () => {
    const found = finds(['a', 'b', 'c', 'd']);
    const state = mergeSession(null, { ...found, evidence: [aPiece('a')] }, terms(), 0);
    expect(state.graph.nodes.map(({ name, depth }) => [name, depth])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(state.graph.edges).toHaveLength(1);
    const later = mergeSession(state, finds(['x']), terms({ maxNodes: 1 }), 1);
    expect(later.graph.nodes.map(({ name }) => name)).toEqual(['x']);
    expect(later.graph.edges).toEqual([]);
  });

  it('compares misses in canonical form, keeps the first reason, and drops a miss once it is found', () => {
    const first = mergeSession(
      null,
      { ...empty, notFound: [{ text: '`Dbo.X`', why: 'no definition' }] },
      terms(),
      0,
    );
    const again = mergeSession(
      first,
      { ...empty, notFound: [{ text: ' dbo.x. ', why: 'not found earlier in this session' }] },
      terms(),
      1,
    );
    expect(again.notFound).toEqual([{ text: '`Dbo.X`', why: 'no definition' }]);
    expect(mergeSession(again, { ...empty, found: ['"DBO.X"'] }, terms(), 2).notFound).toEqual([]);
  });

  it('compares misses as the loop guard does', () => {
    const no = (text: string) => ({ text, why: 'no' });
    const names = ['X', 'class X', 'sales in 2016', 'sales in 2017'];
    const first = mergeSession(null, { ...empty, notFound: names.map(no) }, terms(), 0);
    expect(first.notFound.map(({ text }) => text)).toEqual(['X', 'sales in 2016', 'sales in 2017']);
    // A request that was found in one file is not a miss.
    const found = ['function X in b.cs', 'the sales in 2017'];
    expect(mergeSession(first, { ...empty, found }, terms(), 1).notFound).toEqual([no('sales in 2016')]);
  });

  it('limits the misses, latest first', () => {
    const many = Array.from({ length: 150 }, (_, n) => ({ text: `name${n}`, why: 'no' }));
    const state = mergeSession(null, { ...empty, notFound: many }, terms(), 0);
    expect(state.notFound).toHaveLength(MOST_NOT_FOUND);
    const later = mergeSession(state, { ...empty, notFound: [{ text: 'newest', why: 'no' }] }, terms(), 1);
    expect(later.notFound[0]?.text).toBe('newest');
    expect(later.notFound).toHaveLength(MOST_NOT_FOUND);
  });

  it('continues the session over another index, with nothing of the previous one', () => {
    const state = mergeSession(null, finds(['a']), terms(), 5);
    const moved = mergeSession(state, finds(['b']), terms({ index: SECOND }), 9);
    expect(moved).toMatchObject({ createdAt: 5, lastAccessed: 9, evidence: [{ id: 'b' }] });
    expect(moved.evidence).toHaveLength(1);
  });

  it('ignores the format of another version', () => {
    const body = writeBody(mergeSession(null, finds(['a']), terms(), 0));
    const times = { lastAccessed: 0, expiresAt: 1 };
    expect(readBody(body, times)?.evidence).toHaveLength(1);
    expect(readBody(body.replace('"format":1', '"format":2'), times)).toBeNull();
  });
});
