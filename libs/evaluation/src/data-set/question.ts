import { Fault } from '@quarry/turn';
import { DERIVED_TOLERANCE } from '../documents/question-set';
import type { JsonLine, PlacedLine } from '../jsonl';
import type { Expected, Graded } from '../answers/expected';

/** One gold sub-question of a multi-hop question; `#2` in its text stands for the answer of hop 2. */
export interface Hop {
  readonly question: string;
  readonly answer: string;
}

/** A question with what is expected of it: judged documents, answers, or that there is none. */
export interface GoldQuestion extends Expected {
  readonly id: string;
  readonly text: string;
  /** The answer, where it is one text; see `answers` for all its forms. */
  readonly answer?: string;
  /** Arithmetic by which the answer comes about, as the set writes it. */
  readonly derivation?: string;
  /** As the set says it, in lower case: `answerable`, `partial`, `unanswerable`, `underspecified` … (MTRAG). */
  readonly answerability?: string;
  /** Gold decomposition, where the set has one (MuSiQue). */
  readonly hops: readonly Hop[];
}

/** @param field the field of a line that is asked. @throws Fault `bad_request` for a line without id or text */
export function readQuestion(
  { line, where }: PlacedLine,
  judged: ReadonlyMap<string, readonly Graded[]>,
  field: string,
): GoldQuestion {
  const { _id: id, answer, scale, derivation, answer_type: type, answerability, decomposition } = line;
  // A set says by null that a query has no other form, as MTRAG does of turns that nobody rewrote.
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

/** Said by `answerable` (MuSiQue), `unanswerable`, `is_impossible` (SQuAD 2.0) or `answerability` (MTRAG). */
function isUnanswerable(line: JsonLine): boolean {
  const { answerable, unanswerable, is_impossible: impossible, answerability } = line;
  const said = typeof answerability === 'string' ? answerability.toLowerCase() : '';
  return answerable === false || unanswerable === true || impossible === true || said === 'unanswerable';
}

/** Answers and their other forms; where there are none, the answer that people wrote for reference (MTRAG). */
function answersOf(line: JsonLine): readonly string[] {
  const {
    answer,
    answers,
    answer_type: type,
    answer_aliases: others,
    aliases,
    reference_answer: reference,
  } = line;
  // All parts are wanted: another form of one would be asked for beside it.
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
