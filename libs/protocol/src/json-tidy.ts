import { asObject, type JsonObject } from './json-object';
import { distinctItems, saysNone } from './section-items';

/** JSON Schema of a property, as far as the reply protocols use it. */
export type PropertySchema = TypedSchema | EitherSchema;

/** A value of one of several plain types. */
export interface EitherSchema {
  readonly anyOf: readonly { readonly type: 'string' | 'number' | 'integer' | 'null' }[];
  readonly description?: string;
}

/** A value of one type. */
export interface TypedSchema {
  readonly type: 'string' | 'boolean' | 'integer' | 'array';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: PropertySchema | ObjectSchema;
}

/** JSON Schema of an object, as far as the reply protocols use it. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

const YES = /^(?:true|yes|y)[.!]?$/i;
const NO = /^(?:false|no|n)[.!]?$/i;
/** Keys under which models write the text of an item that should be text. */
const ITEM_KEYS = ['query', 'sub_query', 'question', 'text', 'gap', 'name', 'component', 'description'];

/**
 * The object with only the schema's keys, and with its values in the intended form if that is unambiguous: keys in any
 * spelling (`isComplete`), a number instead of text, one text instead of a list, `"yes"` for true; lists trimmed, cut,
 * and without equal or empty items. Null counts as absent. The schema checks the result.
 */
export function tidy(object: JsonObject, schema: ObjectSchema): JsonObject {
  const written = new Map(Object.entries(object).map(([key, value]) => [plain(key), value]));
  const entries = Object.entries(schema.properties).flatMap(([key, property]) => {
    const value = written.get(plain(key));
    return value === undefined || value === null ? [] : [[key, tidyValue(value, property)] as const];
  });
  return Object.fromEntries(entries);
}

/** True if the object has at least one of the schema's keys, in any spelling. */
export function isMeant(object: JsonObject, schema: ObjectSchema): boolean {
  const keys = new Set(Object.keys(schema.properties).map(plain));
  return Object.keys(object).some((key) => keys.has(plain(key)));
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, '');
}

function tidyValue(value: unknown, schema: PropertySchema): unknown {
  if ('anyOf' in schema) return value;
  switch (schema.type) {
    case 'array':
      return tidyList(value, schema.items);
    case 'boolean':
      return tidyBoolean(value);
    case 'integer':
      return typeof value === 'string' && /^\s*\[?\d{1,6}\]?\s*$/.test(value)
        ? Number(value.replace(/[[\]]/g, ''))
        : value;
    case 'string':
      return tidyText(value, schema.enum);
  }
}

function tidyBoolean(value: unknown): unknown {
  if (value === 1 || (typeof value === 'string' && YES.test(value.trim()))) return true;
  if (value === 0 || (typeof value === 'string' && NO.test(value.trim()))) return false;
  return value;
}

function tidyText(value: unknown, names: readonly string[] | undefined): unknown {
  if (Array.isArray(value)) {
    const items = value.map(itemText);
    return items.some((item) => item === null) ? value : items.join('; ');
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || !names) return value;
  const name = value.trim().toLowerCase();
  return names.includes(name) ? name : value;
}

function tidyList(value: unknown, items: PropertySchema | ObjectSchema | undefined): unknown {
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split('\n').map((line) => line.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, ''))
      : [value];
  if (items && 'properties' in items)
    return list.map((item) => {
      const object = asObject(item);
      return object ? { ...unsaid(items), ...tidy(object, items) } : item;
    });
  const texts = list.filter((item) => item !== null).map(itemText);
  // An item that is not text is left to the schema, which reports it.
  if (texts.some((text) => text === null)) return list;
  return distinctItems(texts.filter((text) => text !== null && !saysNone(text)) as string[]);
}

/** Defaults for an object of a list: texts that are not enumerations, and nullable values. */
function unsaid(schema: ObjectSchema): JsonObject {
  const free = Object.entries(schema.properties).flatMap(([key, property]) => {
    if ('anyOf' in property) return property.anyOf.some(({ type }) => type === 'null') ? [[key, null]] : [];
    return property.type === 'string' && !property.enum ? [[key, '']] : [];
  });
  return Object.fromEntries(free) as JsonObject;
}

function itemText(item: unknown): string | null {
  if (typeof item === 'string') return item;
  if (typeof item === 'number' || typeof item === 'boolean') return String(item);
  const object = asObject(item);
  const values = object ? ITEM_KEYS.map((key) => object[key]).filter((text) => typeof text === 'string') : [];
  return values[0] ?? null;
}
