/** A JSON Schema (2020-12), as far as the events use it; also valid in OpenAPI 3.1. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly description?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

type Fields = Readonly<Record<string, JsonSchema>>;

/** Schema of an object; all fields are required except those that are listed as optional. */
export interface ObjectSchema<F extends Fields, Optional extends keyof F> {
  readonly type: 'object';
  readonly description: string;
  readonly properties: F;
  readonly required: readonly Exclude<keyof F & string, Optional>[];
}

/** Schema of an object with these fields. */
export function object<const F extends Fields, const Optional extends keyof F & string = never>(
  description: string,
  properties: F,
  optional: readonly Optional[] = [],
): ObjectSchema<F, Optional> {
  const left: readonly string[] = optional;
  const required = Object.keys(properties).filter(
    (name): name is Exclude<keyof F & string, Optional> => !left.includes(name),
  );
  return { type: 'object', description, properties, required };
}

export const text = <const D extends string>(
  description: D,
): { readonly type: 'string'; readonly description: D } => ({ type: 'string', description });

/** Whole number of at least `minimum`. */
export const count = (
  description: string,
  minimum = 0,
): { readonly type: 'integer'; readonly description: string; readonly minimum: number } => ({
  type: 'integer',
  description,
  minimum,
});

export const oneOf = <const E extends readonly string[]>(
  description: string,
  values: E,
): { readonly type: 'string'; readonly description: string; readonly enum: E } => ({
  type: 'string',
  description,
  enum: values,
});

export const flag = (description: string): { readonly type: 'boolean'; readonly description: string } => ({
  type: 'boolean',
  description,
});

export const listOf = <const I extends JsonSchema>(
  description: string,
  items: I,
): { readonly type: 'array'; readonly description: string; readonly items: I } => ({
  type: 'array',
  description,
  items,
});

/** Fields of every event. */
const AT = {
  type: 'string',
  format: 'date-time',
  description: 'When it happened, in UTC.',
} as const;

/** Schema of the `data` of one event. */
export function event<
  const Type extends string,
  const F extends Fields,
  const Optional extends keyof F & string = never,
>(type: Type, description: string, fields: F, optional: readonly Optional[] = []) {
  const kind = {
    const: type,
    type: 'string',
    description: 'Which event it is: also the `event` line.',
  } as const;
  return object(description, { type: kind, at: AT, ...fields }, optional);
}
