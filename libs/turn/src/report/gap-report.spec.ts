import fc from 'fast-check';
import { gapReport } from './gap-report';
import { GRAPH_LOOKUP, raiseNeeds, skipRequests, type Need } from '../need/need';
import type { Search } from '../plan/plan';
import { openTurn, type Turn } from '../turn/turn';
import type { Evidence } from '../evidence/evidence';

const opened = openTurn({
  id: 't1',
  tenant: 'local',
  session: 's1',
  pipeline: 'cgrag@1',
  question: 'q',
  isEnglish: true,
  askedAt: 0,
  deadline: 1_000,
});
const item = (n: number, pass: number, query: string): Evidence => ({
  id: `e${n}`,
  n,
  pass,
  kind: 'chunk',
  text: 'x',
  path: `src/${n}.ts`,
  startLine: n,
  endLine: n + 1,
  relevance: 0.5,
  foundBy: 'bm25',
  query,
});
const at = (n: number) => ({ n, path: `src/${n}.ts`, startLine: n, endLine: n + 1 });
const search = (pass: number, query: string, hits: number, mode: Search['mode'] = 'bm25'): Search => ({
  pass,
  mode,
  query,
  hits,
  added: hits,
});
const need = (id: number, pass: number, text: string, status: Need['status'], by: number[] = []): Need => ({
  id: `need-${id}`,
  pass,
  text,
  status,
  resolvedBy: by,
});

const turn: Turn = {
  ...opened,
  spent: { ...opened.spent, loops: 1 },
  memory: { recalled: [1], passedOver: 0, notFound: [] },
  searches: [
    search(1, 'how invoices end', 2),
    search(1, 'tax office', 0),
    search(2, 'Stock.Restore', 1, 'graph'),
    search(2, 'TaxOffice', 0, 'graph'),
    search(2, 'class TaxOffice', 0),
  ],
  evidence: [
    item(1, 1, 'an earlier question'),
    item(2, 1, 'how invoices end'),
    item(3, 1, 'How invoices end?'),
    item(4, 2, 'function Stock.Restore'),
    { ...item(5, 2, 'class TaxOffice'), foundBy: 'graph' },
  ],
  needs: [
    need(1, 1, 'function Stock.Restore', 'resolved', [4]),
    need(2, 1, 'class TaxOffice', 'missed'),
    need(3, 2, 'PriceCalculator', 'missed'),
  ],
  misses: [
    { pass: 1, text: 'TaxOfice', why: 'no definition', where: [GRAPH_LOOKUP] },
    { pass: 2, text: 'class TaxOffice', why: 'nothing names it', where: ['graph: names', 'bm25 search'] },
    { pass: 2, text: 'PriceCalculator', why: 'after 2 passes data was still missing', where: [] },
  ],
};

describe('the gap report', () => {
  it('says for each pass what was asked, found, not found, from the cache, and refused', () => {
    expect(gapReport(turn)).toEqual([
      {
        pass: 1,
        asked: [
          { text: 'TaxOfice', hits: 0, found: [], notFound: { why: 'no definition', where: [GRAPH_LOOKUP] } },
          { text: 'how invoices end', hits: 2, found: [at(2), at(3)], notFound: null },
          {
            text: 'tax office',
            hits: 0,
            found: [],
            notFound: { why: 'nothing above the relevance floor', where: ['bm25 search'] },
          },
        ],
        alsoFound: [],
        fromCache: [at(1)],
        refused: [],
      },
      {
        pass: 2,
        asked: [
          { text: 'function Stock.Restore', hits: 1, found: [at(4)], notFound: null },
          {
            text: 'class TaxOffice',
            hits: 0,
            found: [],
            notFound: { why: 'nothing names it', where: ['graph: names', 'bm25 search'] },
          },
        ],
        alsoFound: [at(5)],
        fromCache: [],
        refused: [{ text: 'PriceCalculator', why: 'after 2 passes data was still missing' }],
      },
    ]);
  });

  it('lists a text once that was searched for as a question and as a name', () => {
    const searches = [search(1, 'Retry', 0), search(1, 'retry', 2), search(1, 'Retry', 1, 'graph')];
    const [report] = gapReport({ ...opened, searches, evidence: [item(1, 1, 'Retry')] });
    expect(report?.asked.map(({ text, hits }) => [text, hits])).toEqual([
      ['retry', 2],
      ['Retry', 1],
    ]);
  });

  it('is empty where nothing was looked for', () => {
    expect(gapReport(opened)).toEqual([]);
  });

  it('says why a search was skipped, and that a hit was known already', () => {
    const skipped = { ...search(1, 'the same again', 0), skipped: "says the same as 'that'" };
    const [report] = gapReport({ ...opened, searches: [skipped, search(1, 'known', 3)] });
    expect(report?.asked).toEqual([
      {
        text: 'the same again',
        hits: 0,
        found: [],
        notFound: { why: "says the same as 'that'", where: [] },
      },
      { text: 'known', hits: 3, found: [], notFound: null },
    ]);
  });

  it('leaves out no evidence and no request, whatever the turn', () => {
    const pass = fc.integer({ min: 1, max: 3 });
    const words = fc.constantFrom('a', 'b c', 'Foo.bar', 'the d');
    const turns = fc.record({
      evidence: fc.array(fc.tuple(pass, words), { maxLength: 6 }),
      searches: fc.array(fc.tuple(pass, words, fc.nat(3)), { minLength: 1, maxLength: 6 }),
      requests: fc.array(words, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(turns, ({ evidence, searches, requests }) => {
        const some: Turn = {
          ...opened,
          spent: { ...opened.spent, loops: 2 },
          evidence: evidence.map(([p, query], index) => item(index + 1, p, query)),
          searches: searches.map(([p, query, hits]) => search(p, query, hits)),
          needs: raiseNeeds([], requests, 1),
        };
        const reports = gapReport(some);
        for (const { n, pass: p } of some.evidence) {
          const report = reports[p - 1];
          const shown = [
            ...(report?.asked.flatMap(({ found }) => found) ?? []),
            ...(report?.alsoFound ?? []),
          ];
          expect(shown.map((place) => place.n)).toContain(n);
        }
        const asked = reports[1]?.asked.map(({ text }) => text);
        for (const { text } of some.needs) expect(asked).toContain(text);
      }),
    );
  });
});

it('names what was requested beyond a limit, or by a call that cannot be read, as not searched for', () => {
  const why = 'only the first 8 requests of a reply are served';
  const call = { tool: 'unknown', written: 'grep', id: 'c1', arguments: {} } as const;
  const skipped = skipRequests(
    turn,
    [
      { text: 'ninth', why },
      { text: 'grep x', call, why: "There is no tool 'grep'." },
    ],
    2,
  );
  expect(gapReport({ ...turn, ...skipped })[1]?.refused).toEqual([
    { text: 'PriceCalculator', why: 'after 2 passes data was still missing' },
    { text: 'ninth', why },
    { text: 'grep x', why: "There is no tool 'grep'." },
  ]);
});
