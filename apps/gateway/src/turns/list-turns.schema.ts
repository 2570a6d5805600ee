import { OUTCOMES, PASSAGE_STATES } from '@quarry/turn';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { queryInteger, queryTime } from '../http/fields';

/** The query of `GET /v1/turns`: a page, and filters that can be combined. */
const LIST_TURNS = z.strictObject({
  limit: queryInteger(1, 200).default(20).describe('Maximum number of turns of a page.'),
  cursor: z.string().max(300).optional().describe('`next` of the previous page.'),
  session: z.string().max(100).optional().describe('Only turns of this session.'),
  pipeline: z
    .string()
    .max(100)
    .optional()
    .describe('Only turns of the pipeline with this name, in any version.'),
  outcome: z.enum(OUTCOMES).optional().describe('Only turns with this outcome. Running turns have none.'),
  staleness: z
    .enum([...PASSAGE_STATES, 'stale'])
    .optional()
    .meta({
      example: 'stale',
      description:
        'Only answers whose cited lines are in this state, compared with the snapshots that questions use now: `fresh`, ' +
        '`moved`, `changed` or `gone`; `stale` is any of the last three. See GET /v1/turns/{id}/staleness.',
    }),
  stopRule: z.string().max(100).optional().meta({
    example: 'budget',
    description: 'Only turns in which this rule of the loop guard refused another pass.',
  }),
  since: queryTime()
    .optional()
    .meta({ format: 'date-time', description: 'Only turns that were asked at this time or later.' }),
  until: queryTime()
    .optional()
    .meta({ format: 'date-time', description: 'Only turns that were asked before this time.' }),
  q: z
    .string()
    .max(500)
    .optional()
    .meta({
      example: 'invoice cancel',
      description:
        'Only turns whose question or answer contains all these words, in any order and case. A word also matches the start ' +
        'of a longer one. The first 16 words count.',
    }),
  repository: z
    .string()
    .max(200)
    .optional()
    .describe('Only turns about this repository, from GET /v1/repositories.'),
  key: z.string().max(200).optional().describe('Only turns that were asked with the API key of this id.'),
});

export class ListTurnsQuery extends createZodDto(LIST_TURNS) {}
