import { z } from 'zod';

/** Fields that select a repository and its snapshot, in every input that searches an index. */
export const SNAPSHOT_FIELDS = {
  repository: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Name of the repository, from GET /v1/repositories. The pipeline's repository by default, otherwise the default one.",
    ),
  snapshot: z.string().max(200).optional().describe('Name of the snapshot. The current snapshot by default.'),
};
