type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

/**
 * Converts the document to OpenAPI 3.1, whose schemas are JSON Schema 2020-12: `nullable`, which the decorators of 3.0
 * write, becomes the type `null`. Otherwise a reader of 3.1 would reject `null`.
 */
export function inOpenApi31<T>(document: T): T {
  return convert(document) as T;
}

function convert(value: Json): Json {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  const converted = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, convert(inner)]));
  // A field of that name is a schema, the keyword is a boolean.
  return typeof converted['nullable'] === 'boolean' ? withNull(converted) : joinNull(converted);
}

/** `anyOf` of a plain type and null, as zod writes it, becomes a list of two types like everywhere in the document. */
function joinNull(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, other] = anyOf as Json[];
  if (!isObject(one) || !isObject(other) || other['type'] !== 'null') return schema;
  if (typeof one['type'] !== 'string' || 'enum' in one || 'const' in one) return schema;
  return { ...rest, ...one, type: [one['type'], 'null'] };
}

function withNull({ nullable, ...schema }: JsonObject): JsonObject {
  if (nullable !== true) return schema;
  const { type, enum: values, $ref, allOf, oneOf, anyOf, ...rest } = schema;
  if (typeof type === 'string' && type !== 'object')
    return {
      ...schema,
      type: [type, 'null'],
      ...(Array.isArray(values) ? { enum: [...new Set([...(values as Json[]), null])] } : {}),
    };
  // Anything but a plain type becomes one of two: the schema, or null.
  const { description, example, default: preset, ...about } = rest;
  const inner = { type, enum: values, $ref, allOf, oneOf, anyOf, ...about };
  const [single] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as Json[]) : [];
  const plain = Object.fromEntries(Object.entries(inner).filter(([, part]) => part !== undefined));
  return Object.fromEntries(
    Object.entries({
      description,
      example,
      default: preset,
      oneOf: [single ?? plain, { type: 'null' }],
    }).filter(([, part]) => part !== undefined),
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
