import { join } from 'node:path';
import type { QuarryConfig } from './quarry-config';

/** The folder of uploads, which gateways and indexers share. */
export function uploadsDirOf({ uploadsDir, dataDir }: Pick<QuarryConfig, 'uploadsDir' | 'dataDir'>): string {
  return uploadsDir ?? join(dataDir, 'uploads');
}
