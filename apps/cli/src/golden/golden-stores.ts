import { GoldenSetService, GoldenRunService } from '@quarry/application/golden-sets';
import { findDataDir, openStores, readConfig, readWorkspace, type Workspace } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { checkDataDir } from '../data-dir';

/** Golden sets and runs of a data folder. */
export interface GoldenServices {
  readonly sets: GoldenSetService;
  /** Opened on demand: runs name pipelines, and reading pipelines loads the services that they name. */
  readonly runs: () => Promise<GoldenRunService>;
  readonly dataDir: string;
  readonly workspace: Workspace | null;
}

/** Opens the golden sets of a data folder for `use`, and closes them. @throws Fault `index_missing` without an index */
export async function withGolden<T>(
  data: string | undefined,
  use: (services: GoldenServices) => Promise<T>,
): Promise<T> {
  const dataDir = findDataDir(data);
  const workspace = await readWorkspace(dataDir);
  const config = readConfig({ dataDir, embedderUrl: 'none' });
  if (!workspace && config.repository === undefined)
    throw new Fault(
      'index_missing',
      `There is no index at ${dataDir}, and golden sets are stored with the index. Build one first: quarry index PATH.`,
    );
  await checkDataDir(dataDir);
  const stores = await openStores(config);
  try {
    const sets = new GoldenSetService(stores.goldenStore);
    const runs = async (): Promise<GoldenRunService> => {
      const { loadAskablePipelines } = await import('@quarry/solo');
      return new GoldenRunService(stores.goldenStore, loadAskablePipelines(config, []));
    };
    return await use({ sets, runs, dataDir, workspace });
  } finally {
    await stores.close();
  }
}
