import { suggestion } from '@quarry/pipeline';
import { Fault } from '@quarry/turn';
import { z } from 'zod';

/** Maximum number of problems that are reported of one input. */
const MAX_PROBLEMS = 5;

/** Field types in the words of a JSON client. */
const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/**
 * Validates a request body or query against its schema.
 *
 * @returns the input with its defaults
 * @throws Fault `bad_request` that names each wrong field and says what it must be; for an unknown field it suggests a
 * known one
 * @example
 * readInput(LOOKUP, { nam: 'Cancel' });
 * // Fault: unknown field 'nam'; did you mean 'name'?; name must be a string
 */
export function readInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const read = schema.safeParse(withoutPrototypeKeys(input), { error: explain });
  if (read.success) return read.data;
  const problems = new Map<string, string>();
  // A misspelled field is the cause of the missing one: it is reported first.
  const issues = read.error.issues.flatMap((issue) => ofUnion(issue));
  for (const issue of issues.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)))) {
    const field = fieldOf(issue.path);
    const [key, problem] = isUnknown(issue)
      ? [issue.message, issue.message]
      : [field, `${field || 'the input'} ${issue.message}`];
    // The first problem of a field explains the others, such as the length of what is not a list.
    if (!problems.has(key)) problems.set(key, problem);
  }
  throw new Fault('bad_request', [...problems.values()].slice(0, MAX_PROBLEMS).join('; '));
}

/**
 * The problems of an input that may have several forms: those of the form that its `kind` names, or the kinds there are.
 * A choice between types, which no field tells apart, stays one problem.
 */
function ofUnion(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const kinds = issue.errors.map((form) =>
    form.find((one) => one.code === 'invalid_value' && one.path.length === 1),
  );
  const [first] = kinds;
  const from = <T extends z.core.$ZodIssue>(one: T): T => ({ ...one, path: [...issue.path, ...one.path] });
  if (first !== undefined && kinds.every((one) => one?.path[0] === first.path[0])) {
    const values = kinds.flatMap((one) => (one?.code === 'invalid_value' ? one.values.map(String) : []));
    return [from({ ...first, message: `must be one of ${[...new Set(values)].join(', ')}` })];
  }
  const meant = issue.errors.filter((_, i) => kinds[i] === undefined);
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return only.map(from);
  const types = issue.errors.flatMap((form) =>
    form.flatMap((one) =>
      one.code === 'invalid_type' && one.path.length === 0 ? [NOUNS[one.expected] ?? one.expected] : [],
    ),
  );
  // Another form may have the right type, and be wrong within.
  return types.length < issue.errors.length
    ? [issue]
    : [{ ...issue, message: `must be ${types.join(' or ')}` }];
}

/** `['messages', 0, 'role']` → `messages[0].role` */
export function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((field, key) => {
    if (typeof key === 'number') return `${field}[${key}]`;
    return field === '' ? String(key) : `${field}.${String(key)}`;
  }, '');
}

const isUnknown = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';

/** What a value must be, for the types and limits of a schema that has no message of its own. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `must ${limit(issue, 'less than', 'at most', issue.maximum)}`;
    case 'too_small':
      return `must ${limit(issue, 'more than', 'at least', issue.minimum)}`;
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, MAX_PROBLEMS)
        .map((key) => {
          const name = key.slice(0, 100);
          return `unknown field '${fieldOf([...(issue.path ?? []), name])}'${suggestion(name, fieldsOf(issue.inst))}`;
        })
        .join('; ');
    default:
      return undefined;
  }
}

/** `have at most 20 items`, `be more than 0` */
function limit(
  { origin, inclusive, exact }: { origin: string; inclusive?: boolean; exact?: boolean },
  exclusiveBound: string,
  inclusiveBound: string,
  value: number | bigint,
): string {
  const bound = exact === true ? 'exactly' : inclusive === false ? exclusiveBound : inclusiveBound;
  const unit = { string: 'character', array: 'item' }[origin];
  if (unit === undefined) return `be ${bound} ${value}`;
  return `have ${bound} ${value} ${unit}${Number(value) === 1 ? '' : 's'}`;
}

function fieldsOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** `__proto__` and `constructor` have always been ignored in a body, at any depth, instead of being refused. */
function withoutPrototypeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypeKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__' && key !== 'constructor')
      .map(([key, inner]) => [key, withoutPrototypeKeys(inner)]),
  );
}
