import type { FaultCode } from '@quarry/turn';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import type { Problem } from '../http/problem-of';

/** Paths whose responses, including errors, have OpenAI's format, also where Quarry has no such route. */
const PATHS =
  /^\/v1\/(?:chat|models|completions|embeddings|responses|images|audio|moderations|files)(?:\/|$)/;

const NOT_SERVED = "Of OpenAI's API, Quarry serves /v1/chat/completions, /v1/responses and /v1/models.";

export function isOpenAiPath(path: string): boolean {
  return PATHS.test(path);
}

const OPENAI_ERROR = z.object({
  error: z
    .object({
      message: z.string().describe('What happened, and what to do.'),
      type: z.string().describe('Kind of error, e.g. `invalid_request_error`.'),
      param: z.string().nullable().describe('The field that is wrong; null for none.'),
      code: z.string().describe("Stable code: OpenAI's where it has one, otherwise one of docs/errors.md."),
    })
    .describe('The error.'),
});

/** An error in the form of OpenAI's API. */
export type OpenAiError = Readonly<z.infer<typeof OPENAI_ERROR>>;
export class OpenAiErrorDto extends createZodDto(OPENAI_ERROR) {}

/** Error codes that OpenAI's clients know; other errors have Quarry's code. */
const CODES: Partial<
  Record<FaultCode, Pick<OpenAiError['error'], 'code' | 'param'> & { readonly type?: string }>
> = {
  unauthorized: { code: 'invalid_api_key', param: null },
  pipeline_unknown: { code: 'model_not_found', param: 'model' },
  question_too_long: { code: 'context_length_exceeded', param: 'messages' },
  body_too_large: { code: 'context_length_exceeded', param: 'messages' },
  question_empty: { code: 'question_empty', param: 'messages' },
  rate_limited: { code: 'rate_limit_exceeded', param: null, type: 'requests' },
  too_many_turns: { code: 'rate_limit_exceeded', param: null, type: 'requests' },
  budget_spent: { code: 'insufficient_quota', param: null, type: 'insufficient_quota' },
};

export function openAiError({ status, code, detail }: Problem): OpenAiError {
  const known = CODES[code];
  const message = code === 'route_unknown' ? `${detail} ${NOT_SERVED}` : detail;
  const type = known?.type ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
  return { error: { message, type, param: known?.param ?? null, code: known?.code ?? code } };
}

/** Returns the HTTP status in OpenAI's terms: a text that is too long is a bad request there. */
export function openAiStatus({ status, code }: Problem): number {
  return code === 'question_too_long' || code === 'body_too_large' ? 400 : status;
}
