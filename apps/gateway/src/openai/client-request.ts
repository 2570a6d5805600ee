import { splitNames } from '@quarry/application/repositories';
import { Fault, defined, type Depth } from '@quarry/turn';
import type { Conversation } from './conversation';
import type { RequestFields } from './request.schema';

/** What a client of OpenAI's API asks, on any of its routes. */
export interface ClientRequest extends Conversation {
  readonly model: string;
  readonly stream: boolean;
  /** True if a stream has the final answer only. */
  readonly isFinalOnly: boolean;
  /**
   * The end user according to the client (`safety_identifier`, otherwise `user`); part of what identifies a
   * conversation.
   */
  readonly user: string;
  /** Session that the client names; null if the client sends the conversation itself. */
  readonly session: string | null;
  /** Names of repositories, or patterns. */
  readonly repository?: readonly string[];
  readonly snapshot?: string;
  readonly depth?: Depth;
}

/** What a client names in headers, if its `metadata` does not. */
export interface ClientHeaders {
  /** `X-Quarry-Session` */
  readonly session?: string | undefined;
  /** `X-Quarry-Repository` */
  readonly repository?: string | undefined;
}

const SESSION = /^[\w.-]{1,100}$/;
const MODEL = /^[\w.-]{1,100}$/;

/**
 * @param headers what `X-Quarry-Session` and `X-Quarry-Repository` name; `metadata` takes precedence
 * @throws Fault `bad_request`; `pipeline_unknown` if the model's name is not well-formed
 */
export function clientRequest(
  { model, metadata, ...rest }: RequestFields,
  conversation: Conversation,
  headers: ClientHeaders = {},
): ClientRequest {
  if (!MODEL.test(model))
    throw new Fault(
      'pipeline_unknown',
      `There is no model '${model.slice(0, 100)}'. GET /v1/models lists them.`,
    );
  const session = filled(metadata?.session) ?? headers.session ?? null;
  if (session !== null && !SESSION.test(session))
    throw new Fault('bad_request', 'A session is a name of 1 to 100 letters, digits, ., _ and -.');
  return {
    ...conversation,
    ...defined({
      repository: namesIn(filled(metadata?.repository) ?? headers.repository),
      snapshot: filled(metadata?.snapshot),
      depth: filled(metadata?.depth),
    }),
    model,
    session,
    stream: rest.stream === true,
    isFinalOnly: metadata?.stream === 'final',
    user: rest.safety_identifier ?? rest.user ?? '',
  };
}

/** An empty value is treated as missing, since clients with forms send it. */
function filled<T extends string>(value: T | null | undefined): Exclude<T, ''> | undefined {
  return value === '' || value === null ? undefined : (value as Exclude<T, ''> | undefined);
}

/** Metadata and headers are texts: several names stand in one, separated by commas. */
function namesIn(text: string | undefined): readonly string[] | undefined {
  const names = splitNames(text ?? '');
  return names.length > 0 ? names : undefined;
}
