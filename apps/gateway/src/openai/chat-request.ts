import { parseBody } from '../http/parse-body';
import { CHAT_COMPLETION_REQUEST } from './chat.schema';
import { clientRequest, type ClientHeaders, type ClientRequest } from './client-request';
import { readConversation } from './conversation';

/** A request for a chat completion, as far as Quarry supports it. */
export interface ChatRequest extends ClientRequest {
  /** True to send the used tokens in a last chunk. */
  readonly includeUsage: boolean;
}

/**
 * Reads the body of `POST /v1/chat/completions`.
 * @param headers as of {@link clientRequest}
 * @throws Fault `bad_request`, `question_empty`; `pipeline_unknown` if the model's name is not well-formed
 */
export function readChatRequest(body: unknown, headers?: ClientHeaders): ChatRequest {
  const { messages, stream_options: options, ...fields } = parseBody(CHAT_COMPLETION_REQUEST, body);
  return {
    ...clientRequest(fields, readConversation(messages, 'messages'), headers),
    includeUsage: options?.include_usage === true,
  };
}
