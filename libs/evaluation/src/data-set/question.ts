import { Fault } from '@quarry/turn';
import { DERIVED_TOLERANCE } from '../documents/question-set';
import type { JsonLine, PlacedLine } from '../jsonl';
import type { Expected, Graded } from '../answers/expected';

/** One gold sub-question of a multi-hop question; `#2` in its text stands for the answer of hop 2. */
export interface Hop {
  readonly question: string;
  readonly answer: string;
}

/** A question with its expected results: judged documents, answers, or that it is unanswerable. */
export interface GoldQuestion extends Expected {
  readonly id: string;
  readonly text: string;
  /** The answer, if it is one text; see `answers` for all its forms. */
  readonly answer?: string;
  /** The calculation of the answer, in the set's notation. */
  readonly derivation?: string;
  /** The set's value, in lower case: `answerable`, `partial`, `unanswerable`, `underspecified` … (MTRAG). */
  readonly answerability?: string;
  /** Gold decomposition, if the set has one (MuSiQue). */
  readonly hops: readonly Hop[];
}

/** @param field the field of a line with the question. @throws Fault `bad_request` for a line without id or text */
export function readQuestion(
  { line, where }: PlacedLine,
  judged: ReadonlyMap<string, readonly Graded[]>,
  field: string,
): GoldQuestion {
  const { _id: id, answer, scale, derivation, answer_type: type, answerability, decomposition } = line;
  // Null means that a query has no other form, as for MTRAG's turns without a rewrite.
  const text = line[field] === null ? line['text'] : line[field];
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Fault('bad_request', `${where} has no "_id".`);
  if (typeof text !== 'string' || text.trim() === '')
    throw new Fault('bad_request', `${where} has no text in "${field}".`);
  const unanswerable = isUnanswerable(line);
  const isDerived = typeof derivation === 'string' && derivation !== '';
  return {
    id: String(id),
    text,
    gold: judged.get(String(id)) ?? [],
    answers: unanswerable ? [] : answersOf(line),
    allOf: type === 'multi-span',
    unanswerable,
    hops: hopsOf(decomposition),
    ...(typeof answer === 'string' ? { answer } : {}),
    ...(typeof answerability === 'string' ? { answerability: answerability.toLowerCase() } : {}),
    ...(typeof scale === 'string' && scale !== '' ? { unit: scale } : {}),
    ...(isDerived ? { derivation, tolerance: DERIVED_TOLERANCE } : {}),
  };
}

/** Read from `answerable` (MuSiQue), `unanswerable`, `is_impossible` (SQuAD 2.0) or `answerability` (MTRAG). */
function isUnanswerable(line: JsonLine): boolean {
  const { answerable, unanswerable, is_impossible: impossible, answerability } = line;
  const value = typeof answerability === 'string' ? answerability.toLowerCase() : '';
  return answerable === false || unanswerable === true || impossible === true || value === 'unanswerable';
}

/** Answers and their other forms; without any, the human reference answer (MTRAG). */
function answersOf(line: JsonLine): readonly string[] {
  const {
    answer,
    answers,
    answer_type: type,
    answer_aliases: others,
    aliases,
    reference_answer: reference,
  } = line;
  // All parts are required: an alternative form of one would be required in addition.
  if (type === 'multi-span') return textsOf(answer ?? answers);
  const short = [answer, answers, others, aliases].flatMap(textsOf);
  return [...new Set(short.length > 0 ? short : textsOf(reference))];
}

function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
}

function hopsOf(decomposition: unknown): readonly Hop[] {
  const hops: readonly unknown[] = Array.isArray(decomposition) ? decomposition : [];
  return hops.flatMap((hop) => {
    if (typeof hop !== 'object' || hop === null) return [];
    const { question, answer } = hop as JsonLine;
    return typeof question === 'string' ? [{ question, answer: textsOf(answer)[0] ?? '' }] : [];
  });
}
