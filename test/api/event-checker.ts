import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

/** Checks events against the published schema. Stricter than a client must be: unknown fields are errors as well. */
export class EventChecker {
  private readonly validate: ValidateFunction;
  private readonly types: ReadonlySet<string>;
  private readonly seen = new Set<string>();

  constructor(schema: Readonly<Record<string, unknown>>) {
    const { discriminator, ...rest } = closed(schema) as {
      readonly discriminator: { readonly mapping: Readonly<Record<string, string>> };
    };
    this.types = new Set(Object.keys(discriminator.mapping));
    this.validate = new Ajv2020({
      allErrors: true,
      formats: { 'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/ },
      discriminator: true,
      allowUnionTypes: true,
    }).compile({ ...rest, discriminator: { propertyName: 'type' }, type: 'object', required: ['type'] });
  }

  /** The problems of an event's `data`; empty if it matches the schema. */
  problemsOf(data: object): readonly string[] {
    if ('type' in data) this.seen.add(String(data.type));
    if (this.validate(data)) return [];
    const errors = this.validate.errors ?? [];
    return errors.map(
      ({ instancePath, message }) => `${JSON.stringify(data)} ${instancePath}: ${message ?? ''}`,
    );
  }

  /** Event types that were not observed. */
  unseen(): readonly string[] {
    return [...this.types].filter((type) => !this.seen.has(type)).sort();
  }
}

/** The schema without additional properties in any object. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner && inner['type'] === 'object'
    ? { ...inner, additionalProperties: false }
    : inner;
}
