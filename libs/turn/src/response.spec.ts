import fc from 'fast-check';
import type { StoreName } from './degraded';
import type { Evidence } from './evidence';
import { normalizeQuery, type Need } from './need';
import { cgragMetadata, confidenceOf, searchQuality } from './response';
import type { Answer, Claim, ClaimStatus } from './answer';
import type { Search } from './plan';
import { openTurn, type Turn } from './turn';

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
const claims = (...statuses: ClaimStatus[]): Claim[] =>
  statuses.map((status) => ({ text: 'So.', cites: [1], status, by: 'code', why: '' }));

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

describe('confidence', () => {
  const changed = (groups: Partial<Turn>): Turn => ({ ...sure, ...groups });
  const ended = (outcome: 'failed' | 'direct' | 'budget' | 'partial', reason = 'r') =>
    changed({ end: { outcome, reason } });
  const without = (store: StoreName) =>
    changed({ degraded: [{ pass: 1, step: 's', store, lacks: 'without it', reason: 'Gone.' }] });
  const asked = [need(1, 'Money', 'resolved'), need(2, 'TaxOffice', 'missed')];

  it.each<[string, Turn, 'high' | 'medium' | 'low', RegExp]>([
    ['the evidence holds', sure, 'high', /Every citation was checked/],
    [
      'all sentences supported or inferred',
      changed({ claims: claims('supported', 'inferred') }),
      'high',
      /./,
    ],
    ['it failed', ended('failed', 'no model'), 'low', /no answer: no model/],
    ['nothing was looked up', ended('direct'), 'low', /general knowledge/],
    ['nothing is cited', changed({ answer: { ...answer, citations: [] } }), 'low', /No evidence/],
    [
      'a contradicted sentence',
      changed({ claims: claims('supported', 'contradicted') }),
      'low',
      /contradicts a sen/,
    ],
    [
      'most sentences unsupported',
      changed({ claims: claims('supported', 'unsupported', 'unsupported') }),
      'low',
      /most of this answer/,
    ],
    [
      'a request not found',
      changed({ needs: asked }),
      'medium',
      /1 of 2 requested items were not found: TaxOffice\./,
    ],
    ['the code graph was away', without('graph'), 'medium', /^It was answered without it: Gone\.$/],
    ['it is not kept in the history', without('history'), 'high', /./],
    ['the budget ran out', ended('budget', 'no time'), 'medium', /best so far: no time/],
    [
      'the loop was stopped',
      ended('partial', 'pass 2 brought nothing new'),
      'medium',
      /pass 2 brought nothing/,
    ],
    [
      'contradictions in the evidence',
      changed({ answer: { ...answer, contradictions: ['1923 or 1924'] } }),
      'medium',
      /contradicts itself: 1923/,
    ],
    [
      'a sentence unsupported',
      changed({ claims: claims('supported', 'unsupported') }),
      'medium',
      /a sentence/,
    ],
    [
      'two sentences unsupported',
      changed({ claims: claims('supported', 'supported', 'unsupported', 'unsupported') }),
      'medium',
      /support 2 sentences of/,
    ],
    [
      'removed citations',
      changed({ answer: { ...answer, removedCitations: ['[9]'] } }),
      'medium',
      /taken out/,
    ],
    [
      'loosely related evidence',
      changed({ evidence: [{ ...evidence, relevance: 0.35 }] }),
      'medium',
      /loosely related/,
    ],
    [
      'related evidence that is not cited beside loosely related evidence that is',
      changed({
        evidence: [
          { ...evidence, relevance: 0.35 },
          { ...evidence, id: 'other', n: 99, relevance: 0.9 },
        ],
      }),
      'medium',
      /loosely related/,
    ],
    [
      'loosely related evidence beside related evidence, neither of it alone',
      changed({
        evidence: [evidence, { ...evidence, id: 'other', relevance: 0.35 }],
      }),
      'high',
      /./,
    ],
    [
      'no model wrote it',
      changed({ answer: { ...answer, writtenBy: 'extractive' } }),
      'medium',
      /No language model/,
    ],
  ])('%s', (_what, turn, level, disclaimer) => {
    const confidence = confidenceOf(turn);
    expect(confidence?.level).toBe(level);
    expect(confidence?.disclaimer).toMatch(disclaimer);
  });

  it('does not count requests against evidence that was judged complete after all', () => {
    const judged = { pass: 2, by: 'critique', complete: true, answered: [], missing: [], contradictions: [] };
    const turn = changed({ needs: asked, assessments: [{ ...judged, followUps: [] }] });
    expect(confidenceOf(turn)?.level).toBe('high');
  });

  it('is null while the turn runs', () => {
    expect(confidenceOf(changed({ end: null }))).toBeNull();
  });

  it('names three missing items at most, and counts the rest', () => {
    const needs = ['A1', 'B2', 'C3', 'D4', 'E5'].map((text, index) => need(index + 1, text, 'missed'));
    expect(confidenceOf(changed({ needs }))?.disclaimer).toBe(
      '5 of 5 requested items were not found: A1, B2, C3 and 2 more.',
    );
  });
});
