import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

const NAMES = z.array(z.string().min(1).max(100)).max(2_000);
const GROUPS = NAMES.optional().describe(
  'A reader is in one of these groups. If absent: any group, and none.',
);
const SENSITIVITY = z
  .string()
  .max(100)
  .optional()
  .describe('A reader is cleared for this step. If absent: needs no clearance.');

const LABELS = z.strictObject({
  snapshot: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Snapshot to label. By default all of the repository.'),
  sensitivities: NAMES.min(1)
    .optional()
    .describe(
      'Ladder of sensitivities, lowest first. By default public, internal, confidential, restricted.',
    ),
  default: z
    .strictObject({ groups: GROUPS, sensitivity: SENSITIVITY })
    .meta({ id: 'LabelDefaultDto' })
    .optional()
    .describe(
      'Label of files that no rule matches. Without it, only callers who read everything may read them.',
    ),
  rules: z
    .array(
      z
        .strictObject({
          paths: z
            .array(z.string().min(1).max(1_000))
            .min(1)
            .max(2_000)
            .meta({ example: ['payroll/'], description: 'Patterns of .gitignore, from the root.' }),
          groups: GROUPS,
          sensitivity: SENSITIVITY,
        })
        .meta({ id: 'LabelRuleDto' }),
    )
    .max(2_000)
    .describe('The last rule that matches a path decides.'),
});

/** Body of `PUT /v1/repositories/{name}/labels`: a labels file, as JSON. */
export class LabelsInput extends createZodDto(LABELS) {}
