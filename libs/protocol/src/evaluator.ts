import { citationMarks } from '@quarry/turn';
import { texts } from './json-fields';
import { keysOf, textOfValue } from './json-keys';
import { asObject, objectsIn, type FoundObject, type JsonObject } from './json-object';
import { jsonProtocol, unwrapped, type Candidate } from './json-reply';
import { leftOut } from './left-out';
import { orCalls } from './or-calls';
import type { ParsedReply, ReplyProtocol, Verdict } from './protocol';
import { cutText, distinctItems, MAX_ITEM_LENGTH, saysNone } from './section-items';

interface Evaluation {
  readonly status: 'answer' | 'needs' | 'fail';
  readonly answer: string;
  readonly sources: readonly string[];
  readonly confidence: string;
  readonly needs: string;
  readonly reason: string;
}

const STATUSES: Readonly<Record<string, Evaluation['status']>> = {
  answer: 'answer',
  answered: 'answer',
  complete: 'answer',
  needs: 'needs',
  need: 'needs',
  needs_more: 'needs',
  needs_data: 'needs',
  needs_more_data: 'needs',
  fail: 'fail',
  failed: 'fail',
  failure: 'fail',
  insufficient: 'fail',
  cannot_answer: 'fail',
};
const FIELDS = ['status', 'answer', 'needs', 'fail'] as const;
const NO_REASON = 'no reason is given';

const json = jsonProtocol<Evaluation>({
  name: 'evaluator',
  purpose: 'answer',
  outcomes: ['answer', 'need', 'fail'],
  schema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['answer', 'needs', 'fail'] },
      answer: {
        type: 'string',
        description: 'the answer with citations such as [3]; empty unless status is answer',
      },
      sources: texts('citations of the findings that the answer uses, such as [3]'),
      confidence: { type: 'string', description: 'high, medium or low' },
      needs: {
        type: 'string',
        description: 'the one thing that is needed next; empty unless status is needs',
      },
      reason: { type: 'string', description: 'why it is needed, or why the question cannot be answered' },
    },
    required: ['status', 'answer', 'sources', 'confidence', 'needs', 'reason'],
    additionalProperties: false,
  },
  defaults: { answer: '', sources: [], confidence: '', needs: '', reason: '' },
  most: { sources: 100 },
  form:
    '{"status": "answer", "answer": "text with citations [n]", "sources": ["[n]", …], "confidence": "text"}, or {"status": "needs", "needs": "one thing", ' +
    '"reason": "text"}, or {"status": "fail", "reason": "text"}',
  prepare: (objects: readonly FoundObject[]) =>
    objects
      .map((object) => unwrapped(object, isReply))
      .filter(({ value }) => isReply(value))
      .map(formal),
  read(evaluation) {
    const reason = cutText(evaluation.reason.trim(), MAX_ITEM_LENGTH);
    switch (evaluation.status) {
      case 'answer': {
        const text = evaluation.answer.trim();
        if (text === '') return { error: 'The status is "answer", and the field \'answer\' is empty.' };
        return { outcome: 'answer', verdict: { kind: 'answer', text: cited(text, evaluation.sources) } };
      }
      case 'needs': {
        const need = cutText(evaluation.needs.trim(), MAX_ITEM_LENGTH);
        if (saysNone(need)) return { error: 'The status is "needs", and the field \'needs\' names nothing.' };
        const why = reason === '' ? {} : { why: reason };
        return { outcome: 'need', verdict: { kind: 'need', requests: [need], ...why } };
      }
      case 'fail':
        return { outcome: 'fail', verdict: failure(reason) };
    }
  },
});

/**
 * 001, "Synthesis/Evaluator Agent": the answer, the one thing that is still needed, or that it cannot be answered; or calls of `calculate`.
 * Of several needs the first is taken, one item at a time; the others are left out, by name.
 */
export const evaluatorProtocol: ReplyProtocol = orCalls({ ...json, parse }, ['calculate']);

function parse(reply: string): ParsedReply {
  const parsed = json.parse(reply);
  if (!parsed.ok || parsed.verdict.kind !== 'need') return parsed;
  const [value] = objectsIn(reply)
    .map((object) => unwrapped(object, isReply).value)
    .filter(isReply);
  const needs = value ? keysOf(value)('needs', 'need') : undefined;
  const others = Array.isArray(needs) ? needs.slice(1).map((need) => textOfValue(firstNeed(need))) : [];
  const rest = distinctItems(others);
  return { ...parsed, verdict: { ...parsed.verdict, ...leftOut(rest, 'one thing is looked for at a time') } };
}

function failure(reason: string): Verdict {
  return { kind: 'failure', reason: reason || NO_REASON, tried: [] };
}

function isReply(value: JsonObject): boolean {
  const get = keysOf(value);
  return FIELDS.some((key) => get(key) !== undefined);
}

/** The status as one of its three words, given or derived from the other fields; and the first of several needs. */
function formal({ value, cut }: Candidate): Candidate {
  const get = keysOf(value);
  const needs = firstNeed(get('needs', 'need'));
  const fail = get('fail', 'failure');
  const reason = textOfValue(get('reason', 'why')) || textOfValue(asObject(fail)?.reason ?? fail);
  const said = textOfValue(get('status'));
  const status =
    STATUSES[said.toLowerCase().replace(/[\s-]+/g, '_')] ?? (said === '' ? implied(get, needs, fail) : said);
  const fields = { answer: get('answer'), sources: get('sources'), confidence: get('confidence') };
  return { cut, value: { ...fields, status, needs, ...(reason === '' ? {} : { reason }) } };
}

function implied(get: ReturnType<typeof keysOf>, needs: unknown, fail: unknown): string | undefined {
  if (textOfValue(get('answer')) !== '' && !needs) return 'answer';
  if (needs && textOfValue(get('answer')) === '') return 'needs';
  return fail !== undefined && fail !== false ? 'fail' : undefined;
}

function firstNeed(written: unknown): unknown {
  const first: unknown = Array.isArray(written) ? written[0] : written;
  const object = asObject(first);
  return object ? keysOf(object)('item', 'needs', 'need', 'text', 'query', 'label') : first;
}

/** The answer, with citations that only `sources` contains. */
function cited(text: string, sources: readonly string[]): string {
  if (citationMarks(text).length > 0) return text;
  const marks = [...new Set(sources.flatMap(citationMarks))];
  return marks.length === 0 ? text : `${text} ${marks.map((n) => `[${n}]`).join('')}`;
}
