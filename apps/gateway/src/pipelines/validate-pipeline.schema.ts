import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

/** The body of `POST /v1/pipelines/validate`. */
const VALIDATE_PIPELINE = z.strictObject({
  yaml: z
    .string()
    .max(65_536)
    .meta({
      example: 'pipeline:\n  name: mine\n  extends: code\n  settings:\n    top_k: 12\n',
      description:
        'Text of a `pipeline.yaml`. If its name is that of an existing pipeline, it replaces that pipeline for this check and uses ' +
        'its prompts; otherwise it is checked as a new pipeline, which can extend an existing one.',
    }),
});

export class ValidatePipelineDto extends createZodDto(VALIDATE_PIPELINE) {}
