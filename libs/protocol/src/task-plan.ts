import { keysOf, textOfValue } from './json-keys';
import { asObject, type JsonObject } from './json-object';
import { jsonProtocol, unwrapped, type Candidate } from './json-reply';
import { leftOut } from './left-out';
import type { ReplyProtocol } from './protocol';
import { cutText, MAX_ITEM_LENGTH } from './section-items';

interface Plan {
  readonly fetch: readonly { readonly section: string; readonly item: string }[];
  readonly compute: readonly { readonly label: string; readonly expression: string }[];
  readonly synthesis: string;
}

/** Most sections and most expressions of a plan; the others are left out, by name. */
const MOST = { fetch: 8, compute: 12 } as const;
const LIMIT = `a plan reads at most ${MOST.fetch} sections and computes at most ${MOST.compute} results`;
const FETCH = ['fetch', 'fetches', 'fetch_tasks'] as const;
const COMPUTE = ['compute', 'computations', 'compute_tasks'] as const;

/**
 * 001, "Planner Mode": which sections to read for which items, what to compute from values by their labels, and what
 * the answer must state.
 */
export const taskPlanProtocol: ReplyProtocol = jsonProtocol<Plan>({
  name: 'task_plan',
  purpose: 'plan',
  outcomes: ['planned'],
  schema: {
    type: 'object',
    properties: {
      fetch: {
        type: 'array',
        minItems: 1,
        description: 'sections to read, and what to find in each',
        items: {
          type: 'object',
          properties: {
            section: { type: 'string', description: 'id of the section' },
            item: { type: 'string', description: 'what to find in it' },
          },
          required: ['section', 'item'],
          additionalProperties: false,
        },
      },
      compute: {
        type: 'array',
        description: 'expressions over the labels of the values; empty where there is nothing to compute',
        items: {
          type: 'object',
          properties: {
            label: { type: 'string', description: 'name of the result' },
            expression: { type: 'string', description: 'e.g. revenue_2022 / revenue_2021' },
          },
          required: ['label', 'expression'],
          additionalProperties: false,
        },
      },
      synthesis: { type: 'string', description: 'what the answer is to say' },
    },
    required: ['fetch', 'compute', 'synthesis'],
    additionalProperties: false,
  },
  defaults: { compute: [], synthesis: '' },
  prepare: (objects) =>
    objects
      .map((object) => unwrapped(object, isPlan))
      .filter(({ value }) => isPlan(value))
      .map(formal),
  read({ fetch, compute, synthesis }) {
    const sections = fetch.map(({ section, item }) => ({ section: cut(section), item: cut(item) }));
    const results = compute.map(({ label, expression }) => ({
      label: cut(label),
      expression: expression.trim(),
    }));
    const tasks = {
      fetch: sections.slice(0, MOST.fetch),
      compute: results.slice(0, MOST.compute),
      synthesis: cut(synthesis),
    };
    const rest = [
      ...sections.slice(MOST.fetch).map(({ section, item }) => `${item} (${section})`),
      ...results.slice(MOST.compute).map(({ label, expression }) => `${label} = ${expression}`),
    ];
    return { outcome: 'planned', verdict: { kind: 'tasks', tasks, ...leftOut(rest, LIMIT) } };
  },
});

function isPlan(value: JsonObject): boolean {
  const get = keysOf(value);
  return get(...FETCH) !== undefined || get(...COMPUTE) !== undefined;
}

/**
 * Drops tasks without a section or an expression. A text is a section alone. A task without an item searches for the
 * section's name.
 */
function formal({ value, cut: isCut }: Candidate): Candidate {
  const get = keysOf(value);
  const fetch = listOf(get(...FETCH))?.flatMap((task) => {
    const field = keysOf(asObject(task) ?? { section: task });
    const section = textOfValue(field('section', 'section_id', 'id', 'title'));
    const item = textOfValue(field('item', 'find', 'query', 'what', 'purpose')) || section;
    return section === '' ? [] : [{ section, item }];
  });
  const compute = listOf(get(...COMPUTE))?.flatMap((task, at) => {
    const field = keysOf(asObject(task) ?? { expression: task });
    const expression = textOfValue(field('expression', 'formula'));
    const label = textOfValue(field('label', 'name', 'result')) || `result_${at + 1}`;
    return expression === '' ? [] : [{ label, expression }];
  });
  return {
    cut: isCut,
    value: {
      fetch,
      compute,
      synthesis: get('synthesis'),
    },
  };
}

function listOf(written: unknown): readonly unknown[] | undefined {
  if (written === undefined || Array.isArray(written)) return written as readonly unknown[] | undefined;
  return [written];
}

function cut(text: string): string {
  return cutText(text.trim(), MAX_ITEM_LENGTH);
}
