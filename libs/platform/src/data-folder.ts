import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MINILM, type Model } from '@quarry/embedder';
import type { QuarryConfig } from './quarry-config';

/**
 * The data folder: the named one, otherwise `QUARRY_DATA`, otherwise the nearest `.quarry` with an index in this folder
 * or above, otherwise `.quarry` here.
 */
export function findDataDir(named?: string, env: NodeJS.ProcessEnv = process.env): string {
  const wanted = named ?? env['QUARRY_DATA'];
  if (wanted !== undefined && wanted !== '') return resolve(wanted);
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.quarry', 'workspace.json'))) return join(folder, '.quarry');
    if (dirname(folder) === folder) return resolve('.quarry');
  }
}

/** Folder of an embedding model's files, shared by all data folders of a user. */
export function modelDir({ name }: Pick<Model, 'name'> = MINILM): string {
  const folder = join(homedir(), '.cache', 'quarry', 'models');
  return name === MINILM.name ? folder : join(folder, name);
}

/** The stores of a data folder, and the embedding model of the user. */
export function defaultStores(dataDir: string): Partial<QuarryConfig> {
  return {
    searchIndexUrl: `sqlite:${join(dataDir, 'search')}`,
    graphStoreUrl: `sqlite:${join(dataDir, 'graph')}`,
    historyStoreUrl: `sqlite:${join(dataDir, 'history.db')}`,
    sessionCacheUrl: `sqlite:${join(dataDir, 'sessions.db')}`,
    embedderUrl: `minilm:${modelDir()}`,
  };
}

/** The URL of a store on the server that keeps the history, otherwise in the data folder. */
export function besideHistory(historyStoreUrl: string, dataDir: string, file: string): string {
  return /^elasticsearch:/i.test(historyStoreUrl) ? historyStoreUrl : `sqlite:${join(dataDir, file)}`;
}
