import { fetchUpTo } from '@quarry/connections/http';
import { Fault, redact } from '@quarry/turn';
import { checkBaseUrl, placeOf } from './endpoint';

/** Far more than a list of models needs. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A server with OpenAI's protocol. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/**
 * The names of the models that a server lists at `GET /models`, in its order; null if it keeps no such list (404, 405).
 * @throws Fault `model_unavailable` if nothing answers, `model_refused` for a wrong key, `model_bad_reply` if it is
 *   something else than such a server, `bad_request` for a malformed URL
 *
 * @example
 * await listModels({ baseUrl: 'http://127.0.0.1:11434/v1' }, AbortSignal.timeout(2_000)); // ['qwen3:8b']
 */
export async function listModels(
  { baseUrl, apiKey = '' }: ModelServer,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const url = checkBaseUrl(baseUrl);
  const where = placeOf({ baseUrl: url });
  let response: Response;
  try {
    response = await fetchUpTo(MAX_BYTES)(`${url}/models`, {
      signal,
      headers: {
        accept: 'application/json',
        ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
      },
    });
  } catch (error) {
    throw new Fault(
      'model_unavailable',
      `Nothing answers at ${where}: ${redact(reasonOf(error), apiKey)}. Check that the server is running and that the base URL is right.`,
      { retryable: true },
    );
  }
  if (response.status === 404 || response.status === 405) return null;
  if (response.status === 401 || response.status === 403)
    throw new Fault('model_refused', `${where} answered ${response.status}: it needs a valid API key.`);
  const body: unknown = response.ok ? await response.json().catch(() => null) : null;
  const names = namesIn(body);
  if (names) return names;
  throw new Fault(
    'model_bad_reply',
    `${where} answered ${response.status} without a list of models. Check the base URL; it usually ends with /v1.`,
  );
}

function namesIn(body: unknown): readonly string[] | null {
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data))
    return null;
  return body.data.flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'id' in each && typeof each.id === 'string' ? [each.id] : [],
  );
}

/** The cause of a failed request, e.g. `connect ECONNREFUSED 127.0.0.1:11434`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
