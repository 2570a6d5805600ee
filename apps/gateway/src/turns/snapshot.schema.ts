import { z } from 'zod';

/** Selectors of one request: names, or patterns of them. */
const MOST_SELECTORS = 500;

const SELECTOR = z.string().max(200);

/** Fields that select repositories and their snapshot, in every input that searches an index. */
export const SNAPSHOT_FIELDS = {
  repository: z
    .union([SELECTOR, z.array(SELECTOR).min(1).max(MOST_SELECTORS)])
    .optional()
    .meta({
      example: ['shop', 'payments-*', 'billing@v1.2'],
      description:
        'One repository or several: a name from GET /v1/repositories, a name with a snapshot (`billing@v1.2`), or a pattern in ' +
        "which `*` stands for any characters. The pipeline's repository by default, otherwise all that you may read.",
    }),
  snapshot: z
    .string()
    .max(200)
    .optional()
    .describe('Name of the snapshot in each of the repositories. The newest snapshot of each by default.'),
};
