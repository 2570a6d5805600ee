import { normalizeQuery, TOOLS, type Tool } from '@quarry/turn';
import { argumentSets, argumentsOf, signature, textOf } from './agent-arguments';
import { asObject, objectsIn, type JsonObject } from './json-object';
import type { ReadCall } from './protocol';
import { SkippedCalls } from './skipped-calls';

/** Most calls of one reply that are made; the others are skipped, and the model reads so. */
const MAX_CALLS = 4;
const NAME_KEYS = ['tool', 'name', 'tool_name', 'function', 'action'] as const;
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'input', 'action_input'] as const;

/** A call as a model wrote it, unchecked. */
export interface WrittenCall {
  readonly tool: string;
  readonly id: string;
  readonly arguments: unknown;
}

/** What a reply calls: `skipped` are calls that are not made, each with the reason as its note. `ok: false`: none can be made. */
export type ReadCalls =
  | { readonly ok: true; readonly calls: readonly ReadCall[]; readonly skipped: readonly ReadCall[] }
  | { readonly ok: false; readonly error: string; readonly skipped: readonly ReadCall[] };

/** The tools of a step. */
export interface CallableTools {
  /** Those that errors name. */
  readonly offered: readonly Tool[];
  /** Those that are read; a call of another tool is skipped. */
  readonly understood: readonly Tool[];
}

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
  if (given !== undefined)
    return argumentSets(given).map((set, at) => ({ tool, id: at === 0 ? id : '', arguments: set }));
  // These have an argument of the same name as the call's identity, unless they name the section or table otherwise.
  if (known === 'fetch_section' || known === 'fetch_table') {
    const { id: _id, ...others } = object;
    const named = argumentsOf(known, others);
    return [
      typeof named === 'string' ? { tool, id: '', arguments: object } : { tool, id, arguments: others },
    ];
  }
  return [{ tool, id, arguments: known === 'lookup' && object.tool === undefined ? {} : object }];
}

/**
 * Checks the calls of a text; equal ones count once. What is wrong with one call does not keep the others from being made: it is skipped, as
 * are those beyond {@link MAX_CALLS}.
 */
export function readCalls(text: string, { offered, understood }: CallableTools): ReadCalls {
  const list = `The tools are: ${offered.map(signature).join(', ')}.`;
  const byForm = new Map<string, ReadCall>();
  const ids = new Set<string>();
  const skipped = new SkippedCalls();
  for (const { tool: name, id, arguments: given } of writtenCalls(text)) {
    const tool = toolOf(name);
    const own = id !== '' && !ids.has(id) ? id : freeId(ids);
    if (!tool || !understood.includes(tool)) {
      skipped.unreadable({ name, id: own, input: given }, `There is no tool '${name.slice(0, 60)}'. ${list}`);
    } else {
      const values = argumentsOf(tool, given);
      if (typeof values === 'string') {
        skipped.unreadable({ name, tool, id: own, input: given }, `${values} ${list}`);
      } else {
        const about = textOf(tool, values);
        const form = `${tool} ${normalizeQuery(about)}`;
        if (byForm.has(form)) continue;
        const call: ReadCall = { text: about, call: { tool, id: own, arguments: values } };
        if (byForm.size < MAX_CALLS) byForm.set(form, call);
        else skipped.tooMany(call, MAX_CALLS);
      }
    }
    ids.add(own);
  }
  for (const line of unreadLines(text))
    skipped.unreadable({ name: '', id: freeId(ids), input: line }, NO_JSON);
  const calls = [...byForm.values()];
  const [first] = skipped.reasons;
  if (calls.length === 0 && first !== undefined) return { ok: false, error: first, skipped: skipped.list() };
  return { ok: true, calls, skipped: skipped.list() };
}

const NO_JSON = 'It is no JSON object that can be read. Write {"tool": "…", "arguments": {…}}.';

/** Lines that begin an object of which nothing could be read. */
function unreadLines(text: string): readonly string[] {
  const read = objectsIn(text);
  return [...text.matchAll(/^[ \t]{0,8}(\{.*)$/gm)].flatMap(({ index, 0: line }) => {
    const at = index + line.indexOf('{');
    return read.some(({ start, end }) => start <= at && at < end) ? [] : [line.trim()];
  });
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
