import { normalizeQuery, type Tool, type ToolCall } from '@quarry/turn';
import { asObject, objectsIn, type JsonObject } from './json-object';

/** Longest text argument in characters; the rest of it is cut. */
const MAX_ARGUMENT = 500;

interface Signature {
  /** The main, required argument, followed by other names under which models write it. */
  readonly main: readonly string[];
  readonly optional: readonly Optional[];
}
type Optional = 'offset' | 'reread' | 'label' | 'row' | 'column';
const SIGNATURES: Readonly<Record<Tool, Signature>> = {
  search: { main: ['query'], optional: [] },
  lookup: { main: ['name'], optional: [] },
  fetch_section: { main: ['id', 'section', 'section_id', 'title'], optional: ['offset', 'reread'] },
  fetch_table: { main: ['table', 'id', 'title', 'table_id'], optional: ['row', 'column'] },
  calculate: { main: ['expression', 'formula'], optional: ['label'] },
};

/** `fetch_section {id, offset?, reread?}`. */
export function signature(tool: Tool): string {
  const { optional } = SIGNATURES[tool];
  return `${tool} {${[mainOf(tool), ...optional.map((name) => `${name}?`)].join(', ')}}`;
}

/** The tool's own arguments, in the expected types; or an error message. */
export function argumentsOf(tool: Tool, given: unknown): ToolCall['arguments'] | string {
  const { main, optional } = SIGNATURES[tool];
  const name = mainOf(tool);
  const object = asObject(given) ?? (typeof given === 'string' ? fromText(given, name) : null);
  const value = main.map((key) => textIn(object?.[key])).find((text) => text !== null);
  if (!value || normalizeQuery(value) === '') return `The tool '${tool}' needs the argument '${name}'.`;
  // A truncated expression would compute something else.
  if (tool === 'calculate' && value.trim().length > MAX_ARGUMENT)
    return `The argument 'expression' of 'calculate' is longer than ${MAX_ARGUMENT} characters.`;
  const values: Record<string, string | number> = { [name]: value.trim().slice(0, MAX_ARGUMENT).trim() };
  for (const key of optional) {
    const further = object?.[key];
    if (further === undefined || further === null || further === '') continue;
    const read = OPTIONAL[key](further);
    if (read === null) return `The argument 'offset' of '${tool}' must be a number of characters.`;
    if (read !== undefined) values[key] = read;
  }
  return values;
}

/** How each optional argument is read: undefined if absent, null if unreadable. */
const OPTIONAL: Readonly<Record<Optional, (value: unknown) => string | number | null | undefined>> = {
  offset(value) {
    const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
    return Number.isFinite(number)
      ? Math.min(Math.max(0, Math.trunc(number)), Number.MAX_SAFE_INTEGER)
      : null;
  },
  reread: (value) =>
    value === true || value === 1 || /^(?:true|yes|1)$/i.test(String(textIn(value))) ? 1 : undefined,
  label: shortText,
  row: shortText,
  column: shortText,
};

function shortText(value: unknown): string | undefined {
  return textIn(value)?.trim().slice(0, MAX_ARGUMENT).trim() || undefined;
}

function mainOf(tool: Tool): string {
  return SIGNATURES[tool].main[0] ?? '';
}

/** The subject of the call. A section from another offset, or read again, and another cell are different requests. */
export function textOf(tool: Tool, values: ToolCall['arguments']): string {
  const { offset, reread, row, column } = values;
  const about = String(values[mainOf(tool)]);
  const how = [
    ...(typeof offset === 'number' && offset > 0 ? [`from ${offset}`] : []),
    ...(reread === 1 ? ['again'] : []),
    ...(row === undefined ? [] : [`row ${row}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ];
  return how.length > 0 ? `${about} (${how.join(', ')})` : about;
}

/**
 * The arguments of each call that one written call stands for: as they are, or, of a text or a list that holds JSON objects, also within a
 * code fence, each of them.
 */
export function argumentSets(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) {
    const objects = given.map(asObject);
    return objects.length > 0 && objects.every((object) => object !== null) ? objects : [given];
  }
  if (typeof given !== 'string' || !/^\s*(?:\{|\[|`{3}|~{3})/.test(given)) return [given];
  const objects = objectsIn(given).map(({ value }) => value);
  return objects.length > 0 ? objects : [given];
}

/** Arguments as a text: JSON, or the main argument itself, perhaps within a code fence. */
function fromText(text: string, main: string): JsonObject | null {
  const plain = (FENCED.exec(text.trim())?.[2] ?? text).trim();
  if (plain.startsWith('{')) return objectsIn(plain)[0]?.value ?? null;
  return { [main]: plain };
}

const FENCED = /^(`{3,}|~{3,})[\w-]{0,20}\n(.*)\n\1$/s;

/** A text, a number as a text, or the only one of a list. */
function textIn(value: unknown): string | null {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only === 'number') return String(only);
  return typeof only === 'string' ? only : null;
}
