import { nameInKey, shortNameInKey } from './ids';
import { readingSetsBy } from './reading-sets';
import {
  keyInRepository,
  memberOf,
  memberOfKey,
  membersOf,
  outOfRepository,
  shownSnapshot,
  snapshotSet,
  snapshotsIn,
} from './snapshot-set';

const ALPHA = { repository: 'alpha', snapshot: 'v1' };
const BETA = { repository: '@acme/beta', snapshot: 'v2' };

describe('a set of snapshots', () => {
  it('of one is the snapshot itself', () => {
    expect(snapshotSet([ALPHA])).toEqual(ALPHA);
    expect(membersOf(ALPHA)).toBeNull();
    expect(snapshotsIn(ALPHA)).toEqual([ALPHA]);
  });

  it('is ordered by name, and named by its members, without their tenants', () => {
    const set = snapshotSet([BETA, ALPHA]);
    expect(membersOf(set)).toEqual([ALPHA, BETA]);
    expect(set).toMatchObject({ repository: 'alpha, beta', snapshot: 'v1, v2' });
    expect(shownSnapshot(set)).toBe('alpha@v1, beta@v2');
  });

  it('of many is named by the first five and a count', () => {
    const [first, ...others] = Array.from({ length: 30 }, (_, at) => ({
      repository: `r${10 + at}`,
      snapshot: 'current',
    }));
    const set = snapshotSet([first!, ...others]);
    expect(set).toMatchObject({ repository: 'r10, r11, r12, r13, r14 and 25 more', snapshot: 'current' });
  });
});

describe('a text of a set', () => {
  const members = [ALPHA, BETA, { repository: 'alpha/inner', snapshot: 'v3' }];

  it.each([
    ['alpha/src/a.ts', 'alpha', 'src/a.ts'],
    ['beta/a.pdf#part/one', 'beta', 'a.pdf#part/one'],
    // The longest name counts.
    ['alpha/inner/b.ts', 'alpha/inner', 'b.ts'],
  ])('%s is in %s', (text, name, inner) => {
    expect(memberOf(members, text)).toMatchObject({ name, text: inner });
    expect(outOfRepository(name, text)).toBe(inner);
  });

  it.each([['alphabet/a.ts'], ['src/a.ts'], ['alpha'], ['']])('%s is in none', (text) => {
    expect(memberOf(members, text)).toBeNull();
    expect(outOfRepository('other', text)).toBe(text);
  });
});

describe('a key of a set', () => {
  it.each([
    ['csharp:Shop.Invoice.Total|METHOD', 'csharp:alpha/Shop.Invoice.Total|METHOD', 'Invoice.Total'],
    ['file:src/a.ts|FILE', 'file:alpha/src/a.ts|FILE', 'alpha/src/a.ts'],
    ['dbo.Invoice|TABLE', 'alpha/dbo.Invoice|TABLE', 'alpha/dbo.Invoice'],
    ['go:github.com/x/y.Send|FUNCTION', 'go:alpha/github.com/x/y.Send|FUNCTION', 'Send'],
  ])('%s is %s, and its short name %s', (key, named, short) => {
    expect(keyInRepository('alpha', key)).toBe(named);
    expect(memberOfKey([ALPHA, BETA], named)).toMatchObject({ name: 'alpha', text: key });
    expect(nameInKey(named)).toBe(`alpha/${nameInKey(key)}`);
    expect(shortNameInKey(named)).toBe(short);
  });

  it('of a single repository belongs to none', () => {
    expect(memberOfKey([ALPHA, BETA], 'csharp:Shop.Invoice|TYPE')).toBeNull();
  });
});

describe('a store that reads sets', () => {
  const store = {
    own: 'mine',
    count(ref: { repository: string }, by: number): string {
      return `${this.own} ${ref.repository} ${by}`;
    },
    write: (ref: { repository: string }): string => `wrote ${ref.repository}`,
    ping: (): string => 'pong',
  };
  const reads = { count: (members: readonly unknown[], by: number): string => `${members.length} ${by}` };
  const sets = readingSetsBy(store, reads);

  it('reads a set by the other object, and everything else as before', () => {
    expect(sets.count(snapshotSet([ALPHA, BETA]), 3)).toBe('2 3');
    expect(sets.count(ALPHA, 3)).toBe('mine alpha 3');
    expect(sets.write(ALPHA)).toBe('wrote alpha');
    expect(sets.ping()).toBe('pong');
    expect(sets.own).toBe('mine');
  });

  it('refuses to write a set', () => {
    expect(() => sets.write(snapshotSet([ALPHA, BETA]))).toThrow(/cannot be written \(write\)/);
  });
});
