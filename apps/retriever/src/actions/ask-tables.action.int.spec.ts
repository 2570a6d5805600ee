import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aContext, aTurn } from '@quarry/engine/testing';
import type { SnapshotResolver } from '@quarry/platform';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { conclusionOf, type Turn } from '@quarry/turn';
import { documentFile } from '../testing/documents';
import { SNAPSHOTS } from '../testing/index-of';
import { AskTablesAction } from './ask-tables.action';

const REF = { repository: 'shop', snapshot: 'current' };
const AIRPORTS = documentFile('airports.csv', {
  format: 'csv',
  paged: false,
  pages: [
    [
      ['iata', 'name', 'state', 'runways'],
      ['ANC', 'Anchorage Intl', 'AK', '3'],
      ['BET', 'Bethel', 'AK', '2'],
      ['FAI', 'Fairbanks *[9]*', 'AK', '4'],
      ['JNU', 'Juneau', 'AK', '1'],
      ['HOU', 'Hobby', 'TX', '4'],
      ['SAF', 'Municipal', 'NM', '3'],
    ],
  ],
});

describe('ask_tables', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = openSearchIndex(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-records-'))}`);
    await index.write(REF, { files: [AIRPORTS, { path: 'src/airports.ts', hash: 'h', chunks: [] }] });
  });
  afterAll(() => index.close());

  async function ask(question: string, plan: Turn['plan'] = null): Promise<{ outcome: string; turn: Turn }> {
    const turn = aTurn({ question: { original: question, isEnglish: true, english: question }, plan });
    const { outcome, patch } = await new AskTablesAction(index, SNAPSHOTS).run(turn, {}, aContext());
    return { outcome, turn: { ...turn, ...patch } };
  }

  it('counts the rows of a filter, says its rule, and cites the first three', async () => {
    const { outcome, turn } = await ask('How many airports are in Alaska?');
    expect(outcome).toBe('answered');
    expect(turn.answer?.english).toBe(
      '**4** of 6 rows [1] [2] [3]\n\nCount of rows with state = AK: 4 of 6 rows of airports.csv.',
    );
    expect(turn.evidence.map(({ text, path }) => `${path}: ${text}`)[0]).toBe(
      'airports.csv: ANC | Anchorage Intl | AK | 3',
    );
    const cited = { ...turn, answer: turn.answer && { ...turn.answer, citations: citationsOf(turn) } };
    expect(conclusionOf(cited)).toMatchObject({
      outcome: 'answered',
      headline: 'Answered from the rows of a table',
    });
  });

  it('names the row with the largest value, and nothing in a cell is markup of the answer', async () => {
    const { turn } = await ask('What is the median of runways in airports.csv?');
    expect(turn.answer?.english).toContain('**3** is the median of runways');
    const { turn: of } = await ask('What are the runways of FAI?');
    expect(of.answer?.english).toMatch(/^FAI, Fairbanks .*: runways \*\*4\*\* \[1\]/);
    expect(of.answer?.english).not.toContain(' *[9]*:');
  });

  it('leaves other questions to the search, with the reason where a table nearly answers', async () => {
    const { outcome, turn } = await ask('How many employees are in Alaska?');
    expect(outcome).toBe('other');
    expect(turn.misses).toEqual([
      expect.objectContaining({ text: 'rows of a table', where: ['tables of records'] }),
    ]);
    expect((await ask('How does the airport service start?')).turn.misses).toEqual([]);
  });

  it('groups, with a line for each group', async () => {
    const { turn } = await ask('How many airports are there by state?');
    expect(turn.answer?.english).toBe(
      'Count of rows, by state: [1] [2] [3]\n\n- AK: **4**\n- TX: **1**\n- NM: **1**\n\n' +
        'Count of rows by state: 6 of 6 rows of airports.csv.',
    );
  });

  it('reads a file that the question names, although there are many and no row has its name', async () => {
    const many = { repository: 'many', snapshot: 'current' };
    const sheet = (path: string): ReturnType<typeof documentFile> =>
      documentFile(path, {
        ...{ format: 'csv', paged: false },
        pages: [[['town', 'visitors'], ...['a', 'b'].map((town) => [textOf(path, town), '3'])]],
      });
    const textOf = (path: string, town: string): string =>
      path === 'museums.csv'
        ? `${town} ${'of a long name '.repeat(60)}`
        : `${town}: total visitors in museums.csv`;
    const paths = Array.from({ length: 20 }, (_, at) => `visits-${at}.csv`);
    await index.write(many, { files: [...paths, 'museums.csv'].map(sheet) });
    const turn = aTurn({
      question: { original: '', isEnglish: true, english: 'total visitors in museums.csv' },
    });
    const snapshots = Object.assign(Object.create(SNAPSHOTS) as SnapshotResolver, {
      resolve: () => Promise.resolve(many),
    });
    const { patch } = await new AskTablesAction(index, snapshots).run(turn, {}, aContext());
    expect(patch?.answer?.english).toContain('**6** is the sum of visitors');
  });

  it('reads nothing that the filter leaves out', async () => {
    const plan = { mode: 'hybrid', queries: [], filter: { pathPrefixes: ['src/'] } } as const;
    expect((await ask('How many airports are in Alaska?', plan)).outcome).toBe('other');
  });
});

function citationsOf({ evidence }: Turn): NonNullable<Turn['answer']>['citations'] {
  return evidence.map(({ n, path, startLine, endLine }) => ({ n, path, startLine, endLine, pass: 1 }));
}
