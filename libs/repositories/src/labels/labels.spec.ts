import { audienceOf, covers, viewFor } from './audience';
import { mayRead, SENSITIVITIES } from './label';
import { readLabelRules } from './read-rules';
import { PathLabels } from './rules';

const RULES = readLabelRules(`
rules:
  - {paths: [payroll/], groups: [finance, board], sensitivity: confidential}
  - {paths: [payroll/open.md, '*.Csv'], sensitivity: public}
  - {paths: [docs/], groups: []}
`);
const labels = new PathLabels(RULES, {
  'src/a.cs': [['Security', 'Finance'], ['Audit']],
  constructor: [['x']],
});
const LADDER = SENSITIVITIES;

describe('PathLabels', () => {
  it('takes the last rule that matches, and none in its place without one', () => {
    expect(labels.of('payroll/a/b.ts')).toEqual({
      groups: [['finance', 'board']],
      sensitivity: 'confidential',
    });
    expect(labels.of('payroll/open.md')).toEqual({ groups: [], sensitivity: 'public' });
    expect(labels.of('a/b.Csv')).toEqual({ groups: [], sensitivity: 'public' });
    expect(labels.of('docs/x.md')).toEqual({ groups: [[]], sensitivity: null });
    expect(labels.of('Payroll/a.ts')).toBeNull();
    expect(labels.of('src/main.ts')).toBeNull();
  });

  it('adds what an importer states to what a rule says', () => {
    expect(labels.of('src/a.cs')).toEqual({
      groups: [['Security', 'Finance'], ['Audit']],
      sensitivity: null,
    });
    expect(labels.of('toString')).toBeNull();
    const both = new PathLabels(RULES, { 'payroll/a.cs': [['Audit']] });
    expect(both.of('payroll/a.cs')).toEqual({
      groups: [['finance', 'board'], ['Audit']],
      sensitivity: 'confidential',
    });
  });

  it('labels neither the labels file nor a path that leads outside', () => {
    const all = new PathLabels(
      readLabelRules('default: {sensitivity: public}\nrules: [{paths: ["**"], groups: [a]}]'),
      {},
    );
    expect(all.of('quarry-labels.yaml')).toBeNull();
    for (const path of ['../a.ts', '/a.ts', './a.ts', '']) expect(all.of(path)).toBeNull();
    expect(all.of('a.ts')).toEqual({ groups: [['a']], sensitivity: null });
  });
});

describe('mayRead', () => {
  const reader = { groups: ['finance'], sensitivity: 'internal' };
  it.each([
    [null, false],
    [{ groups: [], sensitivity: null }, true],
    [{ groups: [], sensitivity: 'internal' }, true],
    [{ groups: [], sensitivity: 'confidential' }, false],
    [{ groups: [], sensitivity: 'unknown' }, false],
    [{ groups: [['finance', 'board']], sensitivity: null }, true],
    [{ groups: [['finance'], ['board']], sensitivity: null }, false],
    [{ groups: [[]], sensitivity: null }, false],
  ])('decides %j: %s', (label, expected) => {
    expect(mayRead(reader, label, LADDER)).toBe(expected);
  });
});

describe('an audience', () => {
  const all = { ladder: LADDER, groups: ['board', 'finance'] };
  it('is what the labels can tell apart', () => {
    const audience = { groups: ['finance'], sensitivity: 'internal' };
    expect(audienceOf({ groups: ['x', 'finance'], sensitivity: 'internal' }, all)).toEqual(audience);
    expect(audienceOf({ groups: [], sensitivity: 'nonsense' }, all).sensitivity).toBe('public');
    expect(audienceOf({ groups: [], sensitivity: null }, all).sensitivity).toBe('public');
  });

  it('has a view of its own, and another one under other labels', () => {
    const ref = { repository: 'shop', snapshot: 'main' };
    const of = (groups: readonly string[], version = 'v1') =>
      viewFor(ref, { groups, sensitivity: 'public' }, version).snapshot;
    expect(of(['a'])).toMatch(/^main~[0-9a-f]{32}$/);
    expect(new Set([of(['a']), of(['b']), of([]), of(['a'], 'v2')]).size).toBe(4);
  });

  it('covers one with fewer groups and a lower sensitivity', () => {
    const of = (groups: readonly string[], sensitivity: string) => ({ groups, sensitivity });
    const wide = of(['a', 'b'], 'confidential');
    expect(covers(wide, of(['a'], 'public'), LADDER)).toBe(true);
    expect(covers(wide, wide, LADDER)).toBe(true);
    expect(covers(wide, of(['a', 'c'], 'public'), LADDER)).toBe(false);
    expect(covers(wide, of(['a'], 'restricted'), LADDER)).toBe(false);
    expect(covers(wide, of(['a'], 'gone'), LADDER)).toBe(false);
  });
});
