import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Embedder } from '@quarry/embedder';
import { readDataSet, type GoldQuestion } from '@quarry/evaluation';
import { openStores, readConfig, readWorkspace } from '@quarry/platform';
import type { ExportedFile } from '@quarry/search-index';
import type { CorpusFile, CorpusInfo } from './corpus.ts';
import type { Asked } from './engine.ts';

/** A question of a set, with its vector and what answers it. */
export interface Question extends Asked {
  readonly gold: GoldQuestion['gold'];
}

/** A set as Quarry indexed it. */
export interface Prepared {
  readonly name: string;
  readonly files: readonly ExportedFile[];
  readonly embedder: CorpusInfo['embedder'];
  readonly questions: readonly Question[];
}

export interface PrepareOptions {
  /** Folder of the repository. */
  readonly root: string;
  /** Folder in which the sets' indexes are kept, each under its name. */
  readonly data: string;
}

/** Indexes a set as a user does (where it did not change, this takes seconds), exports texts and vectors, and embeds the questions. */
export async function prepare(set: string, { root, data }: PrepareOptions): Promise<Prepared> {
  const { name, corpus, questions } = await readDataSet(set);
  const dataDir = resolve(data, name);
  await quarry(root, ['index', corpus, '--data', dataDir]);
  const stores = await openStores(
    readConfig({
      dataDir,
      searchIndexUrl: `sqlite:${join(dataDir, 'search')}`,
      graphStoreUrl: `sqlite:${join(dataDir, 'graph')}`,
      logLevel: 'silent',
    }),
  );
  try {
    const ref = await readWorkspace(dataDir);
    const info = ref ? await stores.searchIndex.describe(ref) : null;
    if (!ref || !info?.embedder || info.pendingVectors > 0 || !stores.embedder)
      throw new Error(`The index in ${dataDir} lacks vectors. Fetch the model first: quarry setup.`);
    const files: ExportedFile[] = [];
    for await (const file of stores.searchIndex.export(ref)) files.push(file);
    return { name, files, embedder: info.embedder, questions: await embedded(stores.embedder, questions) };
  } finally {
    await stores.close();
  }
}

/** Files as they are stored, without their section trees, each with the vectors of its chunks. */
export function* withVectors(files: readonly ExportedFile[]): Generator<CorpusFile> {
  for (const { path, hash, chunks, vectors } of files)
    yield {
      file: { path, hash, chunks },
      vectors: chunks.flatMap(({ contentHash }) => vectors.get(contentHash) ?? []),
    };
}

async function embedded(embedder: Embedder, questions: readonly GoldQuestion[]): Promise<Question[]> {
  const result: Question[] = [];
  for (const { text, gold } of questions) {
    // One at a time, as a turn does it.
    const [vector] = await embedder.embed([text], { as: 'query' });
    if (vector) result.push({ text, gold, vector });
  }
  return result;
}

async function quarry(root: string, args: readonly string[]): Promise<void> {
  const program = join(root, 'apps/cli/dist/main.js');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`quarry ${args.join(' ')} ended with ${code}.`);
}
