import { Option } from 'commander';
import { IndexJobDesk, LOCAL, LOCAL_TENANT, RepositoryDesk, SnapshotDesk } from '@quarry/gateway';
import { findDataDir, openStores, readConfig } from '@quarry/platform';
import { checkDataDir } from './data-dir';

/** What the gateway's desks say to whoever keeps the stores, for one tenant. */
export interface TenantDesks {
  readonly caller: typeof LOCAL;
  readonly repositories: RepositoryDesk;
  readonly snapshots: SnapshotDesk;
  readonly jobs: IndexJobDesk;
}

export interface TenantOptions {
  readonly data?: string;
  readonly tenant: string;
  readonly json?: boolean;
}

/** `--tenant`: whoever reaches the stores reaches every tenant's. */
export function tenantOption(): Option {
  return new Option('--tenant <name>', 'whose; local: the shared ones').default(LOCAL_TENANT);
}

/** Opens the stores of a data folder for the length of a command. */
export async function withDesks(
  { data, tenant }: TenantOptions,
  use: (desks: TenantDesks) => Promise<void>,
): Promise<void> {
  const dataDir = findDataDir(data);
  await checkDataDir(dataDir);
  const config = readConfig({ dataDir, embedderUrl: 'none' });
  const stores = await openStores(config);
  try {
    const { recordStore, searchIndex, graphStore } = stores;
    const repositories = new RepositoryDesk(recordStore, searchIndex, config, []);
    await use({
      caller: { ...LOCAL, tenant },
      repositories,
      snapshots: new SnapshotDesk(repositories, recordStore, searchIndex, graphStore, config),
      jobs: new IndexJobDesk(recordStore, repositories, config),
    });
  } finally {
    await stores.close();
  }
}
