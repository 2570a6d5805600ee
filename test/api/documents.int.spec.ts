import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { aTurn, someEvidence } from '@quarry/engine/testing';
import { presentTurn } from '@quarry/application/turns';
import type { TurnDto } from '@quarry/client';
import { checkCitations, type Figure, type Finding, type Turn } from '@quarry/turn';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { call, EventStream, startGateway } from './gateway-under-test';
import { differences, type OpenApi } from './openapi';

const path = '3M_2022_10K.pdf';
const section = `${path}#performance-by-business-segment`;
const place = { page: 35, box: [72, 90.25, 540, 101.5] } as const;
const english = 'Consumer sales were $5,298 million [2], 15.478% of all [4].';
const findings: Finding[] = [
  {
    ...{ id: 'finding-1', n: 2, pass: 1, item: 'Consumer segment revenue' },
    ...{ label: 'consumer_segment_revenue_2022', value: 5298, unit: 'millions_usd' },
    ...{ path, page: 35, section, sectionTitle: 'Performance by Business Segment' },
    check: { stands: 'on_page', why: '5,298 stands on page 35' },
    ...{ quote: 'Consumer | 5,298 | 5,856', place },
  },
];
const figures: Figure[] = [
  {
    ...{ text: '$5,298 million', start: 20, end: 34 },
    source: {
      ...{ kind: 'finding', n: 2, path, section, sectionTitle: 'Performance by Business Segment' },
      places: [place],
    },
  },
  {
    ...{ text: '15.478%', start: 40, end: 47 },
    source: { kind: 'calculation', n: 4, path, places: [place, { page: 48, box: null }] },
  },
];
const written = {
  english,
  text: english,
  citations: [],
  removedCitations: [],
  writtenBy: 'a-model',
  figures,
};
const lines = { path, startLine: 1804, endLine: 1804 };
const evidence = [
  someEvidence(1, { ...lines, format: 'pdf', pages: [place], section, foundBy: 'section' }),
  someEvidence(2, { ...lines, id: 'f', kind: 'finding', format: 'pdf', pages: [place], section }),
  someEvidence(3, { path: 'a.html', format: 'html', sourceLines: [120, 140] }),
  someEvidence(4, { ...lines, id: 'c', kind: 'calculation' }),
];
const outlined = {
  id: path,
  path,
  title: '3M 2022 10-K',
  level: 0,
  summary: 'Annual report.',
  characters: 9,
};
/** A turn that took values out of a document. */
const turn: Turn = aTurn({
  plan: {
    ...{ mode: 'hybrid', queries: [] },
    tasks: {
      fetch: [{ section, item: 'sales' }],
      compute: [{ label: 'share', expression: 'consumer / all' }],
      synthesis: 'the share',
    },
  },
  searches: [{ pass: 1, mode: 'section', query: section, hits: 1, added: 1 }],
  evidence,
  findings,
  answer: checkCitations(written, evidence),
  calculations: [
    {
      ...{ id: 'calculation-1', n: 4, pass: 1, expression: '[2] / 34229 * 100' },
      inputs: [
        { text: '[2]', value: '5298', n: 2 },
        { text: '34229', value: '34229' },
        { text: '100', value: '100' },
      ],
      result: '15.47810336264570978117970142',
    },
  ],
  outline: {
    pass: 1,
    sections: [outlined, { ...outlined, id: section, level: 1, startPage: 35, endPage: 36 }],
    left: { sections: 12, documents: 3 },
  },
  misses: [
    {
      ...{ pass: 1, text: 'M&A impact per segment', why: 'the note has aggregate costs only' },
      where: [`${path}#note-3-acquisitions`],
    },
  ],
});
const presented = presentTurn({ turn, v: 1, at: '', status: 'ended' });

describe('answers from documents', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  let document: OpenApi;
  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/reports');
    gateway = await startGateway(fixture.dataDir);
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json')).body;
  }, 180_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  const wrong = (value: unknown): string[] =>
    differences(document, { $ref: '#/components/schemas/TurnDto' }, JSON.parse(JSON.stringify(value)));

  it('are what the OpenAPI document says, text values too', () => {
    expect(wrong(presented)).toEqual([]);
    const [first] = findings;
    const text = { ...first, value: 'efficiency-focused' };
    expect(wrong({ ...presented, findings: [text] })).toEqual([]);
    expect(wrong({ ...presented, findings: [{ ...first, value: null }] })).not.toEqual([]);
  });

  it.each(['extraction', 'planner', 'agent'])(
    'of pipeline %s name pages and boxes over HTTP',
    async (pipeline) => {
      const question = "What were the Survey segment's net sales in 2023?";
      const { status, body } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
        body: { question, pipeline, wait: true },
      });
      expect({ status, wrong: wrong(body) }).toEqual({ status: 200, wrong: [] });
      const paged = body.citations.filter(({ format }) => format === 'pdf');
      expect(paged.length).toBeGreaterThan(0);
      const boxes = paged
        .flatMap(({ pages = [] }) => pages)
        .flatMap(({ page, box }) => (box ? [{ page, box }] : []));
      expect(boxes.length).toBeGreaterThan(0);
      for (const { page, box } of boxes) {
        const [x0, y0, x1, y1] = box;
        expect(page).toBeGreaterThanOrEqual(1);
        // Within a page of A4 or Letter size.
        for (const [low = NaN, high = NaN, most] of [
          [x0, x1, 612],
          [y0, y1, 842],
        ] as const)
          expect(low >= 0 && low <= high && high <= most).toBe(true);
      }
      expect(body.answer?.figures.some(({ source }) => (source?.places.length ?? 0) > 0)).toBe(true);
      const log = await EventStream.open(gateway.url, body.links.events);
      const added = (await log.rest()).filter(({ event }) => event === 'finding.added');
      expect(added).toHaveLength(body.findings.length);
    },
  );

  it('are what docs/api-response.md shows', () => {
    const page = readFileSync(resolve(__dirname, '../../docs/api-response.md'), 'utf8');
    const [, example = '{}'] = /```json\n([^`]*)```/.exec(page) ?? [];
    const shown = JSON.parse(example) as object;
    expect(Object.keys(shown).length).toBeGreaterThan(4);
    expect(presented).toMatchObject(shown);
    const { answer } = presented;
    for (const { text, start, end } of answer?.figures ?? [])
      expect(answer?.english.slice(start, end)).toBe(text);
  });

  it('of an older service, which knew none of it, have empty lists', () => {
    const { findings: _, calculations: __, outline: ___, extraction: ____, ...old } = aTurn();
    const shown = presentTurn({ turn: old, v: 1, at: '', status: 'running' });
    expect(shown).toMatchObject({ findings: [], calculations: [], outline: null });
    expect(wrong(shown)).toEqual([]);
  });

  it('that history alone remembers keep the pages of their citations', () => {
    const citations = turn.answer?.citations ?? [];
    expect(citations).toHaveLength(2);
    const row = presentTurn({
      ...{ seq: 1, tenant: 'local', session: 's1', turnId: 't1', pipeline: 'extraction@1', askedAt: 0 },
      question: turn.question,
      ...{ answerEnglish: english, answerText: english, outcome: 'answered', citations },
    });
    expect(row).toMatchObject({
      citations: presented.citations,
      findings: [],
      calculations: [],
      outline: null,
    });
    expect(row.answer?.figures).toEqual([]);
    expect(wrong(row)).toEqual([]);
  });
});
