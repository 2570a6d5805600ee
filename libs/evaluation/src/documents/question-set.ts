import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { Fault } from '@quarry/turn';
import { jsonLines, type JsonLine } from '../jsonl';
import type { Expected } from '../answers/expected';

/** A value that an answer needs, as printed, and its location. */
export interface GoldValue {
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
  /** Name of the file within the corpus. */
  readonly file: string;
  /** From 1, as a viewer counts. */
  readonly page: number;
}

/** A question with its correct answer; without one if it is unanswerable. */
export interface AnswerQuestion extends Expected {
  readonly id: string;
  readonly text: string;
  readonly values: readonly GoldValue[];
  /** Expression over `values`; `[1]` is the first. */
  readonly derivation?: string;
}

/** Questions over documents. */
export interface QuestionSet {
  readonly name: string;
  /** Absolute path of the indexed documents: a folder, or a corpus in one file. */
  readonly corpus: string;
  readonly questions: readonly AnswerQuestion[];
}

/** Share by which a derived number may differ: intermediate rounding is not an error. */
export const DERIVED_TOLERANCE = 0.01;

/** True for a folder with questions over documents. */
export async function isQuestionSet(folder: string): Promise<boolean> {
  return (await stat(join(folder, 'questions.jsonl')).catch(() => null))?.isFile() === true;
}

/**
 * Reads a folder with `questions.jsonl` ({id, question, answer, gold?, tolerance?, values?, derivation?,
 * unanswerable?}) and `documents/`, or a `set.yaml` ({name?, corpus}) with the path of the documents, relative to it.
 * @throws Fault `path_not_found` if the documents do not exist, `bad_request` for invalid files.
 */
export async function readQuestionSet(folder: string): Promise<QuestionSet> {
  const root = resolve(folder);
  const about = await readAbout(join(root, 'set.yaml'));
  const corpus = resolve(root, about.corpus ?? 'documents');
  if (!(await stat(corpus).catch(() => null)))
    throw new Fault('path_not_found', `There are no documents at ${corpus}, as the set ${root} requires.`);
  const questions: AnswerQuestion[] = [];
  for await (const { line, where } of jsonLines(join(root, 'questions.jsonl')))
    questions.push(toQuestion(line, where));
  if (questions.length === 0) throw new Fault('bad_request', `${root}/questions.jsonl has no question.`);
  return { name: about.name ?? basename(root), corpus, questions };
}

async function readAbout(file: string): Promise<{ readonly name?: string; readonly corpus?: string }> {
  const text = await readFile(file, 'utf8').catch(() => '');
  let read: unknown;
  try {
    read = parse(text);
  } catch {
    throw new Fault('bad_request', `${file} is not YAML.`);
  }
  const { name, corpus } = (typeof read === 'object' && read !== null ? read : {}) as JsonLine;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof corpus === 'string' ? { corpus } : {}),
  };
}

function toQuestion(line: JsonLine, where: string): AnswerQuestion {
  const { id, question, answer, gold, tolerance, values, derivation, unanswerable } = line;
  const documents: readonly unknown[] = Array.isArray(gold) ? gold : [];
  const answers = (Array.isArray(answer) ? answer : [answer]).filter((one) => typeof one === 'string');
  if (typeof question !== 'string' || (typeof id !== 'string' && typeof id !== 'number'))
    throw new Fault('bad_request', `${where} has no id or no question.`);
  if (answers.length === 0 && unanswerable !== true)
    throw new Fault(
      'bad_request',
      `${where} has no answer; a question without one says "unanswerable": true.`,
    );
  const derived = typeof derivation === 'string' && derivation !== '';
  return {
    id: String(id),
    text: question,
    answers,
    gold: documents.flatMap((document) => (typeof document === 'string' ? [{ document, grade: 1 }] : [])),
    allOf: false,
    values: (Array.isArray(values) ? (values as readonly JsonLine[]) : []).map((value) =>
      toValue(value, where),
    ),
    unanswerable: unanswerable === true,
    ...(derived ? { derivation } : {}),
    ...(typeof tolerance === 'number' ? { tolerance } : derived ? { tolerance: DERIVED_TOLERANCE } : {}),
  };
}

function toValue({ label, value, unit, file, page }: JsonLine, where: string): GoldValue {
  if (typeof label !== 'string' || typeof file !== 'string' || typeof page !== 'number')
    throw new Fault('bad_request', `${where} has a value without label, file or page.`);
  return { label, value: String(value), file, page, ...(typeof unit === 'string' ? { unit } : {}) };
}
