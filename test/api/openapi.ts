/** The part of a schema that the gateway's document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
}

export interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly description?: string;
}

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Differences between a value and its schema, including unknown fields. */
export function differences(document: OpenApi, schema: Schema, value: unknown, at = '$'): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    const named = document.components.schemas[name];
    return named ? differences(document, named, value, at) : [`${at}: no schema ${name}`];
  }
  if (schema.allOf) return schema.allOf.flatMap((part) => differences(document, part, value, at));
  if (schema.oneOf) {
    const parts = schema.oneOf.map((part) => differences(document, part, value, at));
    return parts.some((part) => part.length === 0) ? [] : parts.flat();
  }
  if (schema.enum && !schema.enum.includes(value)) return [`${at}: ${JSON.stringify(value)} is not listed`];
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (!types.some((type) => isOf(type, value))) return [`${at}: ${typeof value}, not ${String(schema.type)}`];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => differences(document, schema.items ?? {}, item, `${at}[${index}]`));
  }
  return typeof value === 'object' && value !== null
    ? fieldDifferences(document, schema, { ...value }, at)
    : [];
}

function fieldDifferences(
  document: OpenApi,
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  at: string,
): string[] {
  const absent = (schema.required ?? []).filter((name) => !(name in value));
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const own = schema.properties?.[name];
    if (own) return differences(document, own, field, `${at}.${name}`);
    const { additionalProperties: others } = schema;
    if (typeof others === 'object') return differences(document, others, field, `${at}.${name}`);
    return others === true ? [] : [`${at}.${name}: not in the schema`];
  });
  return [...absent.map((name) => `${at}.${name}: absent`), ...fields];
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
