import { FEEDBACK_REASONS } from '@quarry/application/turns';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer } from '../http/fields';

export const RATINGS = ['up', 'down'] as const;

/** The body of `POST /v1/turns/{id}/feedback`. */
const FEEDBACK = z.strictObject({
  rating: z.enum(RATINGS).describe('Whether the answer helped.'),
  reasons: z
    .array(z.enum(FEEDBACK_REASONS))
    .max(FEEDBACK_REASONS.length)
    .default([])
    .describe('What was right or wrong.'),
  comment: z.string().max(2_000).optional().describe('Comment, at most 2,000 characters.'),
  citation: integer(1, 100_000).optional().describe('Number of the citation that the feedback is about.'),
  claim: integer(0, 100_000)
    .optional()
    .describe("Index in the turn's `claims`, from 0, of the claim that the feedback is about."),
});

export class FeedbackInput extends createZodDto(FEEDBACK) {}
