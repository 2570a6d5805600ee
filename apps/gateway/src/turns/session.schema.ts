import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { queryInteger, words } from '../http/fields';

const LIMIT = queryInteger(1, 200).default(100);
const AFTER = queryInteger(0, 1_000_000_000).default(0);

/** The query of `GET /v1/sessions`. */
const SESSION_PAGE = z.strictObject({
  limit: LIMIT.describe('Maximum number of sessions of a page.'),
  after: AFTER.describe('`next` of the previous page: the number of sessions to skip.'),
  q: words(200)
    .optional()
    .describe('Only sessions whose name or first question has all of these words, in any order and case.'),
  pinned: z
    .enum(['true', 'false'])
    .optional()
    .describe('Only sessions that are pinned, or only those that are not.'),
});

/** The query of `GET /v1/sessions/{id}`. */
const TURN_PAGE = z.strictObject({
  limit: LIMIT.describe('Maximum number of stored turns of a page.'),
  after: AFTER.describe('`next` of the previous page: the number of its last turn.'),
});

/** The body of `PATCH /v1/sessions/{id}`. */
const SESSION_CHANGE = z.strictObject({
  name: z
    .string()
    .trim()
    .max(200)
    .nullable()
    .optional()
    .describe('Name for lists, in place of the first question; null or empty removes it.'),
  pinned: z.boolean().optional().describe('Whether lists can show the session first.'),
});

export class SessionPageQuery extends createZodDto(SESSION_PAGE) {}
export class TurnPageQuery extends createZodDto(TURN_PAGE) {}
export class ChangeSessionDto extends createZodDto(SESSION_CHANGE) {}
