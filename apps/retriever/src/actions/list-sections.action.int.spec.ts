import fc from 'fast-check';
import { aContext, aTurn } from '@quarry/engine/testing';
import { outlineLine, outlineNames } from '@quarry/prompting';
import type { IndexedFile, SearchIndex } from '@quarry/search-index';
import { countTokens, raiseNeeds, type Turn } from '@quarry/turn';
import { corpusDocument, documentFile, indexOfFiles } from '../testing/documents';
import { SNAPSHOTS, topics } from '../testing/index-of';
import { CORPUS, EARLIER, GUIDE, REPORT } from '../testing/report';
import { ListSectionsAction } from './list-sections.action';

const open: SearchIndex[] = [];
afterAll(async () => {
  for (const index of open) await index.close();
});

async function indexed(files: readonly IndexedFile[]): Promise<SearchIndex> {
  const index = await indexOfFiles(files);
  open.push(index);
  return index;
}

async function list(index: SearchIndex, turn: Turn, settings: Parameters<typeof aContext>[0] = {}) {
  const context = aContext(settings);
  const result = await new ListSectionsAction(index, topics, SNAPSHOTS).run(turn, {}, context);
  const { outline, extraction, searches } = result.patch ?? {};
  return { ...result, outline: outline!, extraction: extraction!, searches, emitted: context.emitted };
}

const ids = (outline: NonNullable<Turn['outline']>): readonly string[] =>
  outline.sections.map(({ id }) => id);
const tokensOf = ({ sections }: NonNullable<Turn['outline']>): number => {
  const names = outlineNames(sections);
  return sections.reduce(
    (sum, section) => sum + countTokens(`${outlineLine(section, names.get(section.id))}\n`),
    0,
  );
};

