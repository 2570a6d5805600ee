import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import { openSearchIndex, type Chunk, type SearchIndex } from '@quarry/search-index';
import { defined, raiseNeeds, type Turn } from '@quarry/turn';
import { SNAPSHOTS } from '../testing/index-of';
import { FetchSectionAction, FetchSectionParams } from './fetch-section.action';

const REF = { repository: 'shop', snapshot: 'current' };

/** A chunk of complete lines of a text. */
function linesChunk(path: string, text: string, start: number, end: number, symbol?: string): Chunk {
  const own = text
    .split('\n')
    .slice(start - 1, end)
    .join('\n');
  const id = `${path}#L${start}-L${end}`;
  return {
    id,
    path,
    startLine: start,
    endLine: end,
    text: own,
    language: 'csharp',
    kind: symbol === undefined ? 'window' : 'definition',
    ...defined({ symbol }),
    commit: 'c0ffee',
    contentHash: `${id}${own.length}`,
  };
}

const INVOICE = Array.from({ length: 40 }, (_, i) => `line ${i + 1} of the invoice`).join('\n');
const PROSE = 'The first paragraph.\n\nThe second paragraph, which goes on for a while.';
const LONG = 'x'.repeat(30) + 'y'.repeat(30) + 'z'.repeat(30);

