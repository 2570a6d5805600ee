import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import type { Passage } from '@quarry/turn';
import { locatePassage } from './locate-passage';
import { SnapshotFiles } from './snapshot-files';

const REF = { repository: 'shop', snapshot: 'v2' };

const TAX = [
  'export function taxOf(total: number, rate: number): number {',
  '  if (rate < 0) throw new Error(`negative rate ${rate}`);',
  '  const exact = total * rate;',
  '  return Math.round(exact);',
  '}',
];
const OTHER = ['import { log } from "./log";', '', 'export const limit = 7;', '', 'log(limit);'];

/** `TAX` as it was cited in v1: lines 3 to 7 of `src/tax.ts`. */
const CITED: Passage = { path: 'src/tax.ts', startLine: 3, endLine: 7, text: TAX.join('\n') };

describe('cited lines in another snapshot', () => {
  let folder: string;
  let index: SearchIndex;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-passages-'));
    index = openSearchIndex(`sqlite:${folder}`);
  });
  afterEach(async () => {
    await index.close();
    rmSync(folder, { recursive: true });
  });

  /** Files with one chunk of all their lines. */
  const store = (files: Readonly<Record<string, readonly string[]>>): Promise<void> =>
    index.write(REF, {
      files: Object.entries({ 'docs/other.md': OTHER, ...files }).map(([path, lines]) => ({
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
            },
          },
        ],
      })),
      meta: {},
    });
  const states = async (files: Readonly<Record<string, readonly string[]>>) => {
    await store(files);
    const { state, place } = await locatePassage(new SnapshotFiles(index, REF), CITED);
    return [state, place && `${place.path}:${place.startLine}-${place.endLine}`];
  };

  it.each<[string, Readonly<Record<string, readonly string[]>>, readonly (string | null)[]]>([
    ['are fresh where they were', { 'src/tax.ts': ['// tax', '', ...TAX] }, ['fresh', 'src/tax.ts:3-7']],
    [
      'are fresh with other white space at the ends',
      { 'src/tax.ts': ['', '', ...TAX.map((line) => `${line}  `)] },
      ['fresh', 'src/tax.ts:3-7'],
    ],
    ['moved within the file', { 'src/tax.ts': [...OTHER, ...OTHER, ...TAX] }, ['moved', 'src/tax.ts:11-15']],
    ['moved to the nearest of two copies', { 'src/tax.ts': [...TAX, ...TAX] }, ['moved', 'src/tax.ts:1-5']],
    [
      'moved with a renamed file',
      { 'lib/money/tax.ts': ['', '', ...TAX] },
      ['moved', 'lib/money/tax.ts:3-7'],
    ],
    [
      'moved to another file, although their file is still there',
      { 'src/tax.ts': OTHER, 'src/money.ts': [...OTHER, ...TAX] },
      ['moved', 'src/money.ts:6-10'],
    ],
    ['are gone with their file', { 'src/a.ts': ['export const nothing = 1;'] }, ['gone', null]],
    ['are gone where only brackets are left', { 'src/tax.ts': ['{', '}', '}', '  }'] }, ['gone', null]],
  ])('%s', async (_what, files, expected) => {
    expect(await states(files)).toEqual(expected);
  });

  it('are found in a chunk that ends with empty lines, as those of definitions do', async () => {
    const text = [...TAX, '', ''].join('\n');
    await store({ 'src/a.ts': ['', ...TAX, '', ''] });
    expect(await locatePassage(new SnapshotFiles(index, REF), { ...CITED, endLine: 9, text })).toMatchObject({
      state: 'moved',
      place: { path: 'src/a.ts', startLine: 2, endLine: 6 },
    });
  });

  it('of the code graph, which has no indentation, are fresh in an indented line', async () => {
    await store({ 'src/a.ts': ['namespace a {', '  export class Tax {', '  }', '}'] });
    const line = { path: 'src/a.ts', startLine: 2, endLine: 2, text: 'export class Tax {' };
    expect(await locatePassage(new SnapshotFiles(index, REF), line)).toMatchObject({ state: 'fresh' });
  });

  it('changed, with what was removed and added', async () => {
    const [head = '', guard = '', exact = '', , end = ''] = TAX;
    const now = [
      head,
      guard,
      '  // Half a cent is rounded up.',
      exact,
      '  return Math.floor(exact + 0.5);',
      end,
    ];
    await store({ 'src/tax.ts': [...OTHER, ...now] });
    const { state, place, diff } = await locatePassage(new SnapshotFiles(index, REF), CITED);
    expect([state, place]).toEqual(['changed', { path: 'src/tax.ts', startLine: 6, endLine: 11 }]);
    const signs = { same: ' ', removed: '-', added: '+' };
    expect(diff.map(({ kind, text }) => `${signs[kind]}${text}`)).toEqual([
      ` ${head}`,
      ` ${guard}`,
      '+  // Half a cent is rounded up.',
      ` ${exact}`,
      '-  return Math.round(exact);',
      '+  return Math.floor(exact + 0.5);',
      ` ${end}`,
    ]);
  });

  it('changed and moved with their file', async () => {
    await store({ 'lib/tax.ts': ['', ...TAX.map((line) => line.replace('exact', 'precise'))] });
    expect(await locatePassage(new SnapshotFiles(index, REF), CITED)).toMatchObject({ state: 'gone' });
    await store({ 'lib/tax.ts': ['', ...TAX.map((line) => line.replace('Math.round', 'Math.ceil'))] });
    expect(await locatePassage(new SnapshotFiles(index, REF), CITED)).toMatchObject({
      state: 'changed',
      place: { path: 'lib/tax.ts' },
    });
  });
});
