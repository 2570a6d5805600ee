import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { Extraction, Finding, Outline, Turn } from '@quarry/turn';
import { outlineNames } from './extraction';
import { inputsOf, variablesOf } from './inputs';

const outline: Outline = {
  pass: 1,
  sections: [
    {
      id: 'r.pdf',
      path: 'r.pdf',
      title: 'Report',
      level: 0,
      startPage: 1,
      endPage: 9,
      summary: '',
      characters: 90,
    },
    {
      id: 'r.pdf#notes',
      path: 'r.pdf',
      title: 'Notes',
      level: 1,
      startPage: 7,
      endPage: 7,
      summary: 'Says more.',
      rank: 1,
      characters: 20,
    },
  ],
  left: { sections: 3, documents: 1 },
};
const finding: Finding = {
  id: 'finding-1',
  n: 2,
  pass: 1,
  item: 'sales',
  label: 'sales_2022',
  value: 5298,
  unit: 'millions_usd',
  path: 'r.pdf',
  page: 7,
  section: 'r.pdf#notes',
  sectionTitle: 'Notes',
  check: { stands: 'nowhere', why: '5298 is not on page 7' },
};
const extraction: Extraction = {
  pass: 2,
  items: ['costs'],
  turns: 1,
  judged: 0,
  read: [
    { pass: 1, section: 'r.pdf', offset: 0, n: 1 },
    { pass: 2, section: 'r.pdf#notes', offset: 0, n: 3 },
  ],
  drafts: [],
};
const turn = (groups: Partial<Turn> = {}): Turn =>
  aTurn({
    spent: { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] },
    outline,
    findings: [finding],
    extraction,
    evidence: [
      someEvidence(1),
      someEvidence(2, { kind: 'finding' }),
      someEvidence(3, { pass: 2, text: 'page seven' }),
    ],
    needs: [
      { id: 'need-1', pass: 1, text: 'costs', why: 'a margin needs both', status: 'open', resolvedBy: [] },
    ],
    misses: [{ pass: 1, text: 'profit', why: 'it is not stated', where: ['r.pdf#notes'] }],
    calculations: [
      { id: 'calculation-1', n: 4, pass: 2, expression: '[2] * 2', inputs: [], result: '10596' },
      {
        ...{
          id: 'calculation-2',
          n: 5,
          pass: 2,
          label: 'share',
          expression: '[2] - [3]',
          result: '6.3333333333',
        },
        inputs: [
          { text: '[2]', value: '4', n: 2 },
          { text: '[3]', value: '-2.3333333333', n: 3 },
        ],
      },
    ],
    ...groups,
  });
const variables = (groups: Partial<Turn> = {}) =>
  variablesOf(turn(groups), aContext({ settings: { max_turn_loops: 3 } }));

describe('variables of an extraction', () => {
  it('are the item with its reason, the tree, and the pages read in the running pass', () => {
    expect(variables()).toMatchObject({
      item: 'costs (a margin needs both)',
      sections: [
        '- r.pdf · Report (pages 1-9)',
        '  - #notes (page 7) *: Says more.',
        '(3 more sections and 1 more documents are not shown)',
      ].join('\n'),
      read: expect.stringContaining('page seven') as string,
      max_turns: 4,
    });
    expect(variables().read).not.toContain('src/1.ts');
  });

  it('are values with their number and place, marked if unconfirmed, and calculations', () => {
    expect(variables().findings).toEqual([
      '[2] sales_2022 = 5298 millions_usd · r.pdf, page 7, "Notes" · UNCONFIRMED: it does not stand there',
      '[4] [2] * 2 = 10596 (calculated)',
      '[5] share: [2] - [3] = 6.3333 (calculated; it subtracts the negative value [3], which adds: for an outflow, calculate with abs(…))',
    ]);
  });

  it('list the sections that were searched without success (001, "Failed Search")', () => {
    expect(variables().misses).toEqual(['profit (it is not stated; tried: r.pdf#notes)']);
  });

  it('list several items', () => {
    expect(variables({ extraction: { ...extraction, items: ['a', 'b'] } }).item).toBe('\n- a\n- b');
  });
});

describe('inputs of an extraction', () => {
  it('contain the pages of the running pass under the requested section', () => {
    const { extraction: inputs } = inputsOf(
      turn(),
      aContext({ settings: { max_turn_loops: 3 } }),
      'extraction',
    );
    expect(inputs).toMatchObject({ items: ['costs'], lastTurn: false, lastPass: false });
    expect(inputs?.read.map(({ n, section }) => [n, section])).toEqual([[3, 'r.pdf#notes']]);
  });

  it('know the last pass, and are absent elsewhere', () => {
    const context = aContext({ settings: { max_turn_loops: 1 } });
    expect(inputsOf(turn(), context, 'evaluator').extraction?.lastPass).toBe(true);
    expect(inputsOf(aTurn(), context, 'answer').extraction).toBeUndefined();
  });
});

describe('outlineNames', () => {
  it('are as short as possible to be unique, in whole titles', () => {
    const sections = [
      'a.pdf',
      'a.pdf#item-7',
      'a.pdf#item-7/overview',
      'a.pdf#item-8/overview',
      'b.pdf#item-8/overview',
      'b.pdf#item-8/notes',
    ];
    const names = outlineNames(sections.map((id) => ({ id, level: id.includes('#') ? 1 : 0 })));
    expect([...names.values()]).toEqual([
      'a.pdf',
      '#item-7',
      '#item-7/overview',
      'a.pdf#item-8/overview',
      'b.pdf#item-8/overview',
      '#notes',
    ]);
  });
});
