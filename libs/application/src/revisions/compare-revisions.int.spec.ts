import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchIndex, readingSets, type SearchIndex } from '@quarry/search-index';
import { defined, type AnsweredFrom, type Evidence, type SnapshotRef } from '@quarry/turn';
import { SnapshotFiles } from '../passages/snapshot-files';
import { compareRevisions } from './compare-revisions';
import { stalenessOf } from './staleness';

const V1 = { repository: 'shop', snapshot: 'v1' };
const V2 = { repository: 'shop', snapshot: 'v2' };

const LIMIT = ['export const limitOfOrders = 7;', 'export const limitOfItems = 40;'];
const REFUSE = [
  'export function refuse(order: Order): boolean {',
  '  const known = orders.get(order.id);',
  '  return known !== undefined;',
  '}',
];
const REFUSE_BY_KEY = REFUSE.map((line) => line.replace('order.id', 'order.key'));
const AUDIT = [
  'export function audit(entry: Entry): void {',
  '  journal.append(entry.text, entry.time);',
  '}',
];
const NOTIFY = ['export function notify(owner: Owner): void {', '  mailer.send(owner.address);', '}'];

const TAX = ['export function taxOf(order: Order): number {', '  return order.total * 0.19;', '}'];
const TAX_ANEW = [
  'export const taxOf = (order: Order): number =>',
  '  order.lines.map(vatOf).reduce(plus, 0);',
];
/** Another function with a line of the older tax. */
const VAT = ['export function vatOf(line: Line): number {', '  return order.total * 0.19;', '}'];
const PRICES = [
  'const one = price(1);',
  'const two = price(2);',
  'check(one, two);',
  'const six = price(6);',
  'check(one, two);',
];

/** Names of what a file defines. */
const SYMBOLS: Readonly<Record<string, string>> = { 'src/tax.ts': 'shop.taxOf' };
const FILES: Readonly<Record<'v1' | 'v2', Readonly<Record<string, readonly string[]>>>> = {
  v1: {
    ...{ 'src/limits.ts': LIMIT, 'src/refuse.ts': REFUSE, 'src/audit.ts': AUDIT },
    ...{ 'src/tax.ts': TAX, 'src/prices.ts': PRICES },
  },
  v2: {
    ...{ 'src/config/limits.ts': LIMIT, 'src/refuse.ts': ['', ...REFUSE_BY_KEY], 'src/notify.ts': NOTIFY },
    ...{ 'src/tax.ts': ['', ...TAX_ANEW, ...VAT], 'src/prices.ts': PRICES },
  },
};

