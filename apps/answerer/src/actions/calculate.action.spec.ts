import { aTurn, someEvidence } from '@quarry/engine/testing';
import { raiseNeeds, type Evidence, type Finding, type Turn } from '@quarry/turn';
import { CalculateAction } from './calculate.action';

const finding = (n: number, label: string, value: number | string, more: Partial<Finding> = {}): Finding => ({
  id: `finding-${n}`,
  n,
  pass: 1,
  item: 'q',
  label,
  value,
  path: 'a.pdf',
  section: 'a.pdf#s',
  sectionTitle: 'S',
  check: { stands: 'on_page', why: '' },
  ...more,
});
const shown = (n: number, page: number): Evidence =>
  someEvidence(n, {
    id: `finding:${n}`,
    kind: 'finding',
    path: 'a.pdf',
    startLine: n,
    endLine: n,
    section: 'a.pdf#s',
    pages: [{ page, box: [1, n, 2, n + 1] }],
    text: `value ${n}`,
  });
const base = aTurn({
  evidence: [shown(1, 60), shown(2, 59), shown(3, 7)],
  findings: [
    finding(1, 'capex_2022', 1749, { unit: 'millions_usd' }),
    finding(2, 'Net revenue 2022', '34,229', { unit: 'millions_usd' }),
    finding(3, 'strategy', 'efficiency-focused'),
  ],
});
const calling = (turn: Turn, ...expressions: readonly string[]): Turn => ({
  ...turn,
  needs: raiseNeeds(
    turn.needs,
    expressions.map((expression, at) => ({
      text: expression,
      call: { tool: 'calculate', id: `c${at}`, arguments: { expression, label: `result ${at}` } } as const,
    })),
    1,
  ),
});
const run = (turn: Turn, planned = false) => new CalculateAction().run(turn, { planned });
const planned = (...compute: readonly (readonly [string, string])[]): Turn => ({
  ...base,
  plan: {
    mode: 'hybrid',
    queries: [],
    tasks: {
      fetch: [],
      compute: compute.map(([label, expression]) => ({ label, expression })),
      synthesis: '',
    },
  },
});

describe('calculate', () => {
  it('computes over findings, and shows their location', async () => {
    const { outcome, patch } = await run(calling(base, '[1] / [2] * 100'));
    expect(outcome).toBe('ok');
    expect(patch?.calculations).toEqual([
      {
        id: 'calculation-1',
        n: 4,
        pass: 1,
        label: 'result 0',
        expression: '[1] / [2] * 100',
        inputs: [
          { text: '[1]', value: '1749', n: 1 },
          { text: '[2]', value: '34229', n: 2 },
          { text: '100', value: '100' },
        ],
        result: '5.109702299219959683309474422273511',
      },
    ]);
    expect(patch?.evidence?.[3]).toMatchObject({
      n: 4,
      kind: 'calculation',
      path: 'a.pdf',
      section: 'a.pdf#s',
      pages: [{ page: 59 }, { page: 60 }],
      relevance: 1,
      foundBy: 'calculation',
      text:
        'result 0 = [1] / [2] * 100 = 5.109702299219959683309474422273511, rounded 5.11\n' +
        '[1] capex_2022 = 1749 millions_usd\n[2] Net revenue 2022 = 34229 millions_usd',
    });
    expect(patch?.needs?.[0]).toMatchObject({
      status: 'resolved',
      resolvedBy: [4],
      call: { note: '[1] / [2] * 100 = 5.109702299219959683309474422273511, which is [4].' },
    });
  });

  it('uses earlier results, and adds the same calculation only once', async () => {
    const first = await run(calling(base, '[1] + 1', '[4] * 2', '[1] + 1'));
    expect(first.patch?.calculations?.map(({ result }) => result)).toEqual(['1750', '3500']);
    const again = await run(calling({ ...base, ...first.patch, needs: [] }, '[1] + 1'));
    expect(again.outcome).toBe('ok');
    expect(again.patch?.calculations).toHaveLength(2);
    expect(again.patch?.needs?.[0]).toMatchObject({ status: 'resolved', resolvedBy: [4] });
  });

  it.each([
    ['[9] + 1', 'There is no value [9].'],
    ['[3] * 2', "[3] is not a number: it is 'efficiency-focused'."],
    ['[1] / 0', 'The expression divides by zero.'],
    ['margin', "There is no value named 'margin'."],
  ])('reports the error in %s, and leaves nothing open', async (expression, why) => {
    const { outcome, patch } = await run(calling(base, expression));
    expect(outcome).toBe('nothing');
    expect(patch?.calculations).toEqual([]);
    expect(patch?.needs?.[0]).toMatchObject({ status: 'missed', call: { note: why } });
  });

  it('serves only calls of calculate', async () => {
    const call = { tool: 'fetch_section', id: 'c', arguments: { id: 'x' } } as const;
    const needs = raiseNeeds([], ['more', { text: 'x', call }], 1);
    expect(await run({ ...base, needs })).toMatchObject({ outcome: 'nothing', patch: { needs } });
  });

  it('refuses values of different scales, unless the expression converts them', async () => {
    const findings = [...(base.findings ?? []), finding(4, 'b', 5, { unit: 'thousand_usd' })];
    const { patch } = await run(
      calling({ ...base, evidence: [...base.evidence, shown(4, 1)], findings }, '[1] + [4]'),
    );
    expect(patch?.needs?.[0]?.call?.note).toContain('[1] is in millions_usd, [4] in thousand_usd.');
    expect(patch?.needs?.[0]?.call?.note).toContain('multiply or divide it by 1000');
    expect(patch?.calculations ?? []).toEqual([]);
    const converted = await run(
      calling({ ...base, evidence: [...base.evidence, shown(4, 1)], findings }, '[1] + [4] / 1000'),
    );
    expect(converted.patch?.calculations).toHaveLength(1);
  });

  it('works without findings', async () => {
    const { patch } = await run(calling(aTurn(), '0.1 + 0.2'));
    expect(patch?.calculations?.[0]).toMatchObject({ n: 1, result: '0.3' });
  });
});