async function anIndex(): Promise<SearchIndex> {
  const index = openSearchIndex(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-section-'))}`);
  const invoice = 'src/Core/Invoice.cs';
  const piece = (n: number, offset: number, end: number): Chunk => ({
    ...linesChunk('wiki.jsonl', '', 7, 7),
    id: n === 1 ? 'wiki.jsonl#17' : `wiki.jsonl#17~${n}`,
    text: PROSE.slice(offset, end),
    document: '17',
    title: 'Paragraphs',
    url: 'https://example.org/17',
    offset,
    contentHash: `17-${n}`,
  });
  const part = (n: number, from: number, to: number): Chunk => ({
    ...linesChunk('src/min.js', '', 1, 1),
    id: `src/min.js#L1-L1${n === 1 ? '' : `~${n}`}`,
    text: LONG.slice(from, to),
    contentHash: `min-${n}`,
  });
  await index.write(REF, {
    files: [
      {
        path: invoice,
        hash: 'h',
        chunks: [
          linesChunk(invoice, INVOICE, 1, 12),
          linesChunk(invoice, INVOICE, 10, 20, 'Shop.Invoice.Total'),
          linesChunk(invoice, INVOICE, 21, 40, 'Shop.Invoice.Cancel'),
        ],
      },
      { path: 'src/Data/Invoice.cs', hash: 'h', chunks: [linesChunk('src/Data/Invoice.cs', 'other', 1, 1)] },
      { path: 'wiki.jsonl', hash: 'h', chunks: [] },
      {
        path: 'wiki.jsonl/17',
        hash: 'h',
        chunks: [piece(1, 0, 20), piece(2, 22, 60), piece(3, 50, PROSE.length)],
      },
      {
        path: 'wiki.jsonl/18',
        hash: 'h',
        chunks: [{ ...piece(1, 0, 20), id: 'wiki.jsonl#18', document: '18' }],
      },
      { path: 'src/min.js', hash: 'h', chunks: [part(1, 0, 50), part(2, 40, 80), part(3, 70, 90)] },
    ],
  });
  return index;
}

describe('fetch_section', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await anIndex();
  });
  afterAll(() => index.close());

  const calling = (id: string | number, offset?: number, groups: Partial<Turn> = {}): Turn =>
    aTurn({
      spent: { ...aTurn().spent, loops: 1 },
      needs: raiseNeeds(
        [],
        [
          {
            text: `${id}${offset === undefined ? '' : ` from ${offset}`}`,
            call: {
              tool: 'fetch_section',
              id: 'c1',
              arguments: { id, ...defined({ offset }) },
            },
          },
        ],
        1,
      ),
      ...groups,
    });
  const run = async (turn: Turn, max = 6_000) => {
    const params = Object.assign(new FetchSectionParams(), { max_characters: max });
    const context = aContext();
    const result = await new FetchSectionAction(index, SNAPSHOTS).run(turn, params, context);
    const need = result.patch?.needs?.at(-1);
    return { ...result, need, note: need?.call?.note ?? '', item: result.patch?.evidence?.at(-1), context };
  };
  const lines = (from: number, to: number) =>
    INVOICE.split('\n')
      .slice(from - 1, to)
      .join('\n');

  it.each([
    ['src/Core/Invoice.cs', 1, 40],
    ['`src\\Core\\Invoice.cs`', 1, 40],
    ['Core/Invoice.cs', 1, 40],
    ['src/Core/Invoice.cs#L10-L20', 10, 20],
    ['src/Core/Invoice.cs:12-15', 12, 15],
    ['src/Core/Invoice.cs:12-15 · csharp:Shop.Invoice.Total|METHOD', 12, 15],
    ['src/Core/Invoice.cs#L38-L400', 38, 40],
    ['src/Core/Invoice.cs#L7', 7, 7],
    ['Shop.Invoice.Total', 10, 20],
    ['Invoice::Cancel', 21, 40],
  ])('reads %s', async (id, from, to) => {
    const { outcome, item, need } = await run(calling(id));
    expect(outcome).toBe('found');
    expect(item).toMatchObject({
      id: `src/Core/Invoice.cs#L${from}-L${to}`,
      n: 1,
      pass: 2,
      foundBy: 'section',
      startLine: from,
      endLine: to,
      text: lines(from, to),
      commit: 'c0ffee',
    });
    expect(need).toMatchObject({ status: 'resolved', resolvedBy: [1] });
  });

  it.each([3, '3', '[3]', '[3] src/Core/Invoice.cs:21-22'])(
    'reads evidence by its number: %j',
    async (id) => {
      const known = someEvidence(3, { path: 'src/Core/Invoice.cs', startLine: 21, endLine: 22 });
      const { item } = await run(
        calling(id, undefined, { evidence: [someEvidence(1), someEvidence(2), known] }),
      );
      expect(item).toMatchObject({ n: 4, startLine: 21, endLine: 22, text: lines(21, 22) });
    },
  );

  it.each(['wiki.jsonl#17~2', 'wiki.jsonl/17'])('reads a whole document: %s', async (id) => {
    const { item, note } = await run(calling(id));
    expect(item).toMatchObject({
      text: PROSE,
      path: 'wiki.jsonl',
      document: '17',
      offset: 0,
      startLine: 7,
      title: 'Paragraphs',
      url: 'https://example.org/17',
    });
    expect(note).toBe(`characters 0 to ${PROSE.length} of ${PROSE.length}`);
  });

  it('continues at an offset, and reports the next page and the surroundings', async () => {
    const first = await run(calling('src/Core/Invoice.cs#L10-L20'), 200);
    expect(first.item).toMatchObject({ startLine: 10, endLine: 17 });
    expect(first.note).toContain('lines 10 to 17 of 40');
    expect(first.note).toContain('before it: src/Core/Invoice.cs#L1-L9');
    const offset = Number(/offset (\d+)/.exec(first.note)?.[1]);
    const second = await run(calling('src/Core/Invoice.cs#L10-L20', offset), 200);
    expect(second.item).toMatchObject({ startLine: 18, endLine: 20, text: lines(18, 20) });
    expect(second.note).toContain('behind it: src/Core/Invoice.cs#L21-L40');
    expect(second.note).not.toContain('read on');
  });

  it.each(['src/Core/Invoice.cs', 'src/min.js', 'wiki.jsonl#17'])(
    'shows every character of %s, for any page size',
    async (id) => {
      const whole = (await run(calling(id))).item?.text ?? '';
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 7, max: 90 }), async (size) => {
          let text = '';
          for (let offset: number | null = 0; offset !== null;) {
            const page: Awaited<ReturnType<typeof run>> = await run(calling(id, offset), size);
            expect(page.item!.text.length).toBeLessThanOrEqual(size);
            text += `${page.item!.text}\n`;
            const next = /offset (\d+)/.exec(page.note);
            offset = next ? Number(next[1]) : null;
          }
          expect(text.replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
        }),
        { numRuns: 40, examples: [[10]] },
      );
    },
  );

  it('shows known evidence again by its number, and adds nothing', async () => {
    const evidence = [
      someEvidence(1, { path: 'src/Core/Invoice.cs', startLine: 1, endLine: 40, text: INVOICE }),
    ];
    const { patch, need } = await run(calling('src/Core/Invoice.cs#L10-L20', undefined, { evidence }));
    expect(patch?.evidence).toEqual(evidence);
    expect(need).toMatchObject({ status: 'resolved', resolvedBy: [1] });
    expect(patch?.searches?.[0]).toMatchObject({ mode: 'section', hits: 1, added: 0 });
  });

  it.each([
    ['src/Core/Invoce.cs', 'src/Core/Invoice.cs'],
    ['src/Core/Invoce.cs#L1-L5', 'src/Core/Invoice.cs'],
    ['Invoice.cs', 'src/Data/Invoice.cs'],
    ['wiki.jsonl#171', 'wiki.jsonl#17'],
  ])('suggests the nearest ids for %s', async (id, near) => {
    const { outcome, note, need } = await run(calling(id));
    expect(outcome).toBe('not_found');
    expect(need?.status).toBe('open');
    expect(note).toContain('no section');
    expect(note).toContain(near);
  });

  it.each<[string | number, number | undefined, string]>([
    ['[9]', undefined, 'there is no evidence [9]; there is none yet'],
    ['src/Core/Invoice.cs#L90-L99', undefined, 'has 40 lines, none from 90 to 99'],
    ['src/Core/Invoice.cs#L1-L2', 5_000, 'characters: there are none from 5000 on'],
    ['wiki.jsonl', undefined, 'holds many documents; one of them has id wiki.jsonl#18'],
    ['quantum', undefined, 'search finds passages in words'],
  ])('explains why there is nothing: %s from %s', async (id, offset, why) => {
    expect((await run(calling(id, offset))).note).toContain(why);
  });

  it('applies the filter of the question', async () => {
    const plan = { mode: 'hybrid' as const, queries: [], filter: { pathPrefixes: ['db'] } };
    expect((await run(calling('src/Core/Invoice.cs', undefined, { plan }))).outcome).toBe('not_found');
  });

  it('logs its searches, and leaves other calls alone', async () => {
    const { context } = await run(calling('src/Core/Invoice.cs#L7'));
    expect(context.emitted).toEqual([
      {
        type: 'search.made',
        pass: 2,
        mode: 'section',
        query: 'src/Core/Invoice.cs#L7',
        hits: [{ id: 'src/Core/Invoice.cs#L7-L7', relevance: 1 }],
        index: 'shop@current',
      },
    ]);
    expect((await run(aTurn({ needs: raiseNeeds([], ['src/Core/Invoice.cs'], 1) }))).patch).toBeUndefined();
  });
});
