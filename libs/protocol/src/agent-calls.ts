import { normalizeQuery, TOOLS, type Tool, type ToolCall } from '@quarry/turn';
import { asObject, objectsIn, type JsonObject } from './json-object';

/** Most calls that one reply may make; the rest is dropped. */
const MAX_CALLS = 4;
/** Longest text argument in characters; the rest of it is cut. */
const MAX_ARGUMENT = 500;

/** What each tool takes; the first argument must be given, and is what the call is about. */
const ARGUMENTS: Readonly<
  Record<Tool, readonly ['query' | 'name' | 'id' | 'expression', ...('offset' | 'label')[]]>
> = {
  search: ['query'],
  lookup: ['name'],
  fetch_section: ['id', 'offset'],
  calculate: ['expression', 'label'],
};
const TOOL_LIST = 'search {query}, lookup {name}, fetch_section {id, offset?}';
const NAME_KEYS = ['tool', 'name', 'tool_name', 'function', 'action'] as const;
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'input', 'action_input'] as const;

/** A call as a model wrote it: not checked. */
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

/** True where the first object of the text calls a tool; with `known`, one that there is. */
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
  // `fetch_section` has an argument of the same name as the call's identity.
  const flat = known === 'lookup' && object.tool === undefined ? {} : object;
  return [{ tool, id: given === undefined && known === 'fetch_section' ? '' : id, arguments: given ?? flat }];
}

/** Checks the calls; equal ones count once. */
export function readCalls(written: readonly WrittenCall[]): ReadCalls {
  const byForm = new Map<string, { readonly text: string; readonly call: ToolCall }>();
  const ids = new Set<string>();
  for (const { tool: name, id, arguments: given } of written) {
    const tool = toolOf(name);
    if (!tool)
      return { ok: false, error: `There is no tool '${name.slice(0, 60)}'. The tools are: ${TOOL_LIST}.` };
    const values = argumentsOf(tool, given);
    if (typeof values === 'string') return { ok: false, error: `${values} The tools are: ${TOOL_LIST}.` };
    const text = textOf(tool, values);
    const form = `${tool} ${normalizeQuery(text)}`;
    if (byForm.has(form) || byForm.size === MAX_CALLS) continue;
    const own = id !== '' && !ids.has(id) ? id : freeId(ids);
    ids.add(own);
    byForm.set(form, { text, call: { tool, id: own, arguments: values } });
  }
  return { ok: true, calls: [...byForm.values()] };
}

function toolOf(name: string): Tool | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/^functions\./, '')
    .replace(/[\s-]/g, '_');
  return TOOLS.find((tool) => tool === plain || tool.replace('_', '') === plain);
}

/** The arguments of the tool alone, in the type that they should have; or what is wrong with them. */
function argumentsOf(tool: Tool, given: unknown): ToolCall['arguments'] | string {
  const [main, offset] = ARGUMENTS[tool];
  const object = asObject(given) ?? (typeof given === 'string' ? fromText(given, main) : null);
  const value = object ? single(object[main]) : undefined;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || normalizeQuery(text) === '')
    return `The tool '${tool}' needs the argument '${main}'.`;
  const values = { [main]: text.trim().slice(0, MAX_ARGUMENT).trim() };
  const from = offset === undefined ? undefined : object?.[offset];
  if (from === undefined || from === null || from === '') return values;
  const number = typeof from === 'number' || typeof from === 'string' ? Number(from) : Number.NaN;
  if (!Number.isFinite(number)) return `The argument 'offset' of '${tool}' must be a number of characters.`;
  return { ...values, offset: Math.min(Math.max(0, Math.trunc(number)), Number.MAX_SAFE_INTEGER) };
}

/** Arguments as a text: JSON, or the main argument itself. */
function fromText(text: string, main: string): JsonObject | null {
  if (text.trim().startsWith('{')) return objectsIn(text)[0]?.value ?? null;
  return { [main]: text };
}

function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}

/** What the call is about; a section from another place on is another request. */
function textOf(tool: Tool, values: ToolCall['arguments']): string {
  const { offset } = values;
  const about = String(values[ARGUMENTS[tool][0]]);
  return typeof offset === 'number' && offset > 0 ? `${about} (from ${offset})` : about;
}

function freeId(taken: ReadonlySet<string>): string {
  let n = taken.size + 1;
  while (taken.has(`c${n}`)) n += 1;
  return `c${n}`;
}
