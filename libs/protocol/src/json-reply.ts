import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { MAX_REPLY, asObject, objectsIn, type FoundObject, type JsonObject } from './json-object';
import { isMeant, tidy, type ObjectSchema, type PropertySchema } from './json-tidy';
import { limited } from './left-out';
import type { ParsedReply, ReplyProtocol, Verdict } from './protocol';
import { MAX_ITEMS } from './section-items';

/** An object that may be the reply. */
export type Candidate = Pick<FoundObject, 'value' | 'cut'>;

/** A protocol whose replies are one JSON object. */
export interface JsonGrammar<T> {
  readonly name: string;
  readonly purpose: ReplyProtocol['purpose'];
  readonly outcomes: readonly string[];
  /** The strict form for the model: every property is required. */
  readonly schema: ObjectSchema;
  /** Values of properties that a reply may leave out; the others are required. */
  readonly defaults: Partial<T>;
  /** The form in error messages, if that of the schema would mislead. */
  readonly form?: string;
  /**
   * The objects of a reply, converted to the schema's form if models write others. Objects that are not meant as a
   * reply may stay. By default, an object that wraps another one yields the inner one.
   */
  prepare?(objects: readonly FoundObject[], reply: string): readonly Candidate[];
  /** Most items of lists of texts, where it is not {@link MAX_ITEMS}. */
  readonly most?: { readonly [K in keyof T]?: number };
  /** @param rest what lists of texts hold beyond their limits */
  read(
    value: T,
    rest: Rest<T>,
  ): { readonly outcome: string; readonly verdict: Verdict } | { readonly error: string };
}

/** For each list of texts the items beyond its limit; empty where there are none. */
export type Rest<T> = { readonly [K in keyof T]: readonly string[] };

const ajv = new Ajv({ allErrors: false, strict: true });

/** The protocol of a JSON grammar. Its replies are never shown to users. */
export function jsonProtocol<T extends object>(grammar: JsonGrammar<T>): ReplyProtocol {
  let validate: ValidateFunction<T> | undefined;
  return {
    name: grammar.name,
    purpose: grammar.purpose,
    outcomes: grammar.outcomes,
    schema: grammar.schema as unknown as JsonObject,
    parse(reply) {
      validate ??= ajv.compile<T>(grammar.schema);
      return parse(reply, grammar, validate);
    },
    openGate: () => ({ push: () => '', end: () => '' }),
  };
}

function parse<T>(reply: string, grammar: JsonGrammar<T>, validate: ValidateFunction<T>): ParsedReply {
  const form = `Reply with one JSON object of this form: ${grammar.form ?? formOf(grammar.schema)}.`;
  if (reply.length > MAX_REPLY)
    return { ok: false, error: `The reply is longer than ${MAX_REPLY} characters. ${form}` };
  const candidates = candidatesIn(reply, grammar);
  const [first] = candidates;
  if (!first)
    return { ok: false, error: `There is no JSON object of the required form in the reply. ${form}` };
  if (candidates.some(({ value }) => JSON.stringify(value) !== JSON.stringify(first.value)))
    return { ok: false, error: `The reply holds two different JSON objects; which one is meant? ${form}` };
  // A truncated reply may have contained anything: only a complete reply leaves a field out.
  const value: unknown = first.cut ? first.value : { ...grammar.defaults, ...first.value };
  if (!validate(value)) {
    const cut = first.cut ? 'The reply is cut off; write less. ' : '';
    return { ok: false, error: `${cut}${sentence(validate.errors?.[0], value)} ${form}` };
  }
  const { kept, rest } = withinLimits(value, grammar);
  const read = grammar.read(kept, rest);
  return 'error' in read ? { ok: false, error: `${read.error} ${form}` } : { ok: true, ...read };
}

