import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { queryInteger } from '../http/fields';

/** The query of `GET /v1/turns/{id}/evidence/{n}/source`. */
const SOURCE = z.strictObject({
  around: queryInteger(0, 2_000)
    .default(40)
    .describe('Number of lines to include before and after the place.'),
});

export class SourceQuery extends createZodDto(SOURCE) {}
