import * as fc from 'fast-check';
import { CLAIM_STATUSES, CODE_GRAPH, type Answer, type Claim } from '../answer/answer';
import type { Degradation } from '../turn/degraded';
import type { Evidence } from '../evidence/evidence';
import type { Finding } from '../evidence/finding';
import type { Miss, Need } from '../need/need';
import { openTurn, type Stop, type Turn } from '../turn/turn';

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
const cell: Finding = {
  id: 'finding-1',
  n: 1,
  pass: 1,
  item: 'q',
  label: 'Net sales, 2022',
  value: 5,
  path: 'a.pdf',
  page: 3,
  section: 'a.pdf#sales',
  sectionTitle: 'Consolidated Sales',
  check: { stands: 'on_page', why: '5 is on page 3' },
};
const citation: Answer['citations'][number] = { n: 1, path: 'a.ts', startLine: 1, endLine: 2, pass: 1 };
const graphAway: Degradation = {
  pass: 1,
  step: 's',
  store: 'graph',
  lacks: 'without the code graph',
  reason: 'Gone.',
};

const names = fc.constantFrom('A', 'B', 'class A', 'C');
const needs: fc.Arbitrary<readonly Need[]> = fc
  .array(fc.tuple(names, fc.constantFrom<Need['status']>('open', 'resolved', 'missed')), { maxLength: 4 })
  .map((all) =>
    all.map(([text, status], at) => ({ id: `need-${at + 1}`, pass: 1, text, status, resolvedBy: [] })),
  );
const misses: fc.Arbitrary<readonly Miss[]> = fc.array(
  fc.record({
    pass: fc.constantFrom(1, 2),
    text: names,
    why: fc.constant('no definition'),
    where: fc.constantFrom([], ['graph: names']),
  }),
  { maxLength: 3 },
);
const claims: fc.Arbitrary<readonly Claim[]> = fc.array(
  fc
    .constantFrom(...CLAIM_STATUSES)
    .map((status) => ({ text: 'So.', cites: [1], status, by: 'code', why: '' })),
  { maxLength: 4 },
);
const answers: fc.Arbitrary<Answer> = fc
  .record(
    {
      english: fc.constant('So [1].'),
      text: fc.constant('So [1].'),
      citations: fc.constantFrom([], [citation]),
      removedCitations: fc.constantFrom([], ['[9]']),
      writtenBy: fc.constantFrom('a-model', 'extractive'),
      contradictions: fc.constantFrom([], ['1923 or 1924']),
      insufficient: fc.constant('no date'),
      proof: fc.constant('the list is complete: 3 callers of f'),
    },
    { requiredKeys: ['english', 'text', 'citations', 'removedCitations', 'writtenBy'] },
  )
  .map((answer) => (answer.proof === undefined ? answer : { ...answer, writtenBy: CODE_GRAPH }));
const stops = fc.constantFrom<Stop>(
  { rule: 'deadline', reason: 'the time is used up' },
  { rule: 'token_budget', reason: 'the tokens are used' },
  { rule: 'cost_budget', reason: 'the money is spent' },
  { rule: 'stuck', reason: 'the last pass brought nothing new' },
  { rule: 'malformed', reason: 'the model gave no usable answer' },
);

/** Turns that have come to their last step, or that failed or were cancelled before it: everything that a conclusion looks at. */
export const anyTurn: fc.Arbitrary<Turn> = fc
  .record({
    answer: fc.option(answers),
    claims: fc.option(claims),
    needs,
    misses,
    assessments: fc.array(
      fc.boolean().map((complete) => ({
        ...{ pass: 1, by: 'critique', complete, answered: [], missing: complete ? [] : ['y'] },
        ...{ contradictions: [], followUps: [] },
      })),
      { maxLength: 2 },
    ),
    stop: fc.option(stops),
    plan: fc.constantFrom<Turn['plan']>(null, { mode: 'direct', queries: [] }),
    evidence: fc.constantFrom([], [evidence], [{ ...evidence, relevance: 0.1 }]),
    findings: fc.constantFrom([], [cell], [{ ...cell, value: 'five' }]),
    degraded: fc.constantFrom([], [graphAway]),
    modelCalls: fc.constantFrom(0, 2),
    end: fc.constantFrom<Turn['end']>(
      null,
      { outcome: 'failed', reason: 'no model', code: 'internal' },
      { outcome: 'cancelled', reason: 'by the caller' },
    ),
  })
  .map(({ modelCalls, ...groups }) => {
    const question = 'What were the net sales in 2022?';
    const opened = openTurn({
      ...{ id: 't1', tenant: 'local', session: 's1', pipeline: 'cgrag@1', question },
      ...{ isEnglish: true, askedAt: 0, deadline: 1_000 },
    });
    return { ...opened, ...groups, spent: { ...opened.spent, modelCalls } };
  });
