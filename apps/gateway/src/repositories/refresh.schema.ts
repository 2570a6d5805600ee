import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer } from '../http/fields';

/** The body of `PUT /v1/repositories/{name}/refresh`. */
const REFRESH = z.strictObject({
  everyHours: integer(1, 8_760)
    .nullable()
    .describe('The repository is indexed again so many hours after now, and so on. Null: not by time.'),
  hook: z
    .enum(['keep', 'new', 'none'])
    .default('keep')
    .describe('`new` creates a webhook for a git server, and replaces the previous one; `none` deletes it.'),
});

export class RefreshInput extends createZodDto(REFRESH) {}
