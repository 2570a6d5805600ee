import fc from 'fast-check';
import type { Evidence } from '../evidence/evidence';
import { normalizeQuery, type Need } from '../need/need';
import { cgragMetadata, searchQuality } from './response';
import type { Answer } from '../answer/answer';
import type { Search } from '../plan/plan';
import { openTurn, type Turn } from '../turn/turn';

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
const evidence: Evidence = {
  id: 'e1',
  n: 1,
  pass: 1,
  kind: 'chunk',
  text: 'x',
  path: 'a.ts',
  startLine: 1,
  endLine: 2,
  relevance: 0.8,
  foundBy: 'bm25',
  query: 'q',
};
const search: Search = { pass: 1, mode: 'bm25', query: 'q', hits: 3, added: 1 };
const answer: Answer = {
  english: 'So [1].',
  text: 'So [1].',
  citations: [{ n: 1, path: 'a.ts', startLine: 1, endLine: 2, pass: 1 }],
  removedCitations: [],
  writtenBy: 'a-model',
};
const sure: Turn = {
  ...opened,
  searches: [search],
  evidence: [evidence],
  answer,
  end: { outcome: 'answered', reason: 'the evidence holds' },
};
const need = (id: number, text: string, status: Need['status'], pass = 1): Need => ({
  id: `need-${id}`,
  pass,
  text,
  status,
  resolvedBy: [],
});

describe('cgrag metadata', () => {
  it('counts each gap once, however it is written, and as resolved where any pass found it', () => {
    const needs = [
      need(1, 'class Money', 'resolved'),
      need(2, 'TaxOffice', 'missed'),
      need(3, '`taxoffice`', 'missed', 2),
      need(4, 'Class  Money.', 'missed', 2),
      need(5, 'the TaxOffice class', 'missed', 2),
    ];
    const memory = { recalled: [1], passedOver: 2, notFound: [] };
    expect(cgragMetadata({ ...sure, needs, memory, spent: { ...opened.spent, loops: 2 } })).toEqual({
      passesUsed: 3,
      gapsIdentified: ['class Money', 'TaxOffice'],
      gapsResolved: ['class Money'],
      gapsUnresolved: ['TaxOffice'],
      sessionId: 's1',
      contextFromCache: true,
    });
  });

  it('is null where nothing was looked for', () => {
    expect(cgragMetadata(opened)).toBeNull();
  });

  it('identified is always resolved and unresolved together, each gap in one of them', () => {
    const status = fc.constantFrom<Need['status']>('open', 'resolved', 'missed');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 3 }), status)), (asked) => {
        const needs = asked.map(([text, of], index) => need(index + 1, text, of));
        const did = cgragMetadata({ ...sure, needs });
        const parts = [...(did?.gapsResolved ?? []), ...(did?.gapsUnresolved ?? [])];
        expect([...parts].sort()).toEqual([...(did?.gapsIdentified ?? [])].sort());
        expect(new Set(parts.map(normalizeQuery)).size).toBe(parts.length);
      }),
    );
  });
});

describe('search quality', () => {
  it.each<[Search['mode'], boolean, boolean, boolean]>([
    ['bm25', false, true, false],
    ['hybrid', true, true, false],
    ['semantic', true, false, false],
    ['semantic_rerank', true, false, false],
    ['graph', false, false, true],
  ])('%s: by meaning %s, full text %s, graph %s', (mode, semantic, fts, graph) => {
    expect(searchQuality({ ...sure, searches: [{ ...search, mode }] })).toMatchObject({
      semanticSearched: semantic,
      ftsSearched: fts,
      graphSearched: graph,
    });
  });

  it('counts what was found and used, says the best relevance and each fallback once', () => {
    const fallback = 'no vectors: bm25 instead';
    const searches = [
      { ...search, fallback },
      { ...search, query: 'r', fallback },
      { ...search, mode: 'semantic' as const, hits: 0, skipped: 'said before' },
    ];
    expect(searchQuality({ ...sure, searches })).toEqual({
      semanticSearched: false,
      ftsSearched: true,
      graphSearched: false,
      resultsFound: 6,
      resultsUsed: 1,
      bestRelevance: 0.8,
      fallbacks: [fallback],
    });
    expect(searchQuality(opened)).toBeNull();
  });
});
