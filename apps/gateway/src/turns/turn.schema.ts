import { DEPTHS } from '@quarry/turn';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { name, queryBoolean } from '../http/fields';

/** What to change when a question is asked again: the body of `POST /v1/turns/{id}/rerun`. */
const RERUN = z.strictObject({
  pipeline: name().optional().meta({
    example: 'cgrag',
    description: 'Another pipeline. By default the current version of the same pipeline.',
  }),
  depth: z.enum(DEPTHS).optional().describe('Another depth. The same depth by default.'),
  revision: z
    .enum(['same', 'current'])
    .optional()
    .describe(
      '`same`, the default: the snapshot of the turn · `current`: the one that questions use now, e.g. for an answer whose sources have changed.',
    ),
});

/** Which parts of the record a replay does not use: the body of `POST /v1/turns/{id}/replay`. */
const REPLAY = z.strictObject({
  liveSearch: z
    .boolean()
    .optional()
    .describe(
      'Search the current index, even if it has changed since the turn. By default searches then come from the record.',
    ),
  liveModel: z
    .boolean()
    .optional()
    .describe(
      'Call the configured model instead of using the recorded replies. The tokens count against no budget; requires the role `maintainer`.',
    ),
});

/** The query of `DELETE /v1/turns/{id}`. */
const FORGET = z.strictObject({
  forget: queryBoolean(false).describe('True to also delete everything that is stored of the turn.'),
});

/** The query of `GET /v1/turns/{id}/trace`. */
const TRACE = z.strictObject({
  prompts: queryBoolean(true).describe('False to leave out the text of prompts, which can be long.'),
});

export class RerunInput extends createZodDto(RERUN) {}
export class ReplayInput extends createZodDto(REPLAY) {}
export class ForgetQuery extends createZodDto(FORGET) {}
export class TraceQuery extends createZodDto(TRACE) {}
