import { suggestion } from './nearest';
import { quote, type Place, type Report } from './problem';
import { textOf, type Entries, type Entry, type Located } from './yaml/located';

/** A pipeline as defined in its own file, before inheritance. */
export interface PipelineDefinition {
  readonly file: string;
  readonly at: Place;
  readonly name: string;
  readonly description: string;
  readonly extends?: { readonly target: string; readonly at: Place };
  /** A base for others: may be incomplete, and cannot be asked. */
  readonly abstract: boolean;
  readonly settings: Entries;
  readonly steps: readonly StepDefinition[];
}

export interface StepDefinition {
  readonly id: string;
  /** Place of the id. */
  readonly at: Place;
  /** All keys of the step except `id`. */
  readonly entries: Entries;
}

const KEYS = ['name', 'description', 'extends', 'abstract', 'settings', 'steps'];
/** Names and ids: safe in file names, queue names, log lines and diagrams. */
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;
const NAME_RULE = 'a letter, then letters, digits, `_`, `-` or `.`, 100 at most';
/** Names that exist on every object. */
const RESERVED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Reads `pipeline: {name, description?, extends?, abstract?, settings, steps}` (003 §11.1), and reports what does not
 * have that form.
 * @returns undefined if there is no pipeline with a name
 */
export function readDefinition(
  file: string,
  document: Located,
  report: Report,
): PipelineDefinition | undefined {
  const start: Place = { file, line: 1, column: 1 };
  if (document.kind !== 'map') {
    report.error(document.at, 'a pipeline file is a dictionary with the one key `pipeline`');
    return undefined;
  }
  refuseUnknown(document.entries, ['pipeline'], 'top-level key', report);
  const body = document.entries.get('pipeline');
  if (body?.value.kind !== 'map') {
    report.error(body?.at ?? start, 'the key `pipeline` with `name`, `settings` and `steps` is missing');
    return undefined;
  }
  const { entries } = body.value;
  refuseUnknown(entries, KEYS, 'key of `pipeline`', report);
  const text = (key: string): string | undefined => readText(entries.get(key), key, report);

  const name = text('name');
  const description = text('description') ?? '';
  const parent = text('extends');
  const settings = readSettings(entries.get('settings'), report);
  const steps = readSteps(entries.get('steps'), report);
  const abstract = readAbstract(entries.get('abstract'), report);
  if (name === undefined) {
    if (!entries.has('name')) report.error(body.at, '`pipeline.name` is missing');
    return undefined;
  }
  if (!isName(name)) {
    report.error(
      entries.get('name')?.value.at ?? body.at,
      `${quote(name)} is not a valid pipeline name: ${NAME_RULE}`,
    );
    return undefined;
  }
  return {
    file,
    at: entries.get('name')?.at ?? body.at,
    name,
    description,
    ...(parent !== undefined && {
      extends: { target: parent, at: entries.get('extends')?.value.at ?? body.at },
    }),
    abstract,
    settings,
    steps,
  };
}

function readText(entry: Entry | undefined, key: string, report: Report): string | undefined {
  const text = textOf(entry?.value);
  if (entry && text === undefined) report.error(entry.value.at, `\`pipeline.${key}\` must be text`);
  return text;
}

function readAbstract(entry: Entry | undefined, report: Report): boolean {
  if (!entry) return false;
  if (entry.value.kind === 'scalar' && typeof entry.value.value === 'boolean') return entry.value.value;
  report.error(entry.value.at, '`pipeline.abstract` must be true or false');
  return false;
}

function readSettings(entry: Entry | undefined, report: Report): Entries {
  if (!entry || isNull(entry.value)) return new Map();
  if (entry.value.kind === 'map') return entry.value.entries;
  report.error(entry.value.at, '`pipeline.settings` must be a dictionary');
  return new Map();
}

function readSteps(entry: Entry | undefined, report: Report): StepDefinition[] {
  if (!entry || isNull(entry.value)) return [];
  if (entry.value.kind !== 'list') {
    report.error(entry.value.at, '`pipeline.steps` must be a list of steps, each with `id` and `action`');
    return [];
  }
  const steps = new Map<string, StepDefinition>();
  for (const item of entry.value.items) {
    const step = readStep(item, report);
    if (!step) continue;
    const first = steps.get(step.id);
    if (first) {
      report.error(step.at, `the step '${step.id}' is already defined in line ${first.at.line}`);
    } else {
      steps.set(step.id, step);
    }
  }
  return [...steps.values()];
}

function readStep(item: Located, report: Report): StepDefinition | undefined {
  if (item.kind !== 'map') {
    report.error(item.at, 'a step is a dictionary with `id` and `action`');
    return undefined;
  }
  const entry = item.entries.get('id');
  if (!entry) {
    report.error(item.at, 'this step has no `id`');
    return undefined;
  }
  const id = textOf(entry.value);
  if (id === undefined || !isName(id)) {
    report.error(
      entry.value.at,
      id === undefined ? "a step's `id` must be text" : `${quote(id)} is not a valid step id: ${NAME_RULE}`,
    );
    return undefined;
  }
  const entries = new Map(item.entries);
  entries.delete('id');
  return { id, at: entry.value.at, entries };
}

function refuseUnknown(entries: Entries, known: readonly string[], noun: string, report: Report): void {
  for (const [key, entry] of entries) {
    if (!known.includes(key))
      report.error(entry.at, `unknown ${noun} ${quote(key)}${suggestion(key, known)}`);
  }
}

function isName(text: string): boolean {
  return NAME.test(text) && !RESERVED.has(text);
}

function isNull(value: Located): boolean {
  return value.kind === 'scalar' && value.value === null;
}
