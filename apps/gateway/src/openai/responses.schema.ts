import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { QUARRY_PART } from './chat.schema';
import { REQUEST_FIELDS, TEXT_FORMAT } from './request.schema';

/** Items of one request. */
const MAX_ITEMS = 2_000;
const ROLES = ['system', 'developer', 'user', 'assistant'] as const;

const ITEM = z
  .looseObject(
    {
      type: z.string().nullish().describe('`message`, or left out. Items of other types are ignored.'),
      role: z.enum(ROLES, { error: `must be one of ${ROLES.join(', ')}.` }).nullish(),
      content: z
        .unknown()
        .optional()
        .describe('A string, or a list of text parts. It is read for the roles `user` and `assistant` only.'),
    },
    { error: 'must be an object.' },
  )
  .describe('One item of the conversation. The last message of the user is the question.');

export type InputItem = z.infer<typeof ITEM>;

/** The body of `POST /v1/responses`: one schema validates it and describes it in the OpenAPI document. */
export const RESPONSE_REQUEST = z.looseObject(
  {
    ...REQUEST_FIELDS,
    input: z
      .union([z.string(), z.array(ITEM).min(1).max(MAX_ITEMS)], {
        error: `must be the question, or a list of 1 to ${MAX_ITEMS} items.`,
      })
      .describe('The question, or the conversation with the oldest item first.'),
    previous_response_id: z
      .string({ error: 'must be the id of a response.' })
      .nullish()
      .describe('Response to follow: its session continues, and only the last message of `input` is read.'),
    background: z
      .boolean({ error: 'must be true or false.' })
      .nullish()
      .describe('True: respond at once; GET /v1/responses/{id} has the answer later.'),
    conversation: z
      .null({ error: 'is not supported: use `previous_response_id` or `metadata.session`.' })
      .optional()
      .describe('Not supported.'),
    text: z
      .looseObject({ format: TEXT_FORMAT }, { error: 'must be an object.' })
      .nullish()
      .describe('Format of the answer.'),
  },
  { error: 'The body must be a JSON object.' },
);

const CITATION = z
  .object({
    type: z.literal('url_citation').describe('Kind of annotation.'),
    start_index: z.int().describe('First character of the mark in the text, from 0.'),
    end_index: z.int().describe('The character after the mark.'),
    title: z.string().describe('The cited place: path and lines, or page.'),
    url: z.string().describe('Address that opens the cited place.'),
  })
  .describe('Where a citation mark points.');

const TEXT_PART = z
  .object({
    type: z.literal('output_text').describe('Kind of content.'),
    text: z.string().describe('The answer, with citation marks [n].'),
    annotations: z.array(CITATION).describe('Where each citation mark points.'),
    logprobs: z.array(z.never()).describe('Always empty.'),
  })
  .describe('The answer.');

const MESSAGE = z
  .object({
    id: z.string().describe('`msg_` and the identifier of the turn.'),
    type: z.literal('message').describe('Kind of item.'),
    role: z.literal('assistant').describe('Always `assistant`.'),
    status: z.enum(['in_progress', 'completed', 'incomplete']).describe('Status of the message.'),
    content: z.array(TEXT_PART).describe('The answer as one part.'),
  })
  .describe('The answer as a message.');

const USAGE = z
  .object({
    input_tokens: z.int().describe('Tokens of all prompts of the turn.'),
    input_tokens_details: z
      .object({ cached_tokens: z.int().describe('Always 0: not counted.') })
      .describe('Parts of the input.'),
    output_tokens: z.int().describe('Tokens of all replies of the turn.'),
    output_tokens_details: z
      .object({ reasoning_tokens: z.int().describe('Always 0: not counted.') })
      .describe('Parts of the output.'),
    total_tokens: z.int().describe('Input and output together.'),
  })
  .describe('Tokens of all model calls of the turn.');

const ERROR = z
  .object({
    code: z.string().describe('Stable code, listed in docs/errors.md.'),
    message: z.string().describe('What happened.'),
  })
  .describe('Why the turn failed.');

const STATUSES = ['in_progress', 'completed', 'incomplete', 'failed', 'cancelled'] as const;

const RESPONSE = z.object({
  id: z.string().describe('`resp_` and the identifier of the turn.'),
  object: z.literal('response').describe('Kind of object.'),
  created_at: z.int().describe('When the question was asked, in seconds since the epoch.'),
  status: z.enum(STATUSES).describe('Status of the turn; `incomplete`: the budget was spent.'),
  background: z.boolean().describe('True if the response was asked for in the background.'),
  error: ERROR.nullable().describe('Why the turn failed; null if it did not.'),
  incomplete_details: z
    .object({ reason: z.literal('max_output_tokens').describe('The budget was spent.') })
    .nullable()
    .describe('Why the answer is incomplete; null if it is not.'),
  instructions: z.null().describe('Always null: instructions are ignored.'),
  model: z.string().describe('Name of the pipeline that answers.'),
  output: z.array(MESSAGE).describe('The answer; empty until there is one.'),
  previous_response_id: z.string().nullable().describe('Response that this one follows.'),
  parallel_tool_calls: z.literal(true).describe('Always true.'),
  temperature: z.null().describe('Always null.'),
  top_p: z.null().describe('Always null.'),
  tool_choice: z.literal('auto').describe('Always `auto`: a pipeline calls its own tools.'),
  tools: z.array(z.never()).describe('Always empty.'),
  usage: USAGE.nullable().describe('Null while the turn runs.'),
  metadata: z.record(z.string(), z.string()).describe('Always empty.'),
  quarry: QUARRY_PART.nullable().describe("Quarry's own account of the turn; null while it runs."),
});

export type ResponseBody = z.infer<typeof RESPONSE>;
export type ResponseMessage = ResponseBody['output'][number];

/** Documented bodies of the responses API. */
export class ResponseRequestDto extends createZodDto(RESPONSE_REQUEST) {}
export class ResponseDto extends createZodDto(RESPONSE) {}
