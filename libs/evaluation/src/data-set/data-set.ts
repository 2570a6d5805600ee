import { basename, resolve } from 'node:path';
import { Fault } from '@quarry/turn';
import { jsonLines } from '../jsonl';
import { readQrels } from './qrels';
import { readQuestion, type GoldQuestion } from './question';
import { findSetFiles } from './set-files';

/** A retrieval test collection in BEIR's form (Thakur et al. 2021): corpus, queries, relevance judgements; answers where it has some. */
export interface DataSet {
  readonly name: string;
  /** Part of the set; null where it has no parts. */
  readonly split: string | null;
  /** Absolute path of the corpus, JSONL of `{_id, title, text}`. */
  readonly corpus: string;
  /** Only questions of which something is expected: a judged document, an answer, or that there is none. */
  readonly questions: readonly GoldQuestion[];
}

export interface DataSetOptions {
  /** Which part, where the folder has several. */
  readonly split?: string;
  /** Field of a query that is asked: `text` by default; `rewrite` for MTRAG's question that can be understood alone. */
  readonly queryField?: string;
}

/**
 * Reads a set; see `docs/evaluation.md` for the form of its files. Neither the corpus nor a file as a whole is held in memory.
 * @throws Fault `path_not_found` for a folder that is none or lacks a file, `bad_request` for a line that cannot be read, an id given
 * twice, a split that is to be chosen, and for a set of which nothing is expected.
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