describe('two answers to one question', () => {
  let folder: string;
  let index: SearchIndex;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-comparison-'));
    index = readingSets(openSearchIndex(`sqlite:${folder}`));
    for (const ref of [V1, V2])
      await index.write(ref, {
        files: Object.entries(FILES[ref.snapshot as 'v1' | 'v2']).map(([path, lines]) => ({
          path,
          hash: lines.join('\n'),
          chunks: [
            {
              ...{ id: `${path}#L1-L${lines.length}`, path, startLine: 1, endLine: lines.length },
              ...{
                text: lines.join('\n'),
                language: 'typescript',
                kind: 'window',
                contentHash: lines.join('\n'),
                ...defined({ symbol: SYMBOLS[path] }),
              },
            },
          ],
        })),
        meta: {},
      });
  });
  afterAll(async () => {
    await index.close();
    rmSync(folder, { recursive: true });
  });

  /** A turn that cites these places; its answer is one sentence for each. */
  const turn = (
    { repository, snapshot }: SnapshotRef,
    cited: readonly (readonly [
      path: string,
      startLine: number,
      lines: readonly string[],
      sentence: string,
    ])[],
  ): AnsweredFrom => {
    const evidence = cited.map(([path, startLine, lines], at): Evidence => ({
      ...{
        id: path,
        n: at + 1,
        pass: 1,
        kind: 'chunk',
        path,
        startLine,
        endLine: startLine + lines.length - 1,
        ...defined({ symbol: SYMBOLS[path] }),
      },
      ...{ text: lines.join('\n'), relevance: 1, foundBy: 'hybrid', query: 'q' },
    }));
    const english = cited.map(([, , , sentence], at) => `${sentence} [${at + 1}].`).join(' ');
    return {
      evidence,
      options: { repository, snapshot } as AnsweredFrom['options'],
      searches: [],
      answer: {
        ...{ english, text: english, removedCitations: [], writtenBy: 'model' },
        citations: evidence.map(({ n, path, startLine, endLine, pass }) => ({
          n,
          path,
          startLine,
          endLine,
          pass,
        })),
      },
    };
  };
  const older = turn(V1, [
    ['src/limits.ts', 1, LIMIT, 'An order has at most seven items'],
    ['src/refuse.ts', 1, REFUSE, 'A duplicate is known by the id of the order'],
    ['src/audit.ts', 1, AUDIT, 'Each refusal is written to the journal'],
  ]);
  const newer = turn(V2, [
    ['src/refuse.ts', 2, REFUSE_BY_KEY, 'The key of an order tells a duplicate'],
    ['src/notify.ts', 1, NOTIFY, 'Its owner receives a mail'],
    ['src/config/limits.ts', 1, LIMIT, 'An order has at most seven items'],
  ]);

  it('are compared by the state of the lines that they cite, in renamed files as well', async () => {
    const { evidence } = await compareRevisions(index, older, newer);
    const places = evidence.map(({ change, citedAs, from, to }) => [
      change,
      from && `${from.path}:${from.startLine}`,
      to && `${to.path}:${to.startLine}`,
      citedAs,
    ]);
    expect(places).toEqual([
      ['removed', 'src/audit.ts:1', null, [3, null]],
      ['moved', 'src/limits.ts:1', 'src/config/limits.ts:1', [1, 3]],
      ['changed', 'src/refuse.ts:1', 'src/refuse.ts:2', [2, 1]],
      ['added', null, 'src/notify.ts:1', [null, 2]],
    ]);
    const changed = evidence.find(({ change }) => change === 'changed');
    expect(changed?.diff.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '  const known = orders.get(order.id);' },
      { kind: 'added', text: '  const known = orders.get(order.key);' },
    ]);
  });

  it('are compared by their statements; one whose lines are the same holds in the other revision', async () => {
    const { claims } = await compareRevisions(index, older, newer);
    expect(claims.map((claim) => [claim.in, claim.text.split(' [')[0], claim.holdsInOther])).toEqual([
      ['from', 'A duplicate is known by the id of the order', false],
      ['from', 'Each refusal is written to the journal', false],
      ['both', 'An order has at most seven items', null],
      ['to', 'The key of an order tells a duplicate', false],
      ['to', 'Its owner receives a mail', false],
    ]);
    const seven = turn(V1, [['src/limits.ts', 1, LIMIT, 'An order on line 3 has at most 7 items']]);
    const said = async (sentence: string) =>
      (await compareRevisions(index, seven, turn(V2, [['src/config/limits.ts', 1, LIMIT, sentence]]))).claims
        .length;
    expect(await said('An order on line 9 has at most 7 items')).toBe(1);
    expect(await said('An order on line 3 has at most 8 items')).toBe(2);
    expect(await said('An order on line 3 has at most 7 myItems')).toBe(2);
    const silent = turn(V2, []);
    const [first] = (await compareRevisions(index, older, silent)).claims;
    expect(first).toMatchObject({ in: 'from', holdsInOther: true });
  });

  it('a new function is added, however like one of before it is', async () => {
    const like = [
      'export function refuseLate(order: Order): boolean {',
      '  const known = orders.get(order.id);',
      '  if (order.time > closing) return true;',
      '  return known !== undefined;',
      '}',
    ];
    const cited = turn(V2, [['src/refuse.ts', 9, like, 'Late orders are refused']]);
    const named = {
      ...cited,
      evidence: cited.evidence.map((item) => ({ ...item, symbol: 'shop.refuseLate' })),
    };
    const stateOf = async (newer: AnsweredFrom) =>
      (await compareRevisions(index, turn(V1, []), newer)).evidence.map(({ change, from }) => [
        change,
        from?.path ?? null,
      ]);
    expect(await stateOf(named)).toEqual([['added', null]]);
    // The same lines without a name are those of before, changed.
    expect(await stateOf(cited)).toEqual([['changed', 'src/refuse.ts']]);
  });

  it('a rewritten function is changed: neither removed nor added', async () => {
    const before = turn(V1, [['src/tax.ts', 1, TAX, 'A tax is a share of the total']]);
    const after = turn(V2, [['src/tax.ts', 2, TAX_ANEW, 'A tax is a sum over lines']]);
    const changed = {
      ...{ change: 'changed', symbol: 'shop.taxOf' },
      ...{ from: { path: 'src/tax.ts', startLine: 1, endLine: 3 } },
      // The chunk begins with an empty line, and holds both functions.
      ...{ to: { path: 'src/tax.ts', startLine: 1, endLine: 6 } },
    };
    expect((await compareRevisions(index, before, after)).evidence).toMatchObject([
      { ...changed, citedAs: [1, 1] },
    ]);
    expect((await compareRevisions(index, before, turn(V2, []))).evidence).toMatchObject([
      { ...changed, citedAs: [1, null] },
    ]);
  });

  it('are of the same lines where most lines are, and where the same lines occur again', async () => {
    const cited = turn(V1, [['src/prices.ts', 2, PRICES.slice(1, 4), 'Prices are checked']]);
    const parts = turn(V2, [
      ['src/prices.ts', 1, PRICES.slice(0, 2), 'There are prices'],
      ['src/prices.ts', 3, PRICES.slice(2, 5), 'They are checked'],
    ]);
    expect((await compareRevisions(index, cited, parts)).evidence).toMatchObject([
      { change: 'same', citedAs: [1, 2] },
      { change: 'same', citedAs: [null, 1] },
    ]);
    const named = (from: AnsweredFrom): AnsweredFrom => ({
      ...from,
      evidence: from.evidence.map((item) => ({ ...item, symbol: 'shop.prices' })),
    });
    const check = [PRICES[2] ?? ''];
    const [older, newer] = [
      named(turn(V1, [['src/prices.ts', 3, check, 'It checks']])),
      named(turn(V2, [['src/prices.ts', 5, check, 'It checks']])),
    ];
    expect((await compareRevisions(index, older, newer)).evidence).toMatchObject([
      { change: 'moved', citedAs: [1, 1], from: { startLine: 3 }, to: { startLine: 5 } },
    ]);
  });

  it('go stale with their lines: the worst citation counts', async () => {
    const current = (repository: string) =>
      Promise.resolve(repository === 'shop' ? new SnapshotFiles(index, V2) : null);
    const { state, citations } = await stalenessOf(older, current);
    expect(state).toBe('gone');
    expect(citations.map((each) => [each.n, each.state, each.place?.path ?? null])).toEqual([
      [1, 'moved', 'src/config/limits.ts'],
      [2, 'changed', 'src/refuse.ts'],
      [3, 'gone', null],
    ]);
    expect(await stalenessOf(newer, current)).toMatchObject({ state: 'fresh' });
    expect(await stalenessOf(older, () => Promise.resolve(null))).toEqual({ state: null, citations: [] });
  });
});
