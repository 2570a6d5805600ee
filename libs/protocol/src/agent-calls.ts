import { normalizeQuery, TOOLS, type Tool, type ToolCall } from '@quarry/turn';
import { argumentsOf, signature, textOf } from './agent-arguments';
import { asObject, objectsIn, type JsonObject } from './json-object';

/** Maximum number of calls per reply; the rest is dropped. */
const MAX_CALLS = 4;
const NAME_KEYS = ['tool', 'name', 'tool_name', 'function', 'action'] as const;
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'input', 'action_input'] as const;

/** A call as a model wrote it, unchecked. */
export interface WrittenCall {
  readonly tool: string;
  readonly id: string;
  readonly arguments: unknown;
}

export type ReadCalls =
  | { readonly ok: true; readonly calls: readonly { readonly text: string; readonly call: ToolCall }[] }
  | { readonly ok: false; readonly error: string };

/** The calls in a text: objects that name a tool, alone, in a `tool_calls` list, or within `function`. */
export function writtenCalls(text: string): readonly WrittenCall[] {
  return objectsIn(text).flatMap(({ value }) => {
    const list: unknown = value.tool_calls ?? value.calls;
    const objects = Array.isArray(list) ? list.map(asObject) : [value];
    return objects.flatMap((object) => (object ? callOf(object) : []));
  });
}

/** True if the first object of the text calls a tool; with `known`, an existing one. */
export function callsTool(text: string, known: boolean): boolean {
  const [first] = objectsIn(text);
  const [call] = first ? writtenCalls(text.slice(first.start, first.end)) : [];
  return call !== undefined && (!known || toolOf(call.tool) !== undefined);
}

function callOf(object: JsonObject): readonly WrittenCall[] {
  const inner = asObject(object.function);
  if (inner) return callOf({ id: object.id, ...inner });
  const tool = NAME_KEYS.map((key) => object[key]).find((name) => typeof name === 'string');
  if (typeof tool !== 'string') return [];
  const given = ARGUMENT_KEYS.map((key) => object[key]).find((value) => value !== undefined);
  const known = toolOf(tool);
  if (!known && given === undefined) return [];
  const id = typeof object.id === 'string' || typeof object.id === 'number' ? String(object.id) : '';
  if (given !== undefined) return [{ tool, id, arguments: given }];
  // `fetch_section` has an argument with the same name as the call's id, unless it names the section otherwise.
  if (known === 'fetch_section') {
    const { id: _id, ...others } = object;
    const named = argumentsOf(known, others);
    return [
      typeof named === 'string' ? { tool, id: '', arguments: object } : { tool, id, arguments: others },
    ];
  }
  return [{ tool, id, arguments: known === 'lookup' && object.tool === undefined ? {} : object }];
}

/** Checks the calls; equal ones count once. Errors list the tools of `offered`, which the reply may call. */
export function readCalls(written: readonly WrittenCall[], offered: readonly Tool[]): ReadCalls {
  const list = `The tools are: ${offered.map(signature).join(', ')}.`;
  const byForm = new Map<string, { readonly text: string; readonly call: ToolCall }>();
  const ids = new Set<string>();
  for (const { tool: name, id, arguments: given } of written) {
    const tool = toolOf(name);
    if (!tool) return { ok: false, error: `There is no tool '${name.slice(0, 60)}'. ${list}` };
    const values = argumentsOf(tool, given);
    if (typeof values === 'string') return { ok: false, error: `${values} ${list}` };
    const text = textOf(tool, values);
    const form = `${tool} ${normalizeQuery(text)}`;
    if (byForm.has(form) || byForm.size === MAX_CALLS) continue;
    const own = id !== '' && !ids.has(id) ? id : freeId(ids);
    ids.add(own);
    byForm.set(form, { text, call: { tool, id: own, arguments: values } });
  }
  return { ok: true, calls: [...byForm.values()] };
}

/** The tool of that name, in any spelling. */
export function toolOf(name: string): Tool | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/^functions\./, '')
    .replace(/[\s-]/g, '_');
  return TOOLS.find((tool) => tool === plain || tool.replace('_', '') === plain);
}

function freeId(taken: ReadonlySet<string>): string {
  let n = taken.size + 1;
  while (taken.has(`c${n}`)) n += 1;
  return `c${n}`;
}
