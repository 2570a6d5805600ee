import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseRun, trecField, trecLines, type EvalRun } from '@quarry/evaluation';
import { Fault } from '@quarry/turn';
import type { EvalQuestion } from './eval-set';
import type { EvaluatedRun } from './evaluate-set';

/** @throws Fault `path_not_found` if the file does not exist, `bad_request` if it does not contain a run */
export async function readRun(file: string): Promise<EvalRun> {
  const path = resolve(file);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Fault('path_not_found', `There is no saved run at ${path}. Create one with --save FILE.`, {
      cause,
    });
  });
  return parseRun(text, path);
}

/** Checks that a run can be saved, before hours are spent on it. @throws Fault `path_not_found` */
export async function checkSavable(file: string): Promise<void> {
  const path = resolve(file);
  const folder = await stat(dirname(path)).catch(() => null);
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  if (!folder?.isDirectory() || isFolder)
    throw new Fault(
      'path_not_found',
      `The run cannot be saved as ${path}. Name a file in an existing folder.`,
    );
}

/** Writes the file atomically. */
export async function saveRun(file: string, run: EvalRun): Promise<void> {
  const path = resolve(file);
  await writeFile(`${path}.new`, `${JSON.stringify(run)}\n`);
  await rename(`${path}.new`, path);
}

/**
 * Writes the results of each system as a TREC run file, and the judgements next to them:
 * `trec_eval SET.qrels SET.NAME.STORE.run`.
 * @returns paths of the files
 */
export async function writeRunFiles(
  folder: string,
  { set, systems }: EvaluatedRun,
  questions: readonly EvalQuestion[],
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const name = set.split === null ? set.name : `${set.name}-${set.split}`;
  const qrels = join(folder, `${name}.qrels`);
  const lines = questions.flatMap(({ id, gold }) =>
    gold.map(({ document, grade }) => `${trecField(id)} 0 ${trecField(document)} ${grade}\n`),
  );
  await writeFile(qrels, lines.join(''));
  const files = systems.map(async (system) => {
    const file = join(folder, `${name}.${system.name}.${system.store}.run`);
    const found = system.questions.map((question) => {
      const documents = 'documents' in question ? question.documents : (question.retrieval?.documents ?? []);
      return trecLines(question.id, documents, system.name);
    });
    await writeFile(file, found.join(''));
    return file;
  });
  return [qrels, ...(await Promise.all(files))];
}
