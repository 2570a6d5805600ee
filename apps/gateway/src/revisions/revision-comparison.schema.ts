import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { ASK } from '../turns/ask.schema';

const SNAPSHOT = z.string().min(1).max(200);

/** A question about two snapshots: the body of `POST /v1/revision-comparisons`. */
const COMPARISON = z.strictObject({
  ...ASK.pick({
    question: true,
    pipeline: true,
    repository: true,
    isEnglish: true,
    filter: true,
    depth: true,
    budget: true,
  }).shape,
  from: SNAPSHOT.meta({ example: 'v1.2', description: 'Name of the older snapshot.' }),
  to: SNAPSHOT.meta({ example: 'v2.0', description: 'Name of the newer snapshot.' }),
  wait: z
    .boolean()
    .default(false)
    .describe(
      'Respond with the finished comparison instead of 202. Behind a proxy with a timeout, poll `Location`.',
    ),
});

export class RevisionComparisonInput extends createZodDto(COMPARISON) {}
