import { Fault, defined, type Depth } from '@quarry/turn';
import { parseBody } from '../http/parse-body';
import { CHAT_COMPLETION_REQUEST } from './chat.schema';
import { readConversation, type Conversation } from './conversation';

/** What a chat completion asks for, as far as Quarry knows it. */
export interface ChatRequest extends Conversation {
  readonly model: string;
  readonly stream: boolean;
  /** A last chunk with the tokens that were spent. */
  readonly includeUsage: boolean;
  /** Who speaks through this client, as it says (`safety_identifier`, else `user`); part of what tells conversations apart. */
  readonly user: string;
  /** Session that the client names; null: it tells the conversation itself. */
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

/** An empty value counts as left out: clients with a form send it. */
function filled<T extends string>(value: T | null | undefined): Exclude<T, ''> | undefined {
  return value === '' || value === null ? undefined : (value as Exclude<T, ''> | undefined);
}
