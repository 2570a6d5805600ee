import { DEPTHS, Fault, defined, type Depth } from '@quarry/turn';
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
 * Reads the body of `POST /v1/chat/completions`. What a client sends beyond it, such as `temperature`, is tolerated; what it could not do without and is
 * not to be had is refused.
 * @param header session named by `X-Quarry-Session`
 * @throws Fault `bad_request`, `question_empty`; `pipeline_unknown` for what is no name of a model
 */
export function readChatRequest(body: unknown, header?: string): ChatRequest {
  if (!isRecord(body)) throw bad('The body must be a JSON object.');
  const { model, messages, stream, stream_options: streamOptions, metadata = null } = body;
  const user = body['safety_identifier'] ?? body['user'];
  if (typeof model !== 'string') throw bad("'model' must be the name of a model; GET /v1/models lists them.");
  if (!MODEL.test(model))
    throw new Fault(
      'pipeline_unknown',
      `There is no model '${model.slice(0, 100)}'. GET /v1/models lists them.`,
    );
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean')
    throw bad("'stream' must be true or false.");
  if (metadata !== null && !isRecord(metadata)) throw bad("'metadata' must be an object.");
  refuseWhatIsNotToBeHad(body);
  const said = named(metadata ?? {});
  const session = said.session ?? header ?? null;
  if (session !== null && !SESSION.test(session))
    throw bad('A session is a name of 1 to 100 letters, digits, ., _ and -.');
  const { session: _session, ...options } = said;
  return {
    ...readConversation(messages),
    ...options,
    model,
    session,
    stream: stream === true,
    includeUsage: isRecord(streamOptions) && streamOptions['include_usage'] === true,
    user: typeof user === 'string' ? user : '',
  };
}

interface Named {
  readonly session?: string;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly depth?: Depth;
}

/** What the client's `metadata` says to Quarry. OpenAI's are texts; other fields are the client's own. */
function named(metadata: Readonly<Record<string, unknown>>): Named {
  const text = (name: string): string | undefined => {
    const value = metadata[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string' || value.length > 200)
      throw bad(`'metadata.${name}' must be a text of 200 characters at most.`);
    return value;
  };
  const [session, repository, snapshot] = [text('session'), text('repository'), text('snapshot')];
  const wanted = text('depth');
  const depth = DEPTHS.find((known) => known === wanted);
  if (wanted !== undefined && depth === undefined)
    throw bad(`'metadata.depth' must be one of ${DEPTHS.join(', ')}.`);
  return defined({ session, repository, snapshot, depth });
}

/** To ignore these would be to answer another request than was made. */
function refuseWhatIsNotToBeHad(body: Readonly<Record<string, unknown>>): void {
  const { n, tool_choice: choice, response_format: format, modalities } = body;
  if (n !== undefined && n !== null && n !== 1) throw bad("'n' must be 1: a turn has one answer.");
  if (choice === 'required' || isRecord(choice))
    throw bad(
      "'tool_choice' asks for a call of a tool: a pipeline calls its own tools, and none of the client's.",
    );
  if (isRecord(format) && format['type'] !== 'text')
    throw bad("'response_format' must be of type 'text': answers are text with citations.");
  if (Array.isArray(modalities) && modalities.some((one) => one !== 'text'))
    throw bad("'modalities' must be text alone.");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(message: string): Fault {
  return new Fault('bad_request', message);
}
