import { GOLDEN_LIMITS, GOLDEN_NAME } from '@quarry/application/golden-sets';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer, name } from '../http/fields';
import { SNAPSHOT_FIELDS } from '../turns/snapshot.schema';

/** Name of a golden set or id of a question. */
export function goldenName() {
  const error = 'must be 1 to 100 letters, digits, ., _ or -, and start with a letter or a digit';
  return z.string({ error }).regex(GOLDEN_NAME, { error });
}

/** The body of `POST /v1/golden-sets`. */
const GOLDEN_SET = z.strictObject({
  name: goldenName().meta({
    example: 'billing',
    description: 'Name: 1 to 100 letters, digits, `.`, `_` or `-`, starting with a letter or a digit.',
  }),
  description: z
    .string()
    .max(GOLDEN_LIMITS.note)
    .default('')
    .describe(`Description, at most ${GOLDEN_LIMITS.note.toLocaleString('en')} characters.`),
});

/** What a run asks: the body of `POST /v1/golden-sets/{name}/runs`. */
const RUN = z.strictObject({
  ...SNAPSHOT_FIELDS,
  pipelines: z
    .array(name())
    .min(1)
    .max(GOLDEN_LIMITS.pipelines)
    .refine((names) => new Set(names).size === names.length, { error: 'must name each pipeline once' })
    .meta({
      uniqueItems: true,
      example: ['code', 'cgrag'],
      description: `Names of 1 to ${GOLDEN_LIMITS.pipelines} pipelines to ask, from GET /v1/pipelines.`,
    }),
});

/** The body of `PUT /v1/golden-sets/{name}/schedule`. Without `everyHours` and `onPipelineChange` there is no schedule. */
const SCHEDULE = RUN.extend({
  everyHours: integer(1, 8_760).optional().meta({ example: 24, description: 'Hours between two runs.' }),
  onPipelineChange: z
    .boolean()
    .default(false)
    .describe('Start a run when the version of a pipeline differs from the last run.'),
});

const side = () =>
  z
    .string({ error: 'must be RUN or RUN:PIPELINE' })
    .regex(/^\w{1,64}(?::[\w.@-]{1,200})?$/, { error: 'must be RUN or RUN:PIPELINE' });

/** The query of `GET /v1/golden-sets/{name}/comparison`. */
const COMPARISON = z.strictObject({
  base: side().meta({
    example: 'r1f2e3d:code',
    description:
      'Baseline: id of a run and, if it asked several pipelines, the pipeline, as `RUN` or `RUN:PIPELINE`.',
  }),
  with: side().meta({
    example: 'r4a5b6c:code',
    description: 'Run to compare with the baseline, in the same form.',
  }),
});

export class CreateGoldenSetDto extends createZodDto(GOLDEN_SET) {}
export class BeginRunDto extends createZodDto(RUN) {}
export class ScheduleInput extends createZodDto(SCHEDULE) {}
export class ComparisonQuery extends createZodDto(COMPARISON) {}
