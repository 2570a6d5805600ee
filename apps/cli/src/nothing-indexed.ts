import { existsSync } from 'node:fs';
import { openStores, type QuarryConfig } from '@quarry/platform';
import { IndexRuns } from '@quarry/repositories';
import { Fault, noticeSentence, SHARED_TENANT } from '@quarry/turn';

/** The fault for a data folder without an index; while its first index is being made, it says how far that is. */
export async function nothingIndexed(config: QuarryConfig): Promise<Fault> {
  const begun = await begunIn(config).catch(() => null);
  return new Fault(
    'index_missing',
    begun === null
      ? `There is no index at ${config.dataDir}. Build one first: quarry index PATH (then ask from within PATH, or pass --data).`
      : `There is no index at ${config.dataDir} yet. ${begun}`,
  );
}

/** What is being indexed into the data folder, as a sentence; null for nothing. */
async function begunIn(config: QuarryConfig): Promise<string | null> {
  if (!existsSync(config.dataDir)) return null;
  const { begunNotice } = await import('@quarry/application/repositories');
  const stores = await openStores(config);
  try {
    const [run] = await new IndexRuns(stores.recordStore).alive(SHARED_TENANT);
    return run ? noticeSentence(begunNotice(run)) : null;
  } finally {
    await stores.close();
  }
}
