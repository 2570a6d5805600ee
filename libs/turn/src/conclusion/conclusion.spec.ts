import fc from 'fast-check';
import type { StoreName } from '../turn/degraded';
import type { Evidence } from '../evidence/evidence';
import type { Need } from '../need/need';
import { CODE_GRAPH, DOUBTED, UNJUDGED, type Answer, type Claim, type ClaimStatus } from '../answer/answer';
import { OUTCOMES, openTurn, type Turn } from '../turn/turn';
import { anyTurn } from '../testing/any-turn';
import { conclude, confidenceOf, conclusionOf, type Conclusion } from './conclusion';
import { CONFIDENCE_LEVELS } from './confidence';

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
const answer: Answer = {
  english: 'So [1].',
  text: 'So [1].',
  citations: [{ n: 1, path: 'a.ts', startLine: 1, endLine: 2, pass: 1 }],
  removedCitations: [],
  writtenBy: 'a-model',
};
const sure: Turn = {
  ...opened,
  evidence: [evidence],
  answer,
  claims: [{ text: 'So.', cites: [1], status: 'supported', by: 'code', why: '' }],
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

const by = (writtenBy: string, more: Partial<Turn> = {}, english = answer.english): Turn => ({
  ...sure,
  ...more,
  answer: { ...answer, writtenBy, english },
});
const changed = (groups: Partial<Turn>): Turn => ({ ...sure, ...groups });
const judged = (complete: boolean, missing: readonly string[] = complete ? [] : ['y']) => ({
  ...{ pass: 1, by: 'critique', complete, answered: [], missing, contradictions: [], followUps: [] },
});
const graphSearch = (hits: number) => ({ pass: 1, mode: 'graph' as const, query: 'q', hits, added: hits });
const stop = (rule: string, reason = 'r') => ({ stop: { rule, reason } });
const without = (store: StoreName) =>
  changed({ degraded: [{ pass: 1, step: 's', store, lacks: 'without it', reason: 'Gone.' }] });
const asked = [need(1, 'Money', 'resolved'), need(2, 'TaxOffice', 'missed')];
const call = { tool: 'lookup', id: 'c1', arguments: {} } as const;

/** What is said of a turn, in one line: outcome, code, level. */
const said = ({ outcome, code, confidence }: Conclusion): string =>
  [outcome, ...(code === undefined ? [] : [code]), confidence.level].join(' ');

describe('the conclusion on a turn', () => {
  it.each<[what: string, turn: Turn, said: string, reason: RegExp, disclaimer: RegExp]>([
    [
      'all sentences supported',
      changed({ claims: claims('supported', 'supported') }),
      ...(['answered high', /^the evidence holds$/, /^Every citation was checked/] as const),
    ],
    [
      'as many sentences supported as inferred',
      changed({ claims: claims('supported', 'inferred') }),
      ...([
        'answered high',
        /^the evidence supports 1 of 2 sentences; the rest is inferred from it$/,
        /^Every citation was checked/,
      ] as const),
    ],
    [
      'an index that lacks files',
      changed({
        claims: claims('supported'),
        indexing: [{ code: 'index_incomplete', values: { repository: 'shop', read: 1, files: 3 } }],
      }),
      ...([
        'answered medium',
        /^the evidence holds$/,
        /^The repository 'shop' is being indexed: 1 of 3 files are read; .* yet\. Every citation was checked/,
      ] as const),
    ],
    [
      'an index that is brought up to date',
      changed({
        claims: claims('supported'),
        indexing: [{ code: 'index_updating_begun', values: { repository: 'shop', indexed: 'then' } }],
      }),
      ...([
        'answered high',
        /^the evidence holds$/,
        /^The repository 'shop' is being indexed again; .* as old as then\. Every citation was checked/,
      ] as const),
    ],
    [
      'more sentences inferred than supported',
      changed({ claims: claims('inferred', 'supported', 'inferred') }),
      ...(['answered medium', /^the evidence supports 1 of 3 sentences/, /the rest is inferred/] as const),
    ],
    [
      'nothing but inferred sentences',
      changed({ claims: claims('inferred', 'inferred') }),
      ...([
        'answered medium',
        /^all 2 sentences are inferred from the evidence$/,
        /^All 2 sentences/,
      ] as const),
    ],
    ['nothing claimed', changed({ claims: [] }), 'answered high', /^every citation was checked$/, /./],
    [
      'a sentence that nothing could check',
      changed({ claims: claims('supported', 'unchecked') }),
      ...([
        'answered medium',
        /^the evidence holds for 1 of 2 sentences$/,
        /a sentence could not be/,
      ] as const),
    ],
    [
      'sentences that nothing could check',
      changed({ claims: claims('unchecked', 'unchecked') }),
      ...(['answered medium', /^every citation was checked$/, /the sentences were not checked/] as const),
    ],
    [
      'sentences that no model has judged, though it was to',
      changed({
        claims: claims('unchecked', 'supported', 'unchecked').map((claim) => ({
          ...claim,
          why: `[1] is close to it, and ${UNJUDGED}`,
        })),
      }),
      ...(['partial low', /^2 of 3 sentences of this answer were not checked$/, /^2 of 3/] as const),
    ],
    [
      'sentences that were not checked',
      changed({ claims: null }),
      ...(['answered medium', /^every citation was checked$/, /the sentences were not checked/] as const),
    ],
    [
      'evidence judged complete',
      changed({ assessments: [judged(false), judged(true)], claims: [] }),
      ...(['answered high', /^the evidence was judged complete$/, /./] as const),
    ],
    [
      'a list that the code graph proves complete, whatever else is open',
      changed({
        answer: { ...answer, writtenBy: CODE_GRAPH, proof: 'the list is complete: 3 callers of f' },
        ...{ claims: null, searches: [graphSearch(3)] },
      }),
      ...([
        'answered high',
        /^the list is complete: 3 callers of f$/,
        /as complete as the code graph/,
      ] as const),
    ],
    [
      'a list that is empty, which may be what the code graph cannot see',
      changed({
        answer: { ...answer, writtenBy: CODE_GRAPH, proof: 'no callers of f', citations: [] },
        searches: [graphSearch(0)],
      }),
      ...(['answered medium', /^no callers of f$/, /calls made at run time only/] as const),
    ],
    [
      'a failure',
      changed({ end: { outcome: 'failed', reason: 'no model', code: 'model_refused' } }),
      ...(['failed model_refused low', /^no model$/, /^There is no answer: no model\.$/] as const),
    ],
    [
      'a cancellation',
      changed({ end: { outcome: 'cancelled', reason: 'by the caller' } }),
      ...(['cancelled low', /caller/, /no answer/] as const),
    ],
    [
      'a plan without retrieval',
      { ...opened, plan: { mode: 'direct', queries: [] } },
      ...(['direct low', /as planned/, /general knowledge/] as const),
    ],
    [
      'a plan without retrieval whose model gave no answer',
      { ...opened, plan: { mode: 'direct', queries: [] }, ...stop('malformed') },
      ...(['insufficient low', /^r$/, /no answer: r/] as const),
    ],
    ['no answer', opened, 'insufficient low', /no evidence supports/, /^There is no answer/],
    [
      'no answer in time',
      changed({ answer: null, ...stop('deadline') }),
      'budget low',
      /^r$/,
      /no answer: r/,
    ],
    [
      'an answer without citations',
      changed({ answer: { ...answer, citations: [] } }),
      ...(['insufficient low', /no evidence/, /^No evidence supports this answer\.$/] as const),
    ],
    [
      'a contradicted sentence',
      changed({ claims: claims('supported', 'contradicted') }),
      ...([
        'partial low',
        /contradicts a sentence of this answer/,
        /^The evidence contradicts a sen/,
      ] as const),
    ],
    [
      'a contradicted sentence when the budget is spent',
      changed({ claims: claims('supported', 'contradicted'), ...stop('token_budget', 'spent') }),
      ...(['budget low', /^spent$/, /contradicts a sentence/] as const),
    ],
    [
      'no sentence supported: an answer to another question',
      changed({ claims: claims('unsupported', 'unsupported') }),
      ...(['insufficient low', /does not support this answer$/, /does not support this answer/] as const),
    ],
    [
      'most sentences unsupported',
      changed({ claims: claims('supported', 'unsupported', 'unsupported') }),
      ...(['partial low', /most of this answer/, /most of this answer/] as const),
    ],
    [
      'a sentence unsupported, though the evidence was judged complete',
      changed({ claims: claims('supported', 'unsupported'), assessments: [judged(true)] }),
      ...(['partial medium', /support a sentence of/, /support a sentence of/] as const),
    ],
    [
      'two sentences unsupported',
      changed({ claims: claims('supported', 'supported', 'unsupported', 'unsupported') }),
      ...(['partial medium', /support 2 sentences of/, /support 2 sentences of/] as const),
    ],
    [
      'a loop stopped by time',
      changed(stop('deadline', 'late')),
      'budget medium',
      /^late$/,
      /best so far: late/,
    ],
    ['a loop stopped by tokens', changed(stop('token_budget')), 'budget medium', /r/, /best so far/],
    [
      'a stopped loop',
      changed(stop('stuck', 'no new')),
      'partial medium',
      /^no new$/,
      /not be complete: no new/,
    ],
    [
      'an answer whose writer calls the evidence insufficient',
      changed({ answer: { ...answer, insufficient: 'no date' }, assessments: [judged(true)] }),
      ...(['partial medium', /^no date$/, /not be complete: no date/] as const),
    ],
    [
      'evidence judged incomplete',
      changed({ assessments: [judged(true), judged(false)] }),
      ...(['partial medium', /judged incomplete: y$/, /judged incomplete: y/] as const),
    ],
    [
      'evidence judged incomplete, without a word on what is missing',
      changed({ assessments: [judged(false, [])] }),
      ...(['partial medium', /judged incomplete$/, /./] as const),
    ],
    [
      'a request not found',
      changed({ needs: asked }),
      ...(['partial medium', /^1 of 2 requested items were not found$/, /^1 of 2 .* not found\.$/] as const),
    ],
    [
      'a request that was never looked for',
      changed({ needs: [need(1, 'Money', 'resolved'), need(2, 'TaxOffice', 'open')] }),
      ...(['partial medium', /^1 of 2 requested items were not looked for$/, /./] as const),
    ],
    [
      'the same thing not found twice, and one not looked for',
      changed({ needs: [...asked, need(3, 'class TaxOffice', 'missed'), need(4, 'Third', 'open')] }),
      ...(['partial medium', /^1 of 3 requested items were not found$/, /./] as const),
    ],
    [
      'a request not found, of evidence judged complete after all',
      changed({ needs: asked, assessments: [judged(true)] }),
      ...(['answered high', /./, /./] as const),
    ],
    [
      'a call of an agent that found nothing, and the answer after it',
      changed({ needs: [{ ...need(1, 'x', 'missed'), call }] }),
      ...(['answered high', /./, /./] as const),
    ],
    [
      'contradictions in the evidence',
      changed({ answer: { ...answer, contradictions: ['1923 or 1924'] } }),
      ...(['partial medium', /contradicts itself: 1923/, /contradicts itself: 1923/] as const),
    ],
    [
      'the code graph was away',
      without('graph'),
      'partial medium',
      /^answered without it: Gone$/,
      /^It was answered/,
    ],
    ['it is not kept in the history', without('history'), 'answered high', /./, /./],
    [
      'loosely related evidence',
      changed({ evidence: [{ ...evidence, relevance: 0.35 }] }),
      ...([
        'answered medium',
        /^the evidence holds; it is only loosely related$/,
        /loosely related to the/,
      ] as const),
    ],
    [
      'related evidence that is not cited next to loosely related evidence that is',
      changed({
        evidence: [
          { ...evidence, relevance: 0.35 },
          { ...evidence, id: 'other', n: 99, relevance: 0.9 },
        ],
      }),
      ...(['answered medium', /loosely related/, /./] as const),
    ],
    [
      'removed citations',
      changed({ answer: { ...answer, removedCitations: ['[9]'] } }),
      ...(['answered medium', /./, /^Citations that pointed nowhere were removed\.$/] as const),
    ],
    [
      'passages that no model judged',
      by('extractive', { claims: claims('supported') }),
      ...([
        'partial passages_only medium',
        /^no language model has judged/,
        /^No language model has judged the passages\.$/,
      ] as const),
    ],
    [
      'passages, and something that was not found',
      by('extractive', { needs: asked }),
      ...([
        'partial passages_only medium',
        /were not found$/,
        /^No language .*\. 1 of 2 requested items/,
      ] as const),
    ],
    [
      'passages of a search that was stopped',
      by('extractive', stop('stuck')),
      ...([
        'partial passages_only medium',
        /^no language model has judged the passages$/,
        /^No language .*\. The evidence may not be complete: r\.$/,
      ] as const),
    ],
    [
      'passages in place of an answer that a model did not give',
      by('extractive', { ...stop('malformed'), spent: { ...sure.spent, modelCalls: 2 } }),
      ...(['partial passages_only medium', /^r$/, /The evidence may not be complete: r\.$/] as const),
    ],
    [
      'passages below a doubt',
      by('extractive', { claims: claims('supported') }, `“x” is rare.\n\n${DOUBTED}: x.\n\nquoted`),
      ...(['partial passages_only low', /^no language model has judged/, /./] as const),
    ],
    [
      'passages that quote a doubt',
      by('extractive', { claims: claims('supported') }, `Found.\n\nQuoted:\n\n> ${DOUBTED}: x.`),
      ...(['partial passages_only medium', /./, /./] as const),
    ],
    ['passages when time is up', by('extractive', stop('deadline')), 'budget medium', /^r$/, /best so far/],
  ])('%s', (_what, turn, expected, reason, disclaimer) => {
    const conclusion = conclusionOf(turn);
    expect(said(conclusion)).toBe(expected);
    expect(conclusion.reason).toMatch(reason);
    expect(conclusion.confidence.disclaimer).toMatch(disclaimer);
  });

  it('counts what was looked for, and leaves the names to the list of gaps', () => {
    const needs = ['A1', 'B2', 'C3'].map((text, index) => need(index + 1, text, 'missed'));
    const misses = [
      { pass: 2, text: 'A1', why: 'no definition', where: ['graph: names'] },
      { pass: 3, text: 'class A1', why: 'no definition', where: ['graph: names'] },
      { pass: 1, text: 'B2', why: 'it was asked for before', where: [] },
    ];
    const told = (more: Partial<Turn>) => conclusionOf(changed({ needs, ...more })).confidence.disclaimer;
    expect(told({})).toBe('3 of 3 requested items were not found.');
    expect(told({ misses })).toBe('2 of 3 requested items were not found.');
    expect(told({ misses: misses.slice(2), needs: needs.slice(1, 2) })).toBe(
      '1 of 1 requested item was not looked for.',
    );
  });

  it('says "no language model has judged" only where none was asked', () => {
    const spent = { ...sure.spent, modelCalls: 2 };
    expect(conclusionOf(by('extractive')).reason).toBe('no language model has judged the passages');
    expect(conclusionOf(by('extractive', { spent }))).toMatchObject({
      reason: 'no language model has written an answer from the passages',
      confidence: { disclaimer: 'No language model has written an answer from the passages.' },
    });
  });

  it('counts passages in its headline', () => {
    expect(conclusionOf(by('extractive')).headline).toBe('The most relevant passage');
    const citations = [1, 2, 3].map((n) => ({ n, path: 'a.ts', startLine: 1, endLine: 2, pass: 1 }));
    const three = changed({ answer: { ...answer, citations, writtenBy: 'extractive' } });
    expect(conclusionOf(three).headline).toBe('The 3 most relevant passages');
  });

  it('is null as a confidence while the turn runs', () => {
    expect(confidenceOf(changed({ end: null }))).toBeNull();
  });

  describe('of any turn', () => {
    it('agrees with itself, and with what is known', () => {
      fc.assert(
        fc.property(anyTurn, (turn) => {
          const { outcome, reason, headline, code, confidence } = conclusionOf(turn);
          const { level, disclaimer } = confidence;
          const bad = turn.claims?.some(({ status: of }) => of === 'unsupported' || of === 'contradicted');
          expect(OUTCOMES).toContain(outcome);
          expect(CONFIDENCE_LEVELS).toContain(level);
          for (const text of [reason, headline, disclaimer]) expect(text).not.toBe('');
          // Good news is told only where all of it is good.
          if (outcome === 'answered') {
            expect(headline).toBe(
              turn.answer?.proof === undefined ? 'Answered' : 'Answered from the code graph',
            );
            expect(bad ?? false).toBe(false);
            expect(level).not.toBe('low');
            expect(turn.answer?.writtenBy === 'extractive').toBe(/^code has read it/.test(reason));
            expect(reason).not.toMatch(/not found|not support|contradict|incomplete|without/);
          }
          if (level === 'high') expect(outcome).toBe('answered');
          if (reason === 'the evidence holds') {
            expect(turn.claims?.length ?? 0).toBeGreaterThan(0);
            expect(turn.claims?.every(({ status: of }) => of === 'supported')).toBe(true);
          }
          if (turn.claims?.some(({ status: of }) => of === 'unchecked')) expect(level).not.toBe('high');
          if (bad === true && outcome !== 'direct')
            expect(['partial', 'insufficient', 'budget', 'failed', 'cancelled']).toContain(outcome);
          if (outcome === 'insufficient') expect(level).toBe('low');
          if (code === 'passages_only') expect(headline).toMatch(/passage/);
          expect(/passage/.test(headline)).toBe(code === 'passages_only');
        }),
        { numRuns: 3_000 },
      );
    });

    it('stays the same once the turn has ended by it', () => {
      fc.assert(
        fc.property(anyTurn, (turn) => {
          const ended = turn.end ? turn : { ...turn, end: conclude(turn) };
          expect(conclusionOf(ended)).toEqual(conclusionOf(turn));
        }),
      );
    });
  });
});
