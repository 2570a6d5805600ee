import { formalFinding, isFinding, type FormalFinding } from './draft-finding';
import { texts } from './json-fields';
import { keysOf, textOfValue } from './json-keys';
import { asObject, objectsIn, type FoundObject, type JsonObject } from './json-object';
import { jsonProtocol, unwrapped, type Candidate } from './json-reply';
import { counted, leftOut } from './left-out';
import { orCalls } from './or-calls';
import type { ParsedReply, ReplyProtocol } from './protocol';
import { cutText, MAX_ITEM_LENGTH, MAX_ITEMS } from './section-items';

interface Extraction {
  readonly findings: readonly FormalFinding[];
  readonly sections_searched: readonly string[];
  /** Why nothing was found; empty if something was. */
  readonly fail: string;
}

/** Most findings of one reply that are checked; the others are left out, by their labels. */
const MAX_FINDINGS = 40;
const LISTS = ['findings', 'finding', 'results', 'data_points'] as const;
const FAILS = ['fail', 'failure', 'failed'] as const;
const SECTIONS = ['sections_searched', 'sections_tried', 'sections_read', 'sections'] as const;
const NOTHING = 'no findings';

const json = jsonProtocol<Extraction>({
  name: 'extraction',
  purpose: 'findings',
  outcomes: ['found', 'failed'],
  schema: {
    type: 'object',
    properties: {
      findings: {
        type: 'array',
        description: 'values that were found; empty where there are none',
        items: {
          type: 'object',
          properties: {
            label: { type: 'string', description: 'what it is, in snake case, with its period' },
            value: { anyOf: [{ type: 'number' }, { type: 'string' }], description: 'as the text has it' },
            unit: { type: 'string', description: 'e.g. millions_usd, percent; empty where there is none' },
            page: {
              anyOf: [{ type: 'integer' }, { type: 'null' }],
              description: 'page on which the value stands',
            },
            section: { type: 'string', description: 'id or title of the section' },
            context: { type: 'string', description: 'what the value says, in a clause' },
          },
          required: ['label', 'value', 'unit', 'page', 'section', 'context'],
          additionalProperties: false,
        },
      },
      sections_searched: texts('sections that were read'),
      fail: { type: 'string', description: 'why nothing was found; empty where something was' },
    },
    required: ['findings', 'sections_searched', 'fail'],
    additionalProperties: false,
  },
  defaults: { sections_searched: [], fail: '' },
  form:
    '{"findings": [{"label": "text", "value": number or "text", "unit": "text", "page": number, "section": "text", "context": "text"}, …], ' +
    '"sections_searched": ["text", …]}, or {"fail": "reason", "sections_tried": ["text", …]}',
  prepare,
  read({ findings, sections_searched, fail }, rest) {
    const searched = counted([...sections_searched, ...rest.sections_searched], MAX_ITEMS);
    if (findings.length > 0) {
      const beyond = findings.slice(MAX_FINDINGS).map(({ label }) => label);
      return {
        outcome: 'found',
        verdict: {
          kind: 'findings',
          findings: findings.slice(0, MAX_FINDINGS).map(draftOf),
          searched,
          ...leftOut(beyond, `only the first ${MAX_FINDINGS} values of a report are checked`),
        },
      };
    }
    const reason = cutText(fail.trim(), MAX_ITEM_LENGTH) || NOTHING;
    return { outcome: 'failed', verdict: { kind: 'failure', reason, tried: searched } };
  },
});

/**
 * 001, "Extraction Agent": findings with their page and section; a failure with its reason and the sections that were
 * tried; or calls of `fetch_section` and `fetch_table`. A finding without a label or a value is left out, with a miss. A reply with nothing
 * else is malformed.
 */
export const extractionProtocol: ReplyProtocol = orCalls({ ...json, parse }, [
  'fetch_section',
  'fetch_table',
]);