/** Lists of texts cut to their limits, and what is beyond them. */
function withinLimits<T>(value: T, { schema, most = {} }: JsonGrammar<T>): { kept: T; rest: Rest<T> } {
  const kept = { ...value } as Record<string, unknown>;
  const rest: Record<string, readonly string[]> = {};
  for (const [key, property] of Object.entries(schema.properties)) {
    const list = kept[key];
    rest[key] = [];
    if (!isTexts(property) || !Array.isArray(list)) continue;
    const parts = limited(list as readonly string[], (most as Record<string, number>)[key] ?? MAX_ITEMS);
    kept[key] = parts.kept;
    rest[key] = parts.rest;
  }
  return { kept: kept as T, rest: rest as Rest<T> };
}

function isTexts(property: PropertySchema): boolean {
  if ('anyOf' in property || property.type !== 'array') return false;
  const { items } = property;
  return items !== undefined && 'type' in items && items.type === 'string';
}

/** Objects of the reply that have a key of the grammar, tidied. */
function candidatesIn<T>(reply: string, grammar: JsonGrammar<T>): readonly Candidate[] {
  const { schema, defaults } = grammar;
  const found = objectsIn(reply);
  const prepared =
    grammar.prepare?.(found, reply) ??
    found.map((object) => unwrapped(object, (value) => isMeant(value, schema)));
  const meant = prepared.filter(({ value }) => isMeant(value, schema));
  // An empty object is enough if everything has a default.
  const empty = meant.length === 0 && /^\s*(?:`{3}\w*\s*)?\{\s*\}(?:\s*`{3})?\s*$/.test(reply);
  if (empty && schema.required.every((key) => key in defaults)) return [{ value: {}, cut: false }];
  return meant.map(({ value, cut }) => ({ value: tidy(value, schema), cut }));
}

/** The object that is meant within one that only wraps it (`{"result": {…}}`), or the object itself. */
export function unwrapped({ value, cut }: Candidate, meant: (value: JsonObject) => boolean): Candidate {
  const [inner, ...others] = Object.values(value);
  const object = meant(value) || others.length > 0 ? null : asObject(inner);
  return { value: object && meant(object) ? object : value, cut };
}

/** `{"is_complete": true or false, "follow_up_queries": ["text", …]}`. */
function formOf(schema: ObjectSchema): string {
  const fields = Object.entries(schema.properties).map(([key, property]) => {
    if ('anyOf' in property) return `"${key}": ${property.anyOf.map(({ type }) => FORMS[type]).join(' or ')}`;
    const items = property.items;
    if (property.type === 'array')
      return `"${key}": [${items && 'properties' in items ? `${formOf(items)}, …` : '"text", …'}]`;
    if (property.type === 'boolean') return `"${key}": true or false`;
    if (property.type === 'integer') return `"${key}": number`;
    return `"${key}": ${property.enum?.map((name) => `"${name}"`).join(' or ') ?? '"text"'}`;
  });
  return `{${fields.join(', ')}}`;
}

const FORMS: Readonly<Record<string, string>> = {
  string: '"text"',
  number: 'number',
  integer: 'number',
  null: 'null',
};

/** The error as a sentence with the path of the field. */
function sentence(error: ErrorObject | undefined, value: unknown): string {
  if (!error) return 'The reply has not the required form.';
  const steps = error.instancePath.split('/').slice(1);
  const field = steps.reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : `${path}${path && '.'}${step}`),
    '',
  );
  const params = error.params as Readonly<Record<string, unknown>>;
  if (error.keyword === 'required') {
    const within = field === '' ? '' : ` of '${field}'`;
    return `The field '${String(params.missingProperty)}'${within} is missing.`;
  }
  const written = steps.reduce<unknown>((inner, step) => (inner as JsonObject | undefined)?.[step], value);
  const is = `it is ${String(JSON.stringify(written)).slice(0, 60)}`;
  if (error.keyword === 'enum')
    return `The field '${field}' must be one of ${(params.allowedValues as string[]).map((name) => `"${name}"`).join(', ')}; ${is}.`;
  if (error.keyword === 'minItems') return `The list '${field}' must not be empty.`;
  if (error.keyword === 'type')
    return `The field '${field}' must be ${KINDS[String(params.type)] ?? 'of another type'}; ${is}.`;
  return `The field '${field}' ${error.message ?? 'is wrong'}; ${is}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  array: 'a list of texts',
  object: 'an object',
};
