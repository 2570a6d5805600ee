import { Fault } from '@quarry/turn';
import { openHttpReranker } from './http/http-reranker';
import type { Reranker } from './port';

export interface RerankerOptions {
  /** Model to name in requests; omit it for a server that serves one model, such as TEI. */
  readonly model?: string;
  readonly apiKey?: string;
  /** Timeout of one request, in milliseconds. */
  readonly timeoutMs?: number;
  readonly retries?: number;
}

/**
 * Opens a reranker by URL: the base URL of a server with the `/rerank` protocol, or `none`, which returns null: nothing
 * is reranked. Opens no connection yet.
 * @throws Fault `store_unknown` for any other URL, with the supported forms.
 *
 * @example
 * const reranker = openReranker('http://localhost:8080', {});
 * const scores = (await reranker?.rerank('open a connection', passages)) ?? [];
 */
export function openReranker(url: string, options: RerankerOptions = {}): Reranker | null {
  if (url === 'none') return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw unknown('is no URL of a reranker');
  // `fetch` rejects such a URL, and its error would repeat the password.
  if (parsed.username !== '' || parsed.password !== '')
    throw unknown('contains credentials; set them as RERANKER_API_KEY');
  return openHttpReranker({ ...options, baseUrl: url });
}

/** Never repeats the URL, which may contain a password or a key. */
function unknown(why: string): Fault {
  return new Fault('store_unknown', `RERANKER_URL ${why}; supported: none, https://HOST/PATH`);
}