describe('calculate with planned tasks', () => {
  it('subtracts the amount of an outflow that is printed in parentheses, and nothing else below zero', async () => {
    const findings = [
      finding(1, 'operating_cash_flow_2023', 7274, { unit: 'millions_usd' }),
      finding(2, 'purchases_of_property_2023', -349, { unit: 'millions_usd' }),
      finding(3, 'net_loss_2023', -12, { unit: 'millions_usd' }),
    ];
    const turn = {
      ...planned(
        ['free_cash_flow', 'operating_cash_flow_2023 - purchases_of_property_2023'],
        ['difference', 'operating_cash_flow_2023 - net_loss_2023'],
      ),
      findings,
    };
    expect((await run(turn, true)).patch?.calculations).toMatchObject([
      { expression: 'operating_cash_flow_2023 - abs(purchases_of_property_2023)', result: '6925' },
      { expression: 'operating_cash_flow_2023 - net_loss_2023', result: '7286' },
    ]);
  });

  it('finds values and earlier results by their labels', async () => {
    const turn = planned(
      ['capex_share', 'capex_2022 / net_revenue_2022'],
      ['in_percent', 'round(capex_share * 100, 1)'],
    );
    const { outcome, patch } = await run(turn, true);
    expect(outcome).toBe('ok');
    expect(patch?.calculations?.[0]?.inputs).toEqual([
      { text: 'capex_2022', value: '1749', n: 1 },
      { text: 'net_revenue_2022', value: '34229', n: 2 },
    ]);
    expect(patch?.calculations?.[1]).toMatchObject({
      label: 'in_percent',
      result: '5.1',
      inputs: [{ n: 4 }, {}, {}],
    });
  });

  it('chooses the intended label, and never one of another year', async () => {
    expect((await run(planned(['a', 'revenue_2022']), true)).patch?.calculations?.[0]).toMatchObject({
      result: '34229',
    });
    expect((await run(planned(['a', 'revenue_2021']), true)).patch?.misses).toEqual([
      {
        pass: 1,
        text: 'a = revenue_2021',
        why: "There is no value named 'revenue_2021'.",
        where: ['calculation'],
      },
    ]);
  });

  it('does not guess between two values, unless they are equal', async () => {
    const another = {
      ...planned(['a', 'revenue_2022']),
      findings: [...(base.findings ?? []), finding(3, 'consumer revenue 2022', 5298)],
    };
    expect((await run(another, true)).patch?.misses?.[0]?.why).toBe(
      "'revenue_2022' may be Net revenue 2022 [2] or consumer revenue 2022 [3].",
    );
    const same = {
      ...another,
      findings: [...(base.findings ?? []), finding(3, 'revenue of 2022', '34,229', { unit: 'millions_usd' })],
    };
    expect((await run(same, true)).outcome).toBe('ok');
  });

  it('computes a task once, and nothing without a plan', async () => {
    const first = await run(planned(['a', 'capex_2022']), true);
    const turn = { ...planned(['a', 'capex_2022']), ...first.patch };
    expect(await run(turn, true)).toMatchObject({ outcome: 'nothing', note: 'there is nothing to compute' });
    expect(await run(base, true)).toMatchObject({ outcome: 'nothing' });
  });
});
