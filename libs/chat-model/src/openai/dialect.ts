import type { Failure } from '../http/failure';

/** Which optional parameters a server takes; compatible servers differ. */
export interface Dialect {
  /** `stream_options.include_usage`. */
  readonly usage: boolean;
  readonly temperature: boolean;
  /** OpenAI's newer models refuse `max_tokens`; most other servers know nothing else. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
}

export const FULL_DIALECT: Dialect = { usage: true, temperature: true, limit: 'max_tokens' };

/** The dialect without the parameter that the server's refusal names, or null where it names none that could go. */
export function narrower(dialect: Dialect, failure: Failure): Dialect | null {
  if (failure.kind !== 'status' || (failure.status !== 400 && failure.status !== 422)) return null;
  const said = failure.detail;
  if (dialect.usage && /stream_options|include_usage/.test(said)) return { ...dialect, usage: false };
  if (dialect.limit === 'max_tokens' && said.includes('max_completion_tokens')) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  if (dialect.temperature && /temperature/i.test(said)) return { ...dialect, temperature: false };
  return null;
}
