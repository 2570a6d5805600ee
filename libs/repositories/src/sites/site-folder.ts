import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The folder below the data folder with the pages that were fetched of a snapshot's site. */
export function siteFolderOf(
  dataDir: string,
  { repository, snapshot }: { readonly repository: string; readonly snapshot: string },
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([repository, snapshot]))
    .digest('hex');
  return join(dataDir, 'sites', digest.slice(0, 32));
}
