import { KnownTables } from './known-tables';

const file = (path: string, hash = 'h'): Parameters<KnownTables['get']>[0] => ({
  ...{ ref: { repository: 'shop', snapshot: 'current' }, path, hash },
});

describe('KnownTables', () => {
  it('keeps the tables of a file until its content, or its snapshot, is another', () => {
    const known = new KnownTables();
    known.keep(file('a.csv'), 10, []);
    expect(known.get(file('a.csv'))).toEqual([]);
    expect(known.get(file('a.csv', 'other'))).toBeUndefined();
    const view = { repository: 'shop', snapshot: 'current~audience' };
    expect(known.get({ ...file('a.csv'), ref: view })).toBeUndefined();
  });

  it('keeps as many characters as fit, those that were asked last', () => {
    const known = new KnownTables();
    for (const path of ['a.csv', 'b.csv']) known.keep(file(path), 1_500_000, []);
    known.get(file('a.csv'));
    known.keep(file('c.csv'), 1_500_000, []);
    known.keep(file('too-large.csv'), 5_000_000, []);
    const kept = ['a.csv', 'b.csv', 'c.csv', 'too-large.csv'].filter((path) => known.get(file(path)));
    expect(kept).toEqual(['a.csv', 'c.csv']);
  });
});
