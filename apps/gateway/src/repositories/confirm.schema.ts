import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

/** The query of routes that delete a repository or a snapshot: it repeats the name, since the deletion is final. */
const CONFIRM = z.strictObject({
  confirm: z
    .string()
    .max(200)
    .optional()
    .describe('Required: the name of the repository or the snapshot to delete, again.'),
});

export class ConfirmQuery extends createZodDto(CONFIRM) {}
