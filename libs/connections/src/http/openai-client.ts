import { boundedFetch } from './bounded-fetch';

/**
 * Options that every client of OpenAI's package is opened with. The client would read those that are null from the
 * environment of the process, and send them to whatever server is configured.
 * @example new Client({ baseURL, apiKey, ...OPENAI_CLIENT })
 */
export const OPENAI_CLIENT = {
  adminAPIKey: null,
  organization: null,
  project: null,
  webhookSecret: null,
  logLevel: 'off',
  fetch: boundedFetch,
} as const;
