import type { Evidence } from '../evidence/evidence';
import { extractionReport, requestsOf } from './extraction-report';
import type { Finding } from '../evidence/finding';
import { gapReport } from './gap-report';
import { cgragMetadata } from '../conclusion/response';
import { openTurn, type Turn } from '../turn/turn';

const opened = openTurn({
  id: 't1',
  tenant: 'local',
  session: 's1',
  pipeline: 'extraction@1',
  question: 'What is the margin?',
  isEnglish: true,
  askedAt: 0,
  deadline: 1_000,
});
const page = (n: number, pass: number, fields: Partial<Evidence> = {}): Evidence => ({
  id: `e${n}`,
  n,
  pass,
  kind: 'chunk',
  text: 'x',
  path: 'r.pdf',
  startLine: 1,
  endLine: 2,
  pages: [{ page: n, box: null }],
  relevance: 1,
  foundBy: 'section',
  query: 'r.pdf#sales',
  ...fields,
});
const finding: Finding = {
  id: 'finding-1',
  n: 3,
  pass: 2,
  item: 'sales',
  label: 'sales',
  value: 5,
  path: 'r.pdf',
  section: 'r.pdf#sales',
  sectionTitle: 'Sales',
  check: { stands: 'on_page', why: 'it stands there' },
};
const turn: Turn = {
  ...opened,
  spent: { ...opened.spent, loops: 1 },
  evidence: [page(1, 1), page(2, 2), page(3, 2, { kind: 'finding' })],
  findings: [finding],
  misses: [
    { pass: 1, text: 'What is the margin?', why: 'not stated', where: ['r.pdf#results'] },
    { pass: 2, text: 'costs', why: 'the limit was reached', where: [] },
  ],
  needs: [
    {
      id: 'need-1',
      pass: 1,
      text: 'r.pdf#results',
      status: 'resolved',
      resolvedBy: [1],
      call: { tool: 'fetch_section', id: 'a', arguments: {} },
    },
    { id: 'need-2', pass: 1, text: 'sales', status: 'resolved', resolvedBy: [3] },
    { id: 'need-3', pass: 2, text: 'costs', status: 'missed', resolvedBy: [] },
  ],
  extraction: { pass: 2, items: ['sales'], turns: 2, judged: 1, read: [], drafts: [] },
};

describe('the report of an extraction', () => {
  it('tells for each pass its item, with the values or the sections tried, and what was refused', () => {
    expect(gapReport(turn)).toEqual(extractionReport(turn));
    expect(extractionReport(turn)).toMatchObject([
      {
        pass: 1,
        asked: [
          {
            text: 'What is the margin?',
            found: [],
            notFound: { why: 'not stated', where: ['r.pdf#results'] },
          },
        ],
        alsoFound: [{ n: 1 }],
        refused: [],
      },
      {
        pass: 2,
        asked: [{ text: 'sales', found: [{ n: 3 }], notFound: null }],
        alsoFound: [{ n: 2 }],
        refused: [{ text: 'costs', why: 'the limit was reached' }],
      },
    ]);
  });

  it('counts items as requests, and no calls', () => {
    expect(requestsOf(turn).map(({ text }) => text)).toEqual(['sales', 'costs']);
    expect(cgragMetadata(turn)).toMatchObject({ gapsResolved: ['sales'], gapsUnresolved: ['costs'] });
    expect(requestsOf({ ...turn, extraction: null })).toHaveLength(3);
  });
});
