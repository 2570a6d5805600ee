import type { JsonCases } from './json-cases';

const fetch = [{ section: 'a.pdf#x', item: 'revenue 2022' }];
const plan = (more: object): string => JSON.stringify({ fetch, ...more });

/** Plans that are made before anything is read (001, "Planner Mode"). */
export const TASK_PLAN: JsonCases = {
  plain: `{
  "fetch": [{"section": "a.pdf#x", "item": "revenue 2022"}],
  "compute": [{"label": "share", "expression": "capex_2022 / revenue_2022"}],
  "synthesis": "Say whether it is capital-intensive."
}`,
  outcome: 'planned',
  verdict: {
    kind: 'tasks',
    tasks: {
      fetch,
      compute: [{ label: 'share', expression: 'capex_2022 / revenue_2022' }],
      synthesis: 'Say whether it is capital-intensive.',
    },
  },
  good: [
    ['fetch alone', plan({}), 'planned', { tasks: { fetch, compute: [], synthesis: '' } }],
    [
      'null for nothing',
      plan({ compute: null, synthesis: null }),
      'planned',
      { tasks: { compute: [], synthesis: '' } },
    ],
    [
      'one task instead of a list',
      '{"fetch": {"section": "S", "item": "i"}}',
      'planned',
      { tasks: { fetch: [{ section: 'S', item: 'i' }] } },
    ],
    [
      'texts as tasks',
      '{"fetch": ["S", "T"], "compute": ["a / b"]}',
      'planned',
      {
        tasks: {
          fetch: [
            { section: 'S', item: 'S' },
            { section: 'T', item: 'T' },
          ],
          compute: [{ label: 'result_1', expression: 'a / b' }],
        },
      },
    ],
    [
      'other keys',
      '{"fetchTasks": [{"id": "S", "query": "i"}], "compute_tasks": [{"name": "n", "formula": "a"}]}',
      'planned',
      { tasks: { fetch: [{ section: 'S', item: 'i' }], compute: [{ label: 'n', expression: 'a' }] } },
    ],
    [
      'tasks without a section or an expression',
      '{"fetch": [{"item": "i"}, {"section": "S"}], "compute": [{"label": "n"}]}',
      'planned',
      { tasks: { fetch: [{ section: 'S', item: 'S' }], compute: [] } },
    ],
    [
      'nine sections',
      JSON.stringify({ fetch: [...'abcdefghi'] }),
      'planned',
      {
        tasks: { fetch: [...'abcdefgh'].map((section) => ({ section, item: section })) },
        leftOut: {
          texts: ['i (i)'],
          why: 'a plan reads at most 8 sections and computes at most 12 results',
        },
      },
    ],
    [
      'another plan within a text',
      plan({ synthesis: 'Not {"fetch": []}.' }),
      'planned',
      { tasks: { fetch } },
    ],
  ],
  bad: [
    ['nothing to fetch', '{"fetch": []}', "'fetch' must not be empty"],
    ['nothing that can be fetched', '{"fetch": [{"item": "i"}]}', "'fetch' must not be empty"],
    ['no fetch', '{"compute": []}', "'fetch' is missing"],
    ['an object as synthesis', plan({ synthesis: { a: 1 } }), "'synthesis' must be a text"],
    ['two different', `${plan({})} ${plan({ synthesis: 'a' })}`, 'two different'],
    ['cut off', '{"fetch": [{"section": "S", "item": "i"}], "compute": [{"label"', 'cut off'],
  ],
};
