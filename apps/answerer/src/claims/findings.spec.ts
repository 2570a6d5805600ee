import { sourceOf, statementsOf, valuesByNumber, verdictOf } from '@quarry/claims';
import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { Evidence, Turn } from '@quarry/turn';
import { calculationText } from '../calculate/calculation-text';
import { CALCULATIONS, FINDING_PAIRS, FINDINGS } from './testing/finding-pairs';

const about = { pass: 1, item: 'q', path: '3M_2022_10K.pdf', section: 's', sectionTitle: 'S' } as const;
const findings = FINDINGS.map((finding, at) => ({
  ...about,
  ...finding,
  id: `finding-${at + 1}`,
  n: at + 1,
  check: { stands: 'on_page', why: '' } as const,
}));
const calculations = CALCULATIONS.map((calculation, at) => ({
  ...calculation,
  id: `calculation-${at + 1}`,
  n: findings.length + at + 1,
  pass: 1,
}));
const used = new Map(
  findings.map(
    ({ n, label, value, unit = '' }) => [`[${n}]`, { n, label, value: String(value), unit }] as const,
  ),
);
const evidence: readonly Evidence[] = [
  ...findings.map(({ n, label, value, unit, context, quote }) =>
    someEvidence(n, {
      kind: 'finding',
      path: about.path,
      text: [`${label} = ${value} ${unit ?? ''}`, context, `"${quote ?? ''}"`].join('\n'),
    }),
  ),
  ...calculations.map((calculation) =>
    someEvidence(calculation.n, {
      kind: 'calculation',
      path: about.path,
      text: calculationText({ ...calculation, label: calculation.label, used }),
    }),
  ),
];
const turn: Turn = aTurn({ evidence, findings, calculations });
const values = valuesByNumber(turn);
const sources = evidence.map((item) => sourceOf(item, values.get(item.n)));

describe('sentences about findings, judged by code alone', () => {
  it.each(FINDING_PAIRS)('%s: %s', (status, sentence) => {
    const [statement] = statementsOf(sentence);
    const verdict = statement && verdictOf(statement, sources);
    expect([verdict?.status, verdict?.why]).toEqual([status, expect.anything()]);
  });

  it('a value is not supported by a finding that the sentence does not cite', () => {
    const [statement] = statementsOf('Consumer segment revenue was $34,229 million in 2022 [1].');
    expect(statement && verdictOf(statement, sources).status).not.toBe('supported');
  });
});
