import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

/** The body of `POST /v1/owner-session`. */
const OWNER_SESSION = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(200)
    .describe('The part after `#start=` of the link that `quarry serve` printed. It works once.'),
});

/** The query of `GET /v1/folders`. */
const FOLDER_LIST = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Absolute path of a folder. The home folder of the user who runs the gateway by default.'),
});

export class BeginOwnerSessionDto extends createZodDto(OWNER_SESSION) {}
export class FoldersQuery extends createZodDto(FOLDER_LIST) {}
