import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importIndex, runIndexers, type AnyImport } from '@quarry/indexing';
import { openStores, type QuarryConfig } from '@quarry/platform';
import { RepositoryRegistry } from '@quarry/repositories';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { recordScip } from './import-records';
import type { Terminal } from './terminal';

/**
 * Runs the installed SCIP indexers over an indexed folder and imports what they make. An indexer that is missing or
 * fails is noted, and the index stays as it is.
 * @throws Fault `cancelled`, and those of the stores
 */
export async function addScip(
  config: QuarryConfig,
  { root, ref }: { readonly root: string; readonly ref: SnapshotRef },
  terminal: Terminal,
): Promise<readonly AnyImport[]> {
  const { dataDir } = config;
  const folder = await mkdtemp(join(tmpdir(), 'quarry-scip-'));
  const stores = await openStores(config);
  const { searchIndex, graphStore, recordStore } = stores;
  const imported: AnyImport[] = [];
  try {
    const indexers = runIndexers({
      ...{ root, folder, project: ref.repository, signal: terminal.signal },
      paths: (await graphStore.manifest(ref)).keys(),
      searchPath: process.env['PATH'] ?? '',
      onStart: (name) => {
        terminal.progress(`running ${name} ...`);
      },
    });
    for await (const made of indexers) {
      if ('problem' in made) {
        terminal.note(made.problem);
        continue;
      }
      const result = await importIndex(made.path, {
        ...{ ref, searchIndex, graphStore, maskerFor: () => null, signal: terminal.signal },
        scipFile: join(dataDir, 'scip.db'),
        lockFile: join(dataDir, 'index.lock'),
        recordedRun: async () => (await new RepositoryRegistry(recordStore).summary(ref))?.run ?? null,
      }).catch((error: unknown) => noted(error, made.indexer, terminal));
      if (result?.format !== 'scip') continue;
      await recordScip(stores, result.report);
      imported.push(result);
    }
    return imported;
  } finally {
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An index that cannot be read is the indexer's failure. */
function noted(error: unknown, indexer: string, terminal: Terminal): undefined {
  if (!(error instanceof Fault) || error.code !== 'import_invalid') throw error;
  terminal.note(`The index of ${indexer} was not imported: ${error.message}`);
}
