import { parseBody } from '../http/parse-body';
import { clientRequest, type ClientHeaders, type ClientRequest } from './client-request';
import { readConversation } from './conversation';
import { RESPONSE_REQUEST, type InputItem } from './responses.schema';

/** A request for a response, as far as Quarry supports it. */
export interface ResponseRequest extends ClientRequest {
  /** True if the client does not wait for the answer. */
  readonly isBackground: boolean;
  /** Id of the response that this one follows; null for none. */
  readonly previous: string | null;
}

/**
 * Reads the body of `POST /v1/responses`.
 * @param headers as of {@link clientRequest}
 * @throws Fault `bad_request`, `question_empty`; `pipeline_unknown` if the model's name is not well-formed
 */
export function readResponseRequest(body: unknown, headers?: ClientHeaders): ResponseRequest {
  const { input, previous_response_id: previous, background, ...fields } = parseBody(RESPONSE_REQUEST, body);
  const items = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input;
  return {
    ...clientRequest(fields, readConversation(items.map(messageOf), 'input'), headers),
    isBackground: background === true,
    previous: previous ?? null,
  };
}

/** Calls of tools and reasoning are no part of the conversation. */
function messageOf({ type, role, content }: InputItem): Parameters<typeof readConversation>[0][number] {
  const isMessage = (type ?? 'message') === 'message' && role !== null && role !== undefined;
  return isMessage ? { role, content } : { role: 'tool', content: null };
}
