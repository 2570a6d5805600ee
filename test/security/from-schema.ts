import fc from 'fast-check';
import type { OpenApi, Schema } from '../api/openapi';

/** Texts that have broken parsers, shells, templates and databases. */
const NAUGHTY = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  '..\\..\\windows',
  '%00',
  '%2e%2e%2f',
  "' OR '1'='1",
  '"; DROP TABLE turns; --',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'NaN',
  '-0',
  '1e999',
  '質問',
  '👩‍👩‍👧',
  'a'.repeat(5_000),
  '*'.repeat(300),
  '((((((((((a+)+)+)+)+)+)+)+)+)+$',
  'code',
  'cgrag',
  'own',
];

/** A schema with the keywords that the generator needs; comparing responses needs fewer. */
type Full = Schema & {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly example?: unknown;
  readonly anyOf?: readonly Schema[];
};

/** Names of existing objects, by field, as a client would send them. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** The schemas, and the known names. */
export interface Source {
  readonly document: OpenApi;
  readonly known: Known;
}

/** Values that the schema allows. */
export function validFor(source: Source, schema: Schema): fc.Arbitrary<unknown> {
  const { document } = source;
  const full = schema as Full;
  if (full.$ref !== undefined) {
    const named = document.components.schemas[full.$ref.replace('#/components/schemas/', '')];
    return named ? validFor(source, named) : fc.constant({});
  }
  if (full.enum) return fc.constantFrom(...full.enum);
  const [only] = full.allOf ?? [];
  if (only) return validFor(source, only);
  const variants = full.oneOf ?? full.anyOf;
  if (variants) return fc.oneof(...variants.map((variant) => validFor(source, variant)));
  const types = typeof full.type === 'string' ? [full.type] : (full.type ?? []);
  const own = fc.oneof(
    ...(types.length === 0 ? [fc.jsonValue()] : types.map((type) => ofType(source, full, type))),
  );
  return full.example === undefined
    ? own
    : fc.oneof({ weight: 2, arbitrary: fc.constant(full.example) }, own);
}

function ofType(source: Source, schema: Full, type: string): fc.Arbitrary<unknown> {
  const { minimum: min = -1_000, maximum: max = Math.max(min, 0) + 1_000 } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'array': {
      const { minItems: minLength = 0, maxItems: maxLength = Math.max(4, minLength), items = {} } = schema;
      return fc.array(validFor(source, items), { minLength, maxLength });
    }
    case 'object':
      return objects(source, schema);
    default:
      return texts(schema);
  }
}

function objects(source: Source, { properties = {}, required = [] }: Full): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = ofField(source, name, schema);
    // Optional fields are mostly omitted: a request with all of them reaches less code than a short one.
    return [name, required.includes(name) ? value : fc.option(value, { nil: undefined, freq: 1 })] as const;
  });
  return fc.record(Object.fromEntries(fields));
}

/** A value of a field: mostly the name of an existing object, if any is known. */
export function ofField(source: Source, name: string, schema: Schema): fc.Arbitrary<unknown> {
  const names = source.known[name];
  const valid = validFor(source, schema);
  if (names === undefined) return valid;
  const one = fc.constantFrom(...names);
  const there = schema.type === 'array' ? fc.array(one, { minLength: 1, maxLength: 2 }) : one;
  return fc.oneof({ weight: 5, arbitrary: there }, { weight: 1, arbitrary: valid });
}

function texts({ pattern, format, minLength = 0, maxLength = 200 }: Full): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const words = fc.constantFrom('stock', 'code', 'Who calls Cancel?', 'src/Billing', 'csharp', 's1', 'shop');
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  return fc.oneof(
    { weight: 3, arbitrary: words.filter(fits) },
    { weight: 1, arbitrary: fc.constantFrom(...NAUGHTY.filter(fits)) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }) },
  );
}

/** Any text that a client might send as a name. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NAUGHTY),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** The value with one malformed part, at any depth. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const wrong = fc.oneof(
    fc.constantFrom<unknown>(null, [], {}, '', 0, -1, 1.5, 1e308, true, [[]], { a: {} }, 'x'.repeat(70_000)),
    fc.jsonValue({ maxDepth: 3 }),
    anyText,
  );
  return fc.tuple(value, fc.nat(1_000), wrong, fc.boolean()).map(([whole, at, part, added]) => {
    const places = placesIn(whole);
    const place = places[at % places.length] ?? [];
    const path = added ? [...place, '__proto__x'] : place;
    return replaced(whole, path, part);
  });
}

/** Paths of all parts, including the value itself. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], part: unknown): unknown {
  if (key === undefined) return part;
  if (Array.isArray(value))
    return value.map((item, n) => (String(n) === key ? replaced(item, rest, part) : item));
  const fields = typeof value === 'object' && value !== null ? value : {};
  const before: unknown = Object.entries(fields).find(([name]) => name === key)?.[1];
  return { ...fields, [key]: replaced(before, rest, part) };
}

/** Bodies that are not JSON, or meaningless JSON: each must be rejected. */
export const BROKEN_BODIES: readonly (readonly [type: string, body: string | Buffer])[] = [
  ['application/json', '{'],
  ['application/json', '{"question":'],
  ['application/json', "{'question':'Why?'}"],
  ['application/json', '{"question":"Why?"}}'],
  ['application/json', '"text"'],
  ['application/json', '17'],
  ['application/json', 'null'],
  ['application/json', '[1,2,3]'],
  ['application/json', '['.repeat(100_000)],
  ['application/json', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['application/json', Buffer.alloc(300 * 1024, 0x20)],
  ['application/json; charset=klingon', '{}'],
  ['application/json;', '{"\u0000":1'],
  ['text/plain', '{"question":"Why?"}'],
  ['application/x-www-form-urlencoded', 'question=Why'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
  ['application/xml', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'],
  ['', '{"question":"Why?"}'],
];
