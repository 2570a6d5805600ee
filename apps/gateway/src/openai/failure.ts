import { FAULT_CODES, type Turn } from '@quarry/turn';
import type { Response } from 'express';
import type { Problem } from '../http/problem-of';
import { statusOf } from '../http/problem-status';
import { openAiError, openAiStatus } from './openai-error';

/** Returns why a turn has no completion, in the turn's words. */
export function failureOf({ id, end }: Turn): Problem {
  if (!end)
    return {
      status: 503,
      code: 'internal',
      detail: `The gateway is closing; turn '${id}' continues without this request.`,
    };
  if (end.outcome === 'cancelled')
    return { status: 409, code: 'cancelled', detail: `Turn '${id}' was cancelled.` };
  const code = FAULT_CODES.find((known) => known === end.code) ?? 'internal';
  return { status: statusOf(code), code, detail: `Turn '${id}' failed: ${end.reason}` };
}

/** OpenAI's clients repeat a request after many errors, which would start another turn. */
export function sendFailure(response: Response, problem: Problem): void {
  response.setHeader('X-Should-Retry', 'false');
  response.status(openAiStatus(problem)).json(openAiError(problem));
}
