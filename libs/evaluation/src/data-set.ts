import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Fault } from '@quarry/turn';
import type { Expected, Graded } from './measures/expected';
import { readJsonLines, type JsonLine } from './jsonl';

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
  /** Gold decomposition, where the set has one (MuSiQue). */
  readonly hops: readonly Hop[];
}

/** A retrieval test collection in BEIR's form (Thakur et al. 2021): corpus, queries, relevance judgements. */
export interface DataSet {
  readonly name: string;
  /** Absolute path of the corpus, JSONL of `{_id, title, text}`. */
  readonly corpus: string;
  /** Only questions with at least one gold document. */
  readonly questions: readonly GoldQuestion[];
}

/**
 * Reads `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` of a folder; where only one file is named so with something in between
 * or before (`queries-dev.jsonl`, `dev.queries.jsonl`), that one.
 * @throws Fault `path_not_found` for a folder that is none or lacks a file, `bad_request` for a line that cannot be read.
 */
export async function readDataSet(folder: string): Promise<DataSet> {
  const root = resolve(folder);
  const names = (await stat(root).catch(() => null))?.isDirectory() === true ? await readdir(root) : null;
  if (!names)
    throw new Fault('path_not_found', `There is no folder ${root}. Give one with corpus, queries and qrels.`);
  const file = (first: string, last: string): string => {
    const exact = names.find((name) => name === `${first}${last}`);
    const alike = names.filter((name) => isNamed(name, first, last));
    const found = exact ?? (alike.length === 1 ? alike[0] : undefined);
    if (found === undefined)
      throw new Fault(
        'path_not_found',
        `There is no ${first}${last} in ${root}${alike.length > 1 ? `, but several like it: ${alike.join(', ')}` : ''}.`,
      );
    return join(root, found);
  };
  const gold = await readQrels(file('qrels', '.tsv'));
  const questions = (await readJsonLines(file('queries', '.jsonl'))).flatMap((line) =>
    toQuestion(line, gold),
  );
  return { name: basename(root), corpus: file('corpus', '.jsonl'), questions };
}

/** `queries.jsonl`, `queries-dev.jsonl` or `dev.queries.jsonl`. */
function isNamed(name: string, first: string, last: string): boolean {
  return name.endsWith(last) && (name.startsWith(first) || name.endsWith(`.${first}${last}`));
}

function toQuestion(line: JsonLine, gold: ReadonlyMap<string, readonly Graded[]>): GoldQuestion[] {
  const { _id: id, text, answer, decomposition } = line;
  const documents = gold.get(String(id)) ?? [];
  if (typeof text !== 'string' || documents.length === 0) return [];
  const hops = (Array.isArray(decomposition) ? (decomposition as readonly JsonLine[]) : []).map((hop) => ({
    question: String(hop['question']),
    answer: String(hop['answer']),
  }));
  const answers = (Array.isArray(answer) ? answer : [answer]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  );
  const { scale, derivation, answer_type: type } = line;
  return [
    {
      id: String(id),
      text,
      gold: documents,
      hops,
      answers,
      allOf: type === 'multi-span',
      unanswerable: false,
      ...(typeof answer === 'string' ? { answer } : {}),
      ...(typeof scale === 'string' && scale !== '' ? { unit: scale } : {}),
      ...(typeof derivation === 'string' && derivation !== '' ? { derivation } : {}),
    },
  ];
}

/** Query id → what was judged for it. A header line has no number in its third column. */
async function readQrels(file: string): Promise<ReadonlyMap<string, readonly Graded[]>> {
  const gold = new Map<string, Graded[]>();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [query, document, score] = line.trimEnd().split('\t');
    const grade = Number(score);
    if (query === undefined || document === undefined || !Number.isFinite(grade)) continue;
    const judged = gold.get(query) ?? [];
    judged.push({ document, grade });
    gold.set(query, judged);
  }
  return gold;
}