describe('list_sections', () => {
  const question = (text: string, groups: Partial<Turn> = {}): Turn =>
    aTurn({ question: { original: text, isEnglish: true, english: null }, ...groups });

  describe('begins a pass', () => {
    let index: SearchIndex;
    beforeAll(async () => {
      index = await indexed([REPORT]);
    });
    const items = async (turn: Turn, parallel = false): Promise<readonly string[]> =>
      (await list(index, turn, { settings: { parallel_first_iteration: parallel } })).extraction.items;

    it('with the rewritten or translated question', async () => {
      expect(await items(question('Umsatz?'))).toEqual(['Umsatz?']);
      const asked = { original: 'Umsatz?', isEnglish: false, english: 'Sales?' };
      expect(await items(aTurn({ question: asked }))).toEqual(['Sales?']);
      expect(await items(aTurn({ question: { ...asked, standalone: 'Sales in 2022?' } }))).toEqual([
        'Sales in 2022?',
      ]);
    });

    it('with its parts in parallel, only in the first pass and if the pipeline says so', async () => {
      const plan = { mode: 'hybrid' as const, queries: ['sales', 'taxes'] };
      expect(await items(question('Both?', { plan }))).toEqual(['Both?']);
      expect(await items(question('Both?', { plan }), true)).toEqual(['sales', 'taxes']);
      expect(await items(question('One?', { plan: { ...plan, queries: ['sales'] } }), true)).toEqual([
        'One?',
      ]);
      const later = { ...aTurn().spent, loops: 1 };
      expect(await items(question('Both?', { plan, spent: later }), true)).toEqual(['Both?']);
    });

    it('with later requests in words, but not with calls', async () => {
      const call = { tool: 'fetch_section' as const, id: 'c', arguments: { id: 'x' } };
      const needs = raiseNeeds([], ['tax rate of 2022', { text: 'x', call }], 1);
      expect(await items(question('Both?', { needs }))).toEqual(['tax rate of 2022']);
      const settled = needs.map((need) => ({ ...need, status: 'missed' as const }));
      expect(await items(question('Both?', { needs: settled }))).toEqual(['Both?']);
    });

    it('keeps what was read, and resets the rest', async () => {
      const read = [{ pass: 1, section: 'a', offset: 0, n: 1 }];
      const drafts = [{ label: 'a', value: 1, section: 'a' }];
      const extraction = { pass: 1, items: ['before'], turns: 3, judged: 1, read, drafts };
      const turn = question('Sales?', { extraction, spent: { ...aTurn().spent, loops: 1 } });
      expect((await list(index, turn)).extraction).toEqual({
        pass: 2,
        items: ['Sales?'],
        turns: 0,
        judged: 0,
        read,
        drafts: [],
      });
    });
  });

  it('shows all trees without a search if they fit', async () => {
    const index = await indexed([REPORT, GUIDE, ...CORPUS]);
    const { outcome, outline, searches, emitted, note } = await list(index, question('Sales?'));
    expect(outcome).toBe('ok');
    const all = [GUIDE, REPORT, ...CORPUS].flatMap(({ sections = [] }) => sections);
    expect(ids(outline)).toEqual(all.map(({ id }) => id));
    expect(outline).toMatchObject({ pass: 1, left: { sections: 0, documents: 0 } });
    expect(outline.sections.find(({ title }) => title === 'Note 4. Leases')).toEqual({
      id: 'filings/report.pdf#notes/note-4-leases',
      path: 'filings/report.pdf',
      title: 'Note 4. Leases',
      level: 2,
      startPage: 4,
      endPage: 4,
      summary: 'About Note 4. Leases.',
      characters: 46,
    });
    expect([searches, emitted]).toEqual([undefined, []]);
    expect(note).toBe('20 sections of 5 documents shown, 0 sections and 0 documents omitted');
  });

  it('applies the filter of the question', async () => {
    const index = await indexed([REPORT, EARLIER, GUIDE, ...CORPUS]);
    const filtered = (filter: NonNullable<Turn['plan']>['filter']): Turn =>
      question('users every day', {
        plan: { mode: 'hybrid', queries: [], ...(filter ? { filter } : {}) },
      });
    const { outline } = await list(index, filtered({ pathPrefixes: ['docs', 'wiki.jsonl/2'] }));
    expect(new Set(outline.sections.map(({ id }) => id.split('/')[0]))).toEqual(
      new Set(['docs', 'wiki.jsonl#2']),
    );
    expect((await list(index, filtered({ pathPrefixes: ['src'] }))).outcome).toBe('empty');
    expect((await list(index, filtered({ languages: ['typescript'] }))).outline.sections).toEqual([]);
    expect(ids((await list(index, filtered({ languages: ['text'] }))).outline)).toContain('wiki.jsonl#2/use');
  });

  it('reports that no document has sections', async () => {
    const { outcome, outline, extraction, note } = await list(
      await indexed([{ path: 'src/a.ts', hash: 'h', chunks: [] }]),
      question('Sales?'),
    );
    expect(outcome).toBe('empty');
    expect(outline.sections).toEqual([]);
    expect(extraction.items).toEqual(['Sales?']);
    expect(note).toContain('no document with sections');
  });

  describe('if not all fit', () => {
    /** A report of many sections. One of them mentions leases, but only in its text. */
    const long = (path: string, sections: number, special: number, word: string): IndexedFile =>
      documentFile(path, {
        format: 'pdf',
        window: 2,
        pages: Array.from({ length: sections / 10 }, (_, part) => [
          `# Part ${part}`,
          'Its introduction.',
          ...Array.from({ length: 10 }, (_, i): string[] => {
            const at = part * 10 + i;
            return [
              `## Chapter ${at} of the part`,
              at === special ? `About ${word} of buildings.` : 'Nothing much.',
            ];
          }).flat(),
        ]),
      });
    const settings = { max_outline_tokens: 400 };

    it('shows the sections with hits and their ancestors, then upper levels, in text order', async () => {
      const index = await indexed([long('long.pdf', 100, 77, 'leases')]);
      const { outline, searches, emitted } = await list(index, question('leases buildings'), { settings });
      expect(ids(outline)).toEqual(
        expect.arrayContaining(['long.pdf', 'long.pdf#part-7', 'long.pdf#part-7/chapter-77-of-the-part']),
      );
      expect(ids(outline)).toEqual(
        expect.arrayContaining(Array.from({ length: 10 }, (_, i) => `long.pdf#part-${i}`)),
      );
      const order = long('long.pdf', 100, 77, 'leases').sections!.map(({ id }) => id);
      expect(ids(outline)).toEqual(ids(outline).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
      // Sections with hits show a summary, the others only their titles, which show more of the document.
      const [hit, other] = ['part-7/chapter-77-of-the-part', 'part-0'].map((tail) =>
        outline.sections.find(({ id }) => id === `long.pdf#${tail}`),
      );
      expect(hit).toMatchObject({ rank: 1, summary: expect.stringContaining('Chapter 77') as string });
      expect(other).toMatchObject({ summary: '' });
      expect(other).not.toHaveProperty('rank');
      expect(outline.left).toEqual({ sections: 111 - outline.sections.length, documents: 0 });
      expect(tokensOf(outline)).toBeLessThanOrEqual(400);
      expect(searches).toEqual([
        expect.objectContaining({
          pass: 1,
          mode: 'bm25',
          query: 'leases buildings',
          hits: 1,
          added: 0,
          index: 'shop@current',
        }),
      ]);
      expect(emitted).toMatchObject([
        { type: 'search.made', query: 'leases buildings', hits: [{ id: 'long.pdf#L171-L172' }] },
      ]);
    });

    it('shows upper levels if nothing is found', async () => {
      const index = await indexed([long('long.pdf', 100, 77, 'leases')]);
      const { outline } = await list(index, question('quantum entanglement'), { settings });
      expect(ids(outline).slice(0, 2)).toEqual(['long.pdf', 'long.pdf#part-0']);
      expect(ids(outline)).toContain('long.pdf#part-9');
    });

    it('shows the documents that match the items, best first, and counts the others', async () => {
      const files = [
        long('a.pdf', 50, 3, 'taxes'),
        long('b.pdf', 50, 9, 'leases'),
        long('c.pdf', 50, 1, 'dividends'),
      ];
      const index = await indexed(files);
      const { outline } = await list(index, question('leases'), { settings: { max_outline_tokens: 150 } });
      expect(ids(outline)[0]).toBe('b.pdf');
      expect(ids(outline)).toContain('b.pdf#part-0/chapter-9-of-the-part');
      const shown = new Set(outline.sections.map(({ path }) => path));
      expect(outline.left.documents).toBe(3 - shown.size);
      const both = await list(index, question('x', { needs: raiseNeeds([], ['leases', 'taxes'], 1) }), {
        settings,
      });
      expect(both.extraction.items).toEqual(['leases', 'taxes']);
      expect(ids(both.outline)).toEqual(
        expect.arrayContaining(['a.pdf#part-0/chapter-3-of-the-part', 'b.pdf#part-0/chapter-9-of-the-part']),
      );
      expect(both.searches).toHaveLength(2);
    });

    it('ranks a document that the question names before others that contain more of its words', async () => {
      const files = ['ACME_2022.pdf', 'BOLT_2022.pdf', 'CROWN_2022.pdf'].map((path, i) => {
        const chapter = `About leases of buildings${i === 1 ? '' : ', and once more the leases of buildings'}.`;
        return documentFile(path, {
          format: 'pdf',
          pages: Array.from({ length: 30 }, (_, at) => [
            `# Chapter ${at}`,
            at === 7 ? chapter : 'Nothing much.',
          ]),
        });
      });
      const index = await indexed(files);
      const { outline } = await list(index, question('leases of buildings of Bolt in 2022'), { settings });
      expect(ids(outline).slice(0, 2)).toEqual(['BOLT_2022.pdf', 'BOLT_2022.pdf#chapter-0']);
      expect(ids(outline)).toContain('BOLT_2022.pdf#chapter-7');
    });

    it('ranks the sections of a long document separately, however many hits other documents have', async () => {
      const page = (at: number, text: string): string[] => [
        `# Chapter ${at}`,
        text,
        'Words and words. '.repeat(80),
      ];
      const big = documentFile('big.pdf', {
        format: 'pdf',
        window: 3,
        pages: Array.from({ length: 60 }, (_, at) => page(at, at === 50 ? 'leases of ships' : 'nothing')),
      });
      const small = documentFile('small.pdf', {
        format: 'pdf',
        window: 3,
        pages: Array.from({ length: 60 }, (_, at) => page(at, 'leases of ships and buildings')),
      });
      const index = await indexed([big, small]);
      const { outline } = await list(index, question('leases in the document called big'), {
        settings: { max_outline_tokens: 500 },
      });
      expect(ids(outline)).toContain('big.pdf#chapter-50');
    });

    it('reads few of 5,000 documents, and is fast', async () => {
      const files = Array.from({ length: 5_000 }, (_, i) =>
        corpusDocument('wiki.jsonl', `${i}`, `Thing ${i}`, [
          ['History', i === 4_321 ? 'It was painted by Vermeer.' : `It is from ${i}.`],
          ['Use', 'It is used.'],
        ]),
      );
      const index = await indexed(files);
      let trees = 0;
      const counting = new Proxy(index, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name, target);
          if (name !== 'sections')
            return typeof member === 'function' ? (member.bind(target) as unknown) : member;
          return async (...values: Parameters<SearchIndex['sections']>) => {
            const found = await target.sections(...values);
            if (values[1]?.rootsOnly !== true) trees += found.length;
            return found;
          };
        },
      });
      const { outline } = await list(counting, question('painted by Vermeer'));
      expect(ids(outline).slice(0, 2)).toEqual(['wiki.jsonl#4321', 'wiki.jsonl#4321/history']);
      expect(trees).toBeLessThanOrEqual(300);
      expect(tokensOf(outline)).toBeLessThanOrEqual(3_000);
      expect(outline.left.documents).toBeGreaterThan(4_000);
    }, 60_000);

    it('shows a tree within its token limit for any documents', async () => {
      const index = await indexed([long('long.pdf', 100, 77, 'leases'), REPORT, ...CORPUS]);
      const total = 111 + REPORT.sections!.length + 9;
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 10, max: 3_000 }),
          fc.constantFrom('leases buildings', 'sales of the consumer segment', 'users', 'nothing at all'),
          async (max, text) => {
            const { outline } = await list(index, question(text), { settings: { max_outline_tokens: max } });
            expect(tokensOf(outline)).toBeLessThanOrEqual(max);
            expect(new Set(ids(outline)).size).toBe(ids(outline).length);
            for (const { id, level } of outline.sections)
              if (level > 0) expect(ids(outline)).toContain(parentOf(id));
            const documents = [long('long.pdf', 100, 77, 'leases'), REPORT, ...CORPUS].filter(
              ({ sections = [] }) => !ids(outline).includes(sections[0]!.id),
            );
            const hidden = documents.reduce((sum, { sections = [] }) => sum + sections.length, 0);
            expect(outline.left.documents).toBe(documents.length);
            expect(outline.sections.length + outline.left.sections + hidden).toBe(total);
          },
        ),
        { numRuns: 25 },
      );
    });
  });
});

function parentOf(id: string): string {
  const [path = '', tail = ''] = id.split('#');
  const parts = tail.split('/');
  if (path === 'wiki.jsonl') return `${path}#${parts[0]}`;
  return parts.length === 1 ? path : `${path}#${parts.slice(0, -1).join('/')}`;
}
