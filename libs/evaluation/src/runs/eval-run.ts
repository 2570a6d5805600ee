import { createHash } from 'node:crypto';
import { Fault } from '@quarry/turn';
import type { Expected } from '../answers/expected';

/** The measurements of one question. */
export interface MeasuredQuestion {
  readonly id: string;
  /** By metric id; null or absent if the metric does not apply to this question. */
  readonly values: Readonly<Record<string, number | null>>;
}

/** The evaluated system: a pipeline, or a retrieval mode alone, over one store. */
export interface MeasuredSystem<Question extends MeasuredQuestion = MeasuredQuestion> {
  readonly kind: 'pipeline' | 'mode';
  readonly name: string;
  readonly store: string;
  /** The responder; null for a mode, which does not answer. */
  readonly responder: string | null;
  readonly questions: readonly Question[];
}

/** A stored evaluation, to be compared with a later one. */
export interface EvalRun<Question extends MeasuredQuestion = MeasuredQuestion> {
  readonly format: 1;
  readonly set: EvaluatedSet;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly systems: readonly MeasuredSystem<Question>[];
}

export interface EvaluatedSet {
  readonly name: string;
  readonly split: string | null;
  readonly questions: number;
  /** Hash of the questions and their expected results: runs with the same fingerprint are comparable. */
  readonly fingerprint: string;
}

/** SHA-256 over the questions and their expected results, in any order. */
export function fingerprintOf(
  questions: readonly (Expected & { readonly id: string; readonly text: string })[],
): string {
  const lines = questions.map(({ id, text, gold, answers, unanswerable }) =>
    JSON.stringify([id, text, gold.map(({ document, grade }) => [document, grade]), answers, unanswerable]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

/** A system's name within a run. */
export function systemName({ name, store, responder }: Omit<MeasuredSystem, 'questions' | 'kind'>): string {
  return `${name} on ${store}${responder === null ? '' : ` (${responder})`}`;
}

/** Reads a stored run. @param where its file, for messages. @throws Fault `bad_request` for any other text */
export function parseRun(text: string, where: string): EvalRun {
  let run: unknown;
  try {
    run = JSON.parse(text);
  } catch (cause) {
    throw new Fault('bad_request', `${where} is not JSON.`, { cause });
  }
  if (!isRun(run))
    throw new Fault(
      'bad_request',
      `${where} is not a run of this version that \`quarry eval --save\` wrote.`,
    );
  return run;
}

function isRun(value: unknown): value is EvalRun {
  if (!isObject(value) || value['format'] !== 1 || !isObject(value['set'])) return false;
  const { set, systems } = value;
  return (
    typeof set['name'] === 'string' &&
    typeof set['fingerprint'] === 'string' &&
    Array.isArray(systems) &&
    systems.every(isSystem)
  );
}

function isSystem(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value['questions'])) return false;
  const { name, store, questions } = value;
  return typeof name === 'string' && typeof store === 'string' && questions.every(isQuestion);
}

function isQuestion(value: unknown): boolean {
  if (!isObject(value) || typeof value['id'] !== 'string' || !isObject(value['values'])) return false;
  return Object.values(value['values']).every((one) => one === null || typeof one === 'number');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
