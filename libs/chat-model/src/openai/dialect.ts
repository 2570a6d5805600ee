import type { Failure } from '../http/failure';
import type { ChatRequest } from '../port';

/** Which optional parameters a server takes; compatible servers differ. */
export interface Dialect {
  /** `stream_options.include_usage`. */
  readonly usage: boolean;
  readonly temperature: boolean;
  /** OpenAI's newer models refuse `max_tokens`; most other servers know nothing else. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** `response_format`: by schema, as JSON of any form, or not at all, so that the prompt alone asks for the form. */
  readonly format: 'json_schema' | 'json_object' | 'none';
  /** `tools`; without them calls and results are written as text. */
  readonly tools: boolean;
}

export const FULL_DIALECT: Dialect = {
  usage: true,
  temperature: true,
  limit: 'max_tokens',
  format: 'json_schema',
  tools: true,
};

/** Statuses by which servers refuse a parameter: 404, 500 and 501 are how some say that a model has no tools. */
const REFUSALS: readonly number[] = [400, 422];
const TOOL_REFUSALS: readonly number[] = [...REFUSALS, 404, 500, 501];

const ABOUT_FORMAT = /response_format|json_schema|json_object|json mode|structured|guided|grammar/i;
const ABOUT_TOOLS = /\btools?\b|tool_choice|tool[ _-]call|function[ _-]call/i;

/** The dialect without the parameter that the server's refusal names, or null where it names none that was sent and could go. */
export function narrower(dialect: Dialect, failure: Failure, request: ChatRequest): Dialect | null {
  if (failure.kind !== 'status') return null;
  const said = failure.detail;
  if (request.tools && dialect.tools && TOOL_REFUSALS.includes(failure.status) && ABOUT_TOOLS.test(said))
    return { ...dialect, tools: false };
  if (!REFUSALS.includes(failure.status)) return null;
  if (dialect.usage && /stream_options|include_usage/.test(said)) return { ...dialect, usage: false };
  if (dialect.limit === 'max_tokens' && said.includes('max_completion_tokens')) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  if (request.replySchema && dialect.format !== 'none' && ABOUT_FORMAT.test(said)) {
    return { ...dialect, format: dialect.format === 'json_schema' ? 'json_object' : 'none' };
  }
  if (dialect.temperature && /temperature/i.test(said)) return { ...dialect, temperature: false };
  return null;
}