/** 001: `(fail "reason")`. */
const FAIL = /(?:^|\n)[ \t]{0,8}(?:`{1,3}\w{0,10}\s{0,3})?\(\s{0,3}fail\s{1,3}"([^"]{1,2000})"/;

function parse(reply: string): ParsedReply {
  const read = withUnusable(json.parse(reply), reply);
  const reason = read.ok ? undefined : FAIL.exec(reply)?.[1]?.trim();
  if (!reason) return read;
  return {
    ok: true,
    outcome: 'failed',
    verdict: { kind: 'failure', reason: cutText(reason, MAX_ITEM_LENGTH), tried: [] },
  };
}

const UNUSABLE = 'a finding needs a label and a value';
/** Most characters of a finding that is left out. */
const LONGEST_UNUSABLE = 120;

/** Adds the findings that lack a label or a value to those that are left out. */
function withUnusable(read: ParsedReply, reply: string): ParsedReply {
  if (!read.ok || read.verdict.kind !== 'findings') return read;
  const unusable = objectsIn(reply)
    .map((object) => unwrapped(object, isReply))
    .flatMap(({ value, cut }) => (cut ? whole(listOf(value) ?? []) : (listOf(value) ?? [])))
    .filter((item) => formalFinding(item) === null)
    .map((item) => cutText(JSON.stringify(item), LONGEST_UNUSABLE));
  const { leftOut: before } = read.verdict;
  const texts = [...(before?.texts ?? []), ...new Set(unusable)];
  const why = [before?.why, unusable.length > 0 ? UNUSABLE : undefined].filter((part) => part !== undefined);
  return { ...read, verdict: { ...read.verdict, ...leftOut(texts, why.join('; ')) } };
}

function prepare(objects: readonly FoundObject[]): readonly Candidate[] {
  const singles = objects.filter(({ value }) => isFinding(value));
  // A list of findings, or one per line, without the surrounding object.
  const bare: readonly Candidate[] =
    singles.length > 0
      ? [{ value: { findings: singles.map(({ value }) => value) }, cut: singles.some(({ cut }) => cut) }]
      : [];
  const others = objects.filter(({ value }) => !isFinding(value)).map((object) => unwrapped(object, isReply));
  return [...bare, ...others.filter(({ value }) => isReply(value))].map(formal);
}

function isReply(value: JsonObject): boolean {
  const get = keysOf(value);
  const fail = get(...FAILS);
  return get(...LISTS) !== undefined || (fail !== undefined && fail !== false) || hasFailed(value);
}

function hasFailed(value: JsonObject): boolean {
  return /^(?:fail|failed|failure|not_found)$/i.test(textOfValue(keysOf(value)('status')));
}

/** The list of findings as written, also for a single one; null if there is none. */
function listOf(value: JsonObject): readonly unknown[] | null {
  if (isFinding(value)) return [value];
  const list = keysOf(value)(...LISTS);
  if (Array.isArray(list)) return list as readonly unknown[];
  const object = asObject(list);
  return object && (isFinding(object) || Object.keys(object).length === 0) ? [object] : null;
}

function formal({ value, cut }: Candidate): Candidate {
  const get = keysOf(value);
  const written = listOf(value);
  const list = written && cut ? whole(written) : written;
  const findings = list?.map(formalFinding).filter((finding) => finding !== null);
  const fail = get(...FAILS);
  const inner = asObject(fail);
  const why = inner ? keysOf(inner)('reason', 'why') : fail;
  const reason = why === true || why === undefined ? get('reason', 'why', 'message') : why;
  const failed = hasFailed(value) || (fail !== undefined && fail !== false && fail !== '');
  const sections = get(...SECTIONS) ?? (inner ? keysOf(inner)(...SECTIONS) : undefined);
  // If no finding is usable, the reply is not a failure to find: the schema reports what is wrong with them.
  const lost = findings?.length === 0 && list !== null && list.length > 0;
  const kept = lost ? list : (findings ?? (failed && !cut ? [] : undefined));
  // A list that was cut off before its first complete finding says nothing. A field that is absent here fails the
  // schema.
  const known = kept !== undefined && (kept.length > 0 || !cut);
  const said = known || !cut;
  return {
    cut,
    value: {
      findings: known ? kept : undefined,
      sections_searched: said ? (sections ?? []) : undefined,
      fail: said ? (failed ? textOfValue(reason) : '') : undefined,
    },
  };
}

/**
 * The complete items of a list that was cut off: its last item counts if it has as many fields as the first or, if it
 * is the only one, all important fields.
 */
function whole(list: readonly unknown[]): readonly unknown[] {
  const last = asObject(list.at(-1)) ?? {};
  const first = asObject(list[0]) ?? {};
  const get = keysOf(last);
  const alone = list.length === 1 && get('page') !== undefined && get('section') !== undefined;
  const same = list.length > 1 && Object.keys(last).length >= Object.keys(first).length;
  return alone || same ? list : list.slice(0, -1);
}

function draftOf({ label, value, unit, page, section, context }: FormalFinding) {
  return {
    label,
    value,
    section,
    ...(unit === '' ? {} : { unit }),
    ...(page === null ? {} : { page }),
    ...(context === '' ? {} : { context }),
  };
}
