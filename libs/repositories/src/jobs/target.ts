import { scopedRepository } from '@quarry/turn';
import type { IndexJob } from './index-job';

/** Identifies the snapshot that a job writes: two jobs with the same target must not run at the same time. */
export function targetOf({ tenant, order }: Pick<IndexJob, 'tenant' | 'order'>): string {
  return JSON.stringify([scopedRepository(tenant, order.repository), order.snapshot]);
}
