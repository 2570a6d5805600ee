import { basename, resolve } from 'node:path';
import { Fault } from '@quarry/turn';
import { jsonLines } from '../jsonl';
import { readQrels } from './qrels';
import { readQuestion, type GoldQuestion } from './question';
import { findSetFiles } from './set-files';

/**
 * A retrieval test collection in BEIR's format (Thakur et al. 2021): corpus, queries, relevance judgements, and answers
 * if it has them.
 */
export interface DataSet {
  readonly name: string;
  /** Split of the set; null if it has no splits. */
  readonly split: string | null;
  /** Absolute path of the corpus, JSONL of `{_id, title, text}`. */
  readonly corpus: string;
  /** Only questions with an expected result: a judged document, an answer, or that they are unanswerable. */
  readonly questions: readonly GoldQuestion[];
}

export interface DataSetOptions {
  /** The split, if the folder has several. */
  readonly split?: string;
  /** Field of a query that contains the question: `text` by default; `rewrite` for MTRAG's standalone questions. */
  readonly queryField?: string;
}

/**
 * Reads a set; see `docs/evaluation.md` for the file format. Neither the corpus nor a whole file is held in memory.
 * @throws Fault `path_not_found` for a missing folder or file, `bad_request` for an invalid line, a duplicate id, an
 *   ambiguous split,
 * and for a set without expected results.
 */
export async function readDataSet(folder: string, options: DataSetOptions = {}): Promise<DataSet> {
  const { split: wanted, queryField = 'text' } = options;
  const { corpus, queries, qrels, split } = await findSetFiles(folder, wanted);
  const judged = await readQrels(qrels);
  const questions: GoldQuestion[] = [];
  const seen = new Set<string>();
  for await (const placed of jsonLines(queries)) {
    const question = readQuestion(placed, judged, queryField);
    if (seen.has(question.id))
      throw new Fault('bad_request', `${placed.where} has the "_id" of an earlier line: ${question.id}.`);
    seen.add(question.id);
    const { gold, answers, unanswerable } = question;
    if (gold.length > 0 || answers.length > 0 || unanswerable) questions.push(question);
  }
  if (questions.length === 0)
    throw new Fault(
      'bad_request',
      `No query of ${queries} is judged in ${qrels}, has an answer, or says that it has none. Compare the ids of both files.`,
    );
  return { name: basename(resolve(folder)), split, corpus, questions };
}
