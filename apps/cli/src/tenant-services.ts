import { Option } from 'commander';
import { LOCAL, LOCAL_TENANT } from '@quarry/application/access';
import { IndexJobService, RepositoryService, SnapshotService } from '@quarry/application/repositories';
import { findDataDir, openStores, readConfig, type QuarryConfig, type Stores } from '@quarry/platform';
import { checkDataDir } from './data-dir';

/** The application services over the stores of a data folder, for one tenant. */
export interface TenantServices {
  readonly config: QuarryConfig;
  readonly stores: Stores;
  readonly caller: typeof LOCAL;
  readonly repositories: RepositoryService;
  readonly snapshots: SnapshotService;
  readonly jobs: IndexJobService;
}

export interface TenantOptions {
  readonly data?: string;
  readonly tenant: string;
  readonly json?: boolean;
}

/** `--tenant`: a user with access to the stores has access to those of every tenant. */
export function tenantOption(): Option {
  return new Option('--tenant <name>', 'tenant that owns them; local: the shared ones').default(LOCAL_TENANT);
}

/** Opens the stores of a data folder for the duration of a command. */
export async function withTenantServices(
  { data, tenant }: TenantOptions,
  use: (services: TenantServices) => Promise<void>,
): Promise<void> {
  const dataDir = findDataDir(data);
  await checkDataDir(dataDir);
  const config = readConfig({ dataDir, embedderUrl: 'none' });
  const stores = await openStores(config);
  try {
    const { recordStore, searchIndex, graphStore } = stores;
    const repositories = new RepositoryService(recordStore, searchIndex, config, []);
    await use({
      config,
      stores,
      caller: { ...LOCAL, tenant },
      repositories,
      snapshots: new SnapshotService(repositories, recordStore, searchIndex, graphStore, config),
      jobs: new IndexJobService(recordStore, repositories, config),
    });
  } finally {
    await stores.close();
  }
}
