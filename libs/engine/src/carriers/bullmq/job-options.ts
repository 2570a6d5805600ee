import { DELIVERIES, REDELIVERY_MS } from '../delivery';

/** Options of a hop's job. A completed job leaves nothing; a failed one is kept for inspection. */
export const JOB_OPTIONS = {
  attempts: DELIVERIES,
  backoff: { type: 'exponential', delay: REDELIVERY_MS },
  removeOnComplete: true,
  removeOnFail: { age: 3_600, count: 1_000 },
} as const;
