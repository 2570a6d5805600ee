import type { Failure } from '../http/failure';
import type { ChatRequest } from '../port';

/** The optional parameters that a server accepts. Compatible servers differ. */
export interface Dialect {
  /** `stream_options.include_usage`. */
  readonly usage: boolean;
  readonly temperature: boolean;
  /** `prompt_cache_key`. */
  readonly cacheKey: boolean;
  /** OpenAI's newer models reject `max_tokens`; most other servers accept nothing else. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** `response_format`: by schema, as JSON of any form, or omitted, so that only the prompt requests the format. */
  readonly format: 'json_schema' | 'json_object' | 'none';
  /** `tools`; without them, calls and results are written as text. */
  readonly tools: boolean;
}

export const FULL_DIALECT: Dialect = {
  usage: true,
  temperature: true,
  cacheKey: true,
  limit: 'max_tokens',
  format: 'json_schema',
  tools: true,
};

/** Statuses of rejected parameters. Some servers report with 404, 500 or 501 that a model does not support tools. */
const REFUSALS: readonly number[] = [400, 422];
const TOOL_REFUSALS: readonly number[] = [...REFUSALS, 404, 500, 501];

const ABOUT_FORMAT = /response_format|json_schema|json_object|json mode|structured|guided|grammar/i;
const ABOUT_TOOLS = /\btools?\b|tool_choice|tool[ _-]call|function[ _-]call/i;

/**
 * The dialect without the parameter that the server's rejection names; null if it names none that was sent and is
 * optional.
 */
export function narrower(dialect: Dialect, failure: Failure, request: ChatRequest): Dialect | null {
  if (failure.kind !== 'status') return null;
  const detail = failure.detail;
  if (request.tools && dialect.tools && TOOL_REFUSALS.includes(failure.status) && ABOUT_TOOLS.test(detail))
    return { ...dialect, tools: false };
  if (!REFUSALS.includes(failure.status)) return null;
  if (dialect.usage && /stream_options|include_usage/.test(detail)) return { ...dialect, usage: false };
  if (dialect.cacheKey && detail.includes('prompt_cache_key')) return { ...dialect, cacheKey: false };
  if (dialect.limit === 'max_tokens' && detail.includes('max_completion_tokens')) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  if (request.replySchema && dialect.format !== 'none' && ABOUT_FORMAT.test(detail)) {
    return { ...dialect, format: dialect.format === 'json_schema' ? 'json_object' : 'none' };
  }
  if (dialect.temperature && /temperature/i.test(detail)) return { ...dialect, temperature: false };
  return null;
}
