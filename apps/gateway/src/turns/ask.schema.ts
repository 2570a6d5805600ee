import { DEPTHS } from '@quarry/turn';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer, name } from '../http/fields';
import { SNAPSHOT_FIELDS } from './snapshot.schema';

export const FILTER = z
  .strictObject({
    pathPrefixes: z
      .array(z.string().max(1_000))
      .max(50)
      .optional()
      .meta({ example: ['src/billing'], description: 'Only files in these folders.' }),
    languages: z
      .array(z.string().max(50))
      .max(50)
      .optional()
      .meta({ example: ['csharp', 'sql'], description: 'Only files in these languages.' }),
  })
  .meta({ id: 'FilterDto' });

const BUDGET = z
  .strictObject({
    tokens: integer(1, 1_000_000_000)
      .optional()
      .meta({ example: 20_000, description: 'Maximum number of model tokens, input and output.' }),
    cost: z.number().positive().max(1_000_000).optional().meta({
      example: 0.05,
      description: "Maximum cost, in the currency of the pipeline's price table. The pipeline must have one.",
    }),
    seconds: z
      .number()
      .min(1)
      .max(3_600)
      .optional()
      .meta({ example: 60, description: 'Maximum seconds from the question to the end of the turn.' }),
  })
  .meta({
    id: 'BudgetDto',
    description: "Limits of a question. The lower of these and the pipeline's limits applies.",
  });

/** A question and how to answer it: the body of `POST /v1/turns`, and in part the input of the MCP tool `ask`. */
export const ASK = z.strictObject({
  ...SNAPSHOT_FIELDS,
  question: z.string().meta({
    example: 'What happens to stock when an invoice is cancelled?',
    description: "The question: at most 32 KB of UTF-8 and the pipeline's `max_question_tokens`.",
  }),
  pipeline: name().default('code').describe('Name of the pipeline, from GET /v1/pipelines.'),
  session: name().optional().describe('Session to continue. A new session by default.'),
  createSession: z
    .boolean()
    .optional()
    .meta({ default: false, description: 'Create the named session if it does not exist.' }),
  isEnglish: z
    .boolean()
    .default(true)
    .describe('False to translate the question to English and the answer back.'),
  wait: z
    .boolean()
    .default(false)
    .describe(
      'Respond with the finished turn instead of 202. Behind a proxy with a timeout, use the event stream.',
    ),
  stream: z
    .boolean()
    .default(false)
    .describe("Respond with the turn's events as a stream of server-sent events until the turn ends."),
  filter: FILTER.optional().describe('Limits the search to some files, before ranking.'),
  depth: z.enum(DEPTHS).optional().meta({
    default: 'auto',
    description:
      '`fast`: one pass · `auto`: as the pipeline is set · `deep`: 1.5 times the hits and twice the follow-up passes.',
  }),
  budget: BUDGET.optional().describe(
    'Limits of the question. A turn that cannot afford another pass ends with outcome `budget` and the best answer so far.',
  ),
});

export class AskDto extends createZodDto(ASK) {}

/** Example bodies on the OpenAPI page. */
export const ASK_EXAMPLES = {
  ask: {
    summary: 'A question',
    value: { question: 'What happens to stock when an invoice is cancelled?', wait: true },
  },
  followUp: {
    summary: 'A follow-up',
    value: { question: 'And when it is paid?', session: 'NAME_OF_THE_SESSION' },
  },
  bounded: {
    summary: 'With a budget',
    value: {
      question: 'What happens to stock when an invoice is cancelled?',
      depth: 'deep',
      budget: { tokens: 20_000, seconds: 60 },
    },
  },
  narrowed: {
    summary: 'Only in some files',
    value: { question: 'Where is stock written?', filter: { languages: ['sql'], pathPrefixes: ['db'] } },
  },
};
