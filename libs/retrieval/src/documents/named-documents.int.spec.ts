import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PipelineSettings } from '@quarry/pipeline';
import { openSearchIndex, type IndexedFile, type SearchIndex } from '@quarry/search-index';
import { Retrieval } from '../retrieval';

const REF = { repository: 'reports', snapshot: 'current' };

/** A report of seven chunks; the first one has the figure. */
function report(path: string, company: string, value: string): IndexedFile {
  const texts = [`Revenue | ${value}`, 'Outlook', 'Risks', 'People', 'Offices', 'Law', 'Signatures'];
  return {
    path,
    hash: path,
    chunks: texts.map((text, at) => ({
      id: `${path}#L${at + 1}`,
      path,
      startLine: at + 1,
      endLine: at + 1,
      text: `${company} annual report 2022\n${text}`,
      language: 'text',
      kind: 'window',
      contentHash: `${path}${at}`,
    })),
    sections: [
      {
        id: path,
        path,
        title: path,
        titles: [path],
        level: 0,
        parent: null,
        startLine: 1,
        endLine: 7,
        summary: '',
        characters: 700,
      },
    ],
  };
}

describe('hits in the documents that a query names', () => {
  let index: SearchIndex;
  const search = async (query: string, pathPrefixes?: readonly string[], topK = 3) => {
    const stores = {
      index,
      embedder: null,
      reranker: null,
      snapshots: { resolve: () => Promise.resolve(REF) },
    };
    const settings = Object.assign(new PipelineSettings(), { entry_step_id: 'none' });
    const retrieval = await Retrieval.open(stores, 'bm25', settings);
    const filter = pathPrefixes ? { pathPrefixes } : undefined;
    const [hits = []] = await retrieval.search([{ query, topK, filter }], AbortSignal.timeout(10_000));
    return hits.map(({ chunk }) => chunk);
  };
  const first = async (query: string, pathPrefixes?: readonly string[]): Promise<string | undefined> =>
    (await search(query, pathPrefixes))[0]?.id;
  const all = async (query: string): Promise<readonly string[]> =>
    (await search(query, undefined, 14)).map(({ path }) => path);
  beforeAll(async () => {
    index = openSearchIndex(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-named-'))}`);
    await index.write(REF, {
      files: [
        report('HARBOR_2022_10K.pdf', 'We', '510'),
        report('goog-20221231.pdf', 'Alphabet Cloud', '282'),
        report('report-7.pdf', 'Zephyr', '17'),
        report('goog-2021.pdf', 'Alphabet', '257'),
        // A product of Alphabet has a word in common with another company.
        report('vendor.pdf', 'Cloud services of the Cloud company', '5'),
        ...['a', 'b', 'c', 'd', 'e'].map((name) => report(`${name}.pdf`, `Company ${name}`, '1')),
        // Has more of the words than the reports themselves.
        report(
          'partner.pdf',
          'Partner',
          'revenue in 2022, revenue of Harbor, of Alphabet and of Zephyr, revenue 2022',
        ),
      ],
    });
  });
  afterAll(() => index.close());

  it('come first, by the name of the file', async () => {
    expect(await first("Harbor's revenue in 2022")).toBe('HARBOR_2022_10K.pdf#L1');
  });

  it('come first, by the company that the text names', async () => {
    expect(await first('Alphabet revenue in 2022')).toBe('goog-20221231.pdf#L1');
    expect(await first('revenue of Zephyr in 2022')).toBe('report-7.pdf#L1');
  });

  it('come first in all reports of a company, or in the one of the year', async () => {
    const of = async (query: string): Promise<readonly string[]> => [...new Set(await all(query))];
    expect((await of('Alphabet revenue')).slice(0, 2).toSorted()).toEqual([
      'goog-2021.pdf',
      'goog-20221231.pdf',
    ]);
    expect((await of('Alphabet revenue in 2021'))[0]).toBe('goog-2021.pdf');
  });

  it('come first by all words of a name, not by one of them', async () => {
    expect(await first('Alphabet Cloud revenue')).toBe('goog-20221231.pdf#L1');
  });

  it('stay within a filter', async () => {
    expect(await first('Alphabet revenue in 2022', ['report-7.pdf'])).toBe('report-7.pdf#L1');
  });
});
