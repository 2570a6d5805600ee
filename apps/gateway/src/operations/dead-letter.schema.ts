import { FAULT_CODES } from '@quarry/turn';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer, queryBoolean, queryInteger } from '../http/fields';

const AFTER = /^\d{1,15}-[a-zA-Z0-9_-]{1,64}$/;
const AFTER_ERROR = "must be the 'next' of a previous page";

const FILTER = {
  tenant: z.string().max(100).optional().describe('Only failed turns of this tenant.'),
  pipeline: z
    .string()
    .max(100)
    .optional()
    .describe('Only failed turns of the pipeline with this name, in any version.'),
  code: z.enum(FAULT_CODES).optional().describe('Only turns that failed with this error code.'),
};

/** The query of `GET /v1/operations/dead-letters`. */
const LIST = z.strictObject({
  ...FILTER,
  limit: queryInteger(1, 200).default(50).describe('Maximum number of failed turns of a page.'),
  after: z
    .string({ error: AFTER_ERROR })
    .regex(AFTER, { error: AFTER_ERROR })
    .optional()
    .describe('`next` of the previous page.'),
});

/** The query of `GET /v1/operations/dead-letters/{id}`. */
const DETAIL = z.strictObject({
  question: queryBoolean(false).describe('True to include the question.'),
});

/** The body of `POST /v1/operations/dead-letters/retry`. */
const RETRY = z.strictObject({
  ...FILTER,
  limit: integer(1, 200).default(50).describe('Maximum number of turns to retry.'),
});

export class DeadLetterQuery extends createZodDto(LIST) {}
export class DeadLetterDetailQuery extends createZodDto(DETAIL) {}
export class RetryDto extends createZodDto(RETRY) {}
