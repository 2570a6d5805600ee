import { DEPTHS } from '@quarry/turn';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

/** Messages of one request. */
const MAX_MESSAGES = 2_000;
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;

const MESSAGE = z
  .looseObject(
    {
      role: z.enum(ROLES, { error: `must be one of ${ROLES.join(', ')}.` }),
      content: z
        .unknown()
        .optional()
        .describe('A string, or a list of text parts. It is read for the roles `user` and `assistant` only.'),
    },
    { error: 'must be an object with a role and a content.' },
  )
  .describe('One message of the conversation. The last one of the user is the question.');

export type ChatMessage = z.infer<typeof MESSAGE>;

/** A text of `metadata`; an empty one counts as left out. */
const named = (description: string) =>
  z
    .string({ error: 'must be a string of at most 200 characters.' })
    .max(200, { error: 'must be a string of at most 200 characters.' })
    .nullish()
    .describe(description);

const METADATA = z
  .looseObject(
    {
      session: named('Session to continue. Without it, the messages are the conversation.'),
      repository: named('Repository to search. The default repository by default.'),
      snapshot: named('Snapshot of the repository. The current snapshot by default.'),
      depth: z
        .enum([...DEPTHS, ''], { error: `must be one of ${DEPTHS.join(', ')}.` })
        .nullish()
        .describe('How thoroughly to look.'),
    },
    { error: 'must be an object.' },
  )
  .nullish()
  .describe("Settings for Quarry. Other fields are the client's own and are ignored.");

/**
 * The body of `POST /v1/chat/completions`: one schema validates it and describes it in the OpenAPI document. A field
 * that is not listed, e.g. `temperature`, is ignored. A listed field that asks for what Quarry cannot do is refused.
 */
export const CHAT_COMPLETION_REQUEST = z.looseObject(
  {
    model: z
      .string({ error: 'must be the name of a model; GET /v1/models lists them.' })
      .describe('Name of a pipeline. GET /v1/models lists them.'),
    messages: z
      .array(MESSAGE, { error: 'must be a list of at least one message.' })
      .min(1, { error: 'must be a list of at least one message.' })
      .max(MAX_MESSAGES, { error: `may hold at most ${MAX_MESSAGES} messages.` })
      .describe('The conversation, oldest message first.'),
    stream: z
      .boolean({ error: 'must be true or false.' })
      .nullish()
      .describe('Send the completion as server-sent events.'),
    stream_options: z
      .looseObject(
        {
          include_usage: z
            .boolean({ error: 'must be true or false.' })
            .nullish()
            .describe('True: the last chunk has the tokens that were used.'),
        },
        { error: 'must be an object.' },
      )
      .nullish()
      .describe('Options of a stream.'),
    metadata: METADATA,
    safety_identifier: z.unknown().optional().meta({ type: 'string' }).describe('Identifies the end user.'),
    user: z
      .unknown()
      .optional()
      .meta({ type: 'string' })
      .describe('Identifies the end user. `safety_identifier` takes precedence.'),
    n: z.literal(1, { error: 'must be 1: a turn has one answer.' }).nullish().describe('Number of choices.'),
    tool_choice: z
      .unknown()
      .refine((choice) => choice !== 'required' && (typeof choice !== 'object' || choice === null), {
        error: "asks for a tool call: a pipeline calls its own tools, and none of the client's.",
      })
      .optional()
      .meta({ enum: ['none', 'auto'] })
      .describe("A pipeline calls its own tools, never the client's."),
    response_format: z
      .looseObject(
        { type: z.literal('text', { error: "must be 'text': answers are text with citations." }) },
        { error: "must be an object with the type 'text'." },
      )
      .nullish()
      .describe('Answers are text with citations.'),
    modalities: z
      .array(z.literal('text', { error: "must be 'text'." }), { error: "must be ['text']." })
      .nullish()
      .describe('Answers are text.'),
  },
  { error: 'The body must be a JSON object.' },
);

const URL_CITATION = z
  .object({
    type: z.literal('url_citation').describe('Kind of annotation.'),
    url_citation: z.object({
      start_index: z.int().describe('First character of the mark in the message, from 0.'),
      end_index: z.int().describe('The character after the mark.'),
      title: z.string().describe('The cited place: path and lines, or page.'),
      url: z.string().describe('Address that opens the cited place.'),
    }),
  })
  .describe('Where a citation mark points.');
export type UrlCitation = Readonly<z.infer<typeof URL_CITATION>>;

const USAGE = z
  .object({
    prompt_tokens: z.int().describe('Tokens of all prompts of the turn.'),
    completion_tokens: z.int().describe('Tokens of all replies of the turn.'),
    total_tokens: z.int().describe('Both together.'),
  })
  .describe('Tokens of all model calls of the turn.');
export type Usage = Readonly<z.infer<typeof USAGE>>;

const QUARRY_PART = z
  .object({
    turn: z.string().describe('Identifier of the turn; see GET /v1/turns/{id}.'),
    session: z.string().describe('Session of the turn.'),
    outcome: z.string().describe('How the turn ended, e.g. `answered` or `partial`.'),
    reason: z.string().describe('Why it ended.'),
    confidence: z.string().nullable().describe('`high`, `medium` or `low`; null without an answer.'),
    disclaimer: z.string().nullable().describe('What to keep in mind about the answer.'),
  })
  .describe("Quarry's own account of the turn. Other clients ignore this field.");

const CHAT_COMPLETION = z.object({
  id: z.string().describe('`chatcmpl-` and the identifier of the turn.'),
  object: z.literal('chat.completion').describe('Kind of object.'),
  created: z.int().describe('When the question was asked, in seconds since the epoch.'),
  model: z.string().describe('Name of the pipeline that answered.'),
  choices: z
    .array(
      z.object({
        index: z.literal(0).describe('Always 0.'),
        message: z.object({
          role: z.literal('assistant').describe('Always `assistant`.'),
          content: z.string().describe('The answer, with citation marks [n].'),
          refusal: z.null().describe('Always null.'),
          annotations: z.array(URL_CITATION).describe('Where each citation mark points.'),
        }),
        logprobs: z.null().describe('Always null.'),
        finish_reason: z.enum(['stop', 'length']).describe('`length`: the budget was spent.'),
      }),
    )
    .describe('The one answer.'),
  usage: USAGE,
  quarry: QUARRY_PART,
});

export type QuarryPart = Readonly<z.infer<typeof QUARRY_PART>>;
export type ChatCompletion = z.infer<typeof CHAT_COMPLETION>;

/** Documented bodies of the chat completions API. */
export class ChatCompletionRequestDto extends createZodDto(CHAT_COMPLETION_REQUEST) {}
export class ChatCompletionDto extends createZodDto(CHAT_COMPLETION) {}
