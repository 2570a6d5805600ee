import { QuarryClient } from '@quarry/client';
import { currentKey, keyRefused } from './key';
import { fresh, renewed } from './renewal';

let made: { readonly key: string | null; readonly client: QuarryClient } | null = null;

/** The gateway's API, with the current key. Calls throw `QuarryProblem`. */
export function quarry(): QuarryClient {
  const key = currentKey();
  if (made?.key !== key)
    made = {
      key,
      client: new QuarryClient({
        baseUrl: location.origin,
        ...(key === null ? {} : { apiKey: key }),
        fetch: async (request) => {
          await fresh();
          const sent = currentKey();
          const response = await fetch(withKey(request.clone(), sent));
          if (response.status !== 401) return response;
          if ((await renewed()) && sent !== currentKey()) return fetch(withKey(request, currentKey()));
          keyRefused();
          return response;
        },
      }),
    };
  return made.client;
}

/** The request with the key of now: a renewed one, if the client was made with an earlier one. */
function withKey(request: Request, key: string | null): Request {
  if (key !== null) request.headers.set('authorization', `Bearer ${key}`);
  return request;
}
