import { QuarryClient } from '@quarry/client';
import { currentKey, keyRefused } from './key';

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
          const response = await fetch(request);
          if (response.status === 401) keyRefused();
          return response;
        },
      }),
    };
  return made.client;
}
