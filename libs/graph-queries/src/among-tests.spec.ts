import { amongTests } from './among-tests';
import type { Relation } from './operation';

const relation = (name: string, path: string): Relation => ({
  ...{ key: `ts:${name}|FUNCTION`, name, node: null, target: 'load', depth: 1 },
  edge: { from: `ts:${name}|FUNCTION`, to: 'ts:load|FUNCTION', kind: 'CALLS' },
  place: { path, line: 1 },
});

const all = {
  relations: [
    relation('main', 'src/main.ts'),
    relation('works', 'test/load.spec.ts'),
    relation('fails', 'test/load.spec.ts'),
  ],
  total: 3,
  possible: {
    relations: [relation('maybe', 'src/maybe.ts'), relation('tries', 'test/b.spec.ts')],
    total: 2,
    one: 'function',
  },
};

describe('results in tests, and outside of them', () => {
  it.each([
    ['without', ['main'], ['maybe'], 'without 2 in tests'],
    ['only', ['works', 'fails'], ['tries'], 'without 1 outside of tests'],
  ] as const)('%s: %s', (among, names, possible, note) => {
    const { relations, total, ...rest } = amongTests(all, among, { limit: 10 });
    expect(relations.map(({ name }) => name)).toEqual(names);
    expect(total).toBe(names.length);
    expect(rest.note).toBe(note);
    expect(rest.possible?.relations.map(({ name }) => name)).toEqual(possible);
  });

  it('counts all and lists the first', () => {
    const { relations, total } = amongTests(all, 'only', { limit: 1 });
    expect([relations.length, total]).toEqual([1, 2]);
  });
});
