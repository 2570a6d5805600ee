import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSet } from '../data-set/data-set';
import type { GoldQuestion } from '../data-set/question';
import { aboutNothing } from './made-up';

/** Questions over one corpus, some of them unanswerable. */
export interface UnanswerableSet {
  /** Absolute path of the corpus. */
  readonly corpus: string;
  /** Questions that the corpus answers. */
  readonly own: readonly GoldQuestion[];
  /** Questions that it does not answer: id and text. */
  readonly unanswerable: readonly { readonly id: string; readonly text: string }[];
}

/**
 * Combines questions of a set with unanswerable ones: questions of other sets, in equal parts, and its own with made-up
 * names. They are sampled evenly from their sets, so that the same sets yield the same questions.
 * @param most of each of the three kinds, ≥ 1
 */
export function withUnanswerable(set: DataSet, foreign: readonly DataSet[], most: number): UnanswerableSet {
  const own = evenly(
    set.questions.filter(({ unanswerable }) => !unanswerable),
    most,
  );
  const each = Math.ceil(most / Math.max(1, foreign.length));
  const strange = foreign.flatMap(({ name, questions }) =>
    evenly(questions, each).map(({ id, text }) => ({ id: `foreign-${name}-${id}`, text })),
  );
  const madeUp = own.flatMap(({ id, text }, at) => {
    const changed = aboutNothing(text, at);
    return changed === null ? [] : [{ id: `made-up-${id}`, text: changed }];
  });
  return { corpus: set.corpus, own, unanswerable: [...strange.slice(0, most), ...madeUp] };
}

/** Writes it in the format that `readDataSet` reads, with a copy of the corpus. */
export async function writeUnanswerableSet(folder: string, set: UnanswerableSet): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(set.corpus, join(folder, 'corpus.jsonl'));
  const queries = [
    ...set.own.map(({ id, text }) => ({ _id: id, text, answerable: true })),
    ...set.unanswerable.map(({ id, text }) => ({ _id: id, text, answerable: false })),
  ];
  await writeFile(join(folder, 'queries.jsonl'), lines(queries.map((query) => JSON.stringify(query))));
  const judged = set.own.flatMap(({ id, gold }) =>
    gold.map(({ document, grade }) => `${id}\t${document}\t${grade}`),
  );
  await writeFile(join(folder, 'qrels.tsv'), lines(['query-id\tcorpus-id\tscore', ...judged]));
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, most);
}
