import { DEPTHS } from '@quarry/turn';
import { z } from 'zod';

/** A text of `metadata`; an empty one counts as left out. */
const named = (description: string) =>
  z
    .string({ error: 'must be a string of at most 200 characters.' })
    .max(200, { error: 'must be a string of at most 200 characters.' })
    .nullish()
    .describe(description);

/** How an answer is streamed. */
const STREAMS = ['live', 'final'] as const;

const METADATA = z
  .looseObject(
    {
      session: named('Session to continue. Without it, the messages are the conversation.'),
      repository: named(
        'Repositories to search: names or patterns (`payments-*`), separated by commas. All that you may read by default.',
      ),
      snapshot: named('Snapshot of the repositories. The newest one of each by default.'),
      depth: z
        .enum([...DEPTHS, ''], { error: `must be one of ${DEPTHS.join(', ')}.` })
        .nullish()
        .describe('How thoroughly to look.'),
      stream: z
        .enum([...STREAMS, ''], { error: `must be one of ${STREAMS.join(', ')}.` })
        .nullish()
        .describe('`final`: a stream has the final answer only, not what is written before it.'),
    },
    { error: 'must be an object.' },
  )
  .nullish()
  .describe("Settings for Quarry. Other fields are the client's own and are ignored.");

/** An identifier that is no text is refused: ignored, the conversations of several end users would be one. */
const endUser = (description: string) =>
  z.string({ error: 'must be a string.' }).nullish().describe(description);

/**
 * Fields that the requests of all OpenAI routes share. A field that is not listed, e.g. `temperature`, is ignored. A
 * listed field that asks for what Quarry cannot do is refused.
 */
export const REQUEST_FIELDS = {
  model: z
    .string({ error: 'must be the name of a model; GET /v1/models lists them.' })
    .describe('Name of a pipeline. GET /v1/models lists them.'),
  stream: z
    .boolean({ error: 'must be true or false.' })
    .nullish()
    .describe('Send the answer as server-sent events while it is written.'),
  metadata: METADATA,
  safety_identifier: endUser('Identifies the end user.'),
  user: endUser('Identifies the end user. `safety_identifier` takes precedence.'),
  tool_choice: z
    .enum(['none', 'auto'], {
      error: "must be `none` or `auto`: a pipeline calls its own tools, and none of the client's.",
    })
    .nullish()
    .describe("A pipeline calls its own tools, never the client's."),
} as const;

/** Values of {@link REQUEST_FIELDS}. */
export type RequestFields = z.infer<z.ZodObject<typeof REQUEST_FIELDS>>;

/** The only format of an answer. */
export const TEXT_FORMAT = z
  .looseObject(
    { type: z.literal('text', { error: "must be 'text': answers are text with citations." }) },
    { error: "must be an object with the type 'text'." },
  )
  .nullish()
  .describe('Answers are text with citations.');
