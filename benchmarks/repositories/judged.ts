import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A query and the grades of documents for it. */
export interface JudgedQuery {
  readonly text: string;
  readonly gold: readonly { readonly document: string; readonly grade: number }[];
}

/** The first `most` judged queries in a folder; none if it does not exist. */
export async function readJudged(folder: string, most: number): Promise<readonly JudgedQuery[]> {
  const names = await readdir(folder).catch(() => []);
  const [queries] = names.filter((name) => /queries.*\.jsonl$/.test(name)).toSorted();
  const [qrels] = names.filter((name) => /qrels.*\.tsv$/.test(name)).toSorted();
  if (queries === undefined || qrels === undefined) return [];
  const judged = (await readFile(join(folder, qrels), 'utf8')).split('\n').slice(1);
  const gold = Map.groupBy(
    judged.map((line) => line.split('\t')).filter((row) => row.length >= 3),
    ([query]) => query ?? '',
  );
  return (await readFile(join(folder, queries), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly _id: string; readonly text: string })
    .flatMap(({ _id: id, text }) => {
      const rows = gold.get(id) ?? [];
      const graded = rows.map(([, document = '', grade]) => ({ document, grade: Number(grade) }));
      return graded.some(({ grade }) => grade > 0) ? [{ text, gold: graded }] : [];
    })
    .slice(0, most);
}
