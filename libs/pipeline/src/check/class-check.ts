import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { suggestion } from '../nearest';
import { quote, type Place, type Report } from '../problem';
import { locate, plainEntries, type Entries } from '../yaml/located';

/** What the values are, for messages. */
interface Subject {
  readonly noun: 'setting' | 'parameter';
  /** Their owner, e.g. ` of answerer.call_model`; empty if it is obvious. */
  readonly owner: string;
  /** Where a missing value is reported. */
  readonly at: Place;
}

type Class = new () => object;
type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** If one of these fails, range errors are omitted. */
const TYPE_RULES = ['isString', 'isInt', 'isNumber', 'isBoolean', 'isArray', 'isObject', 'isIn', 'isEnum'];

/**
 * An instance of `type` with `entries` and defaults, if they satisfy its class-validator decorators. Undeclared keys
 * are refused. One problem per value, at the value.
 */
export function checkClass<T extends object>(
  type: new () => T,
  entries: Entries,
  subject: Subject,
  report: Report,
): T | undefined {
  const before = report.errors();
  const misshapen = reportShapes(type, entries, subject, report);
  const fitting = new Map([...entries].filter(([key]) => !misshapen.has(key)));
  const instance = plainToInstance(type, plainEntries(fitting));
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    // A class without decorators accepts no properties, which the whitelist enforces.
    forbidUnknownValues: false,
    validationError: { target: true, value: true },
  });
  for (const error of errors) {
    if (!misshapen.has(error.property)) reportError(error, [], entries, subject, report);
  }
  return report.errors() > before ? undefined : instance;
}

/** Names of the properties that a class declares with class-validator decorators. */
function propertyNames(type: Class): string[] {
  return [...new Set(metadataOf(type).map(({ propertyName }) => propertyName))];
}

function metadataOf(type: Class): Metadata[] {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
}

/** class-validator accepts a list as a dictionary of nested values, and checks its items. Here it is an error. */
function reportShapes(type: Class, entries: Entries, subject: Subject, report: Report): Set<string> {
  const misshapen = new Set<string>();
  for (const { propertyName, type: rule } of metadataOf(type)) {
    const entry = entries.get(propertyName);
    if (rule !== 'nestedValidation' || !entry) continue;
    const wanted =
      Reflect.getMetadata('design:type', type.prototype as object, propertyName) === Array ? 'list' : 'map';
    if (entry.value.kind === wanted) continue;
    misshapen.add(propertyName);
    const name = wanted === 'list' ? 'a list' : 'a dictionary';
    report.error(entry.value.at, `${subject.noun} '${propertyName}' must be ${name}`);
  }
  return misshapen;
}

function reportError(
  error: ValidationError,
  above: readonly string[],
  entries: Entries,
  subject: Subject,
  report: Report,
): void {
  const path = [...above, error.property];
  for (const child of error.children ?? []) {
    reportError(child, path, entries, subject, report);
  }
  const constraints = error.constraints;
  if (!constraints) return;
  const name = path.join('.');
  const owner = error.target?.constructor as Class | undefined;
  if (constraints['whitelistValidation'] !== undefined) {
    const known = suggestion(error.property, owner ? propertyNames(owner) : []);
    const nothing = known === '' ? '; it takes none' : known;
    report.error(
      keyPlace(path, entries, subject),
      `unknown ${subject.noun} ${quote(name)}${subject.owner}${nothing}`,
    );
    return;
  }
  if (error.value === undefined) {
    report.error(subject.at, `the ${subject.noun} '${name}'${subject.owner} is missing`);
    return;
  }
  const rules = Object.keys(constraints);
  const shown = rules.filter((rule) => TYPE_RULES.includes(rule));
  const messages = (shown.length > 0 ? shown : rules).map((rule) =>
    shorten(constraints[rule] ?? '', error.property),
  );
  const allowed = owner ? allowedValues(owner, error.property) : [];
  const bad = firstBad(error.value, allowed);
  const place = locate(entries, bad.index === undefined ? path : [...path, String(bad.index)], subject.at);
  const hint = typeof bad.value === 'string' ? suggestion(bad.value, allowed) : '';
  report.error(
    place,
    `${subject.noun} '${name}' ${[...new Set(messages)].join(' and ')} (found ${found(bad.value)})${hint}`,
  );
}

function keyPlace(path: readonly string[], entries: Entries, subject: Subject): Place {
  let level = entries;
  let at = subject.at;
  for (const key of path) {
    const entry = level.get(key);
    if (!entry) break;
    at = entry.at;
    level = entry.value.kind === 'map' ? entry.value.entries : new Map();
  }
  return at;
}

/** class-validator's message without the property's name, which our message already contains. */
function shorten(message: string, property: string): string {
  return message
    .replace(`each value in ${property} `, 'has a value that ')
    .replace(new RegExp(`^${property.replace(/\W/g, '\\$&')} `), '')
    .replace(/'s elements/, 'elements');
}

function allowedValues(owner: Class, property: string): string[] {
  const rule = metadataOf(owner).find((one) => one.propertyName === property && one.name === 'isIn');
  const values: unknown = rule?.constraints[0];
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
}

/** In a list of names, the first one that is not allowed; otherwise the value itself. */
function firstBad(value: unknown, allowed: readonly string[]): { value: unknown; index?: number } {
  if (!Array.isArray(value) || allowed.length === 0) return { value };
  const index = value.findIndex((item) => !allowed.some((name) => name === item));
  return index === -1 ? { value } : { value: value[index] as unknown, index };
}

function found(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return quote(text);
}
