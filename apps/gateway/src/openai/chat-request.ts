import { Fault, defined, type Depth } from '@quarry/turn';
import { parseBody } from '../http/parse-body';
import { CHAT_COMPLETION_REQUEST } from './chat.schema';
import { readConversation, type Conversation } from './conversation';

/** A request for a chat completion, as far as Quarry supports it. */
export interface ChatRequest extends Conversation {
  readonly model: string;
  readonly stream: boolean;
  /** True to send the used tokens in a last chunk. */
  readonly includeUsage: boolean;
  /**
   * The end user according to the client (`safety_identifier`, otherwise `user`); part of what identifies a
   * conversation.
   */
  readonly user: string;
  /** Session that the client names; null if the client sends the conversation itself. */
  readonly session: string | null;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly depth?: Depth;
}

const SESSION = /^[\w.-]{1,100}$/;
const MODEL = /^[\w.-]{1,100}$/;

/**
 * Reads the body of `POST /v1/chat/completions`.
 * @param header session named by `X-Quarry-Session`; one in the `metadata` takes precedence
 * @throws Fault `bad_request`, `question_empty`; `pipeline_unknown` if the model's name is not well-formed
 */
export function readChatRequest(body: unknown, header?: string): ChatRequest {
  const { model, messages, metadata, ...rest } = parseBody(CHAT_COMPLETION_REQUEST, body);
  if (!MODEL.test(model))
    throw new Fault(
      'pipeline_unknown',
      `There is no model '${model.slice(0, 100)}'. GET /v1/models lists them.`,
    );
  const session = filled(metadata?.session) ?? header ?? null;
  if (session !== null && !SESSION.test(session))
    throw new Fault('bad_request', 'A session is a name of 1 to 100 letters, digits, ., _ and -.');
  const user = rest.safety_identifier ?? rest.user;
  return {
    ...readConversation(messages),
    ...defined({
      repository: filled(metadata?.repository),
      snapshot: filled(metadata?.snapshot),
      depth: filled(metadata?.depth),
    }),
    model,
    session,
    stream: rest.stream === true,
    includeUsage: rest.stream_options?.include_usage === true,
    user: typeof user === 'string' ? user : '',
  };
}

/** An empty value is treated as missing, since clients with forms send it. */
function filled<T extends string>(value: T | null | undefined): Exclude<T, ''> | undefined {
  return value === '' || value === null ? undefined : (value as Exclude<T, ''> | undefined);
}
