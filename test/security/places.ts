/** Extra parts of a request. */
export interface Request {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

const basic = (user: string): Request => ({
  headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` },
});

/** Places where a client may put a key by mistake. */
export const PLACES: Readonly<Record<string, (key: string) => Request>> = {
  'the query as api_key': (key) => ({ query: `?api_key=${encodeURIComponent(key)}` }),
  'the query as access_token': (key) => ({ query: `?access_token=${encodeURIComponent(key)}` }),
  'a parameter that is checked': (key) => ({ query: `?limit=${encodeURIComponent(key)}` }),
  'a cursor': (key) => ({ query: `?cursor=${encodeURIComponent(key)}` }),
  'a cookie': (key) => ({ headers: { cookie: `session=${key}; token="${key}"` } }),
  'X-Api-Key': (key) => ({ headers: { 'x-api-key': key } }),
  'Basic, as the user': (key) => basic(`${key}:`),
  'Basic, as the password': (key) => basic(`quarry:${key}`),
  'Authorization without a scheme': (key) => ({ headers: { authorization: key } }),
  'Bearer twice': (key) => ({ headers: { authorization: `Bearer ${key}, Bearer ${key}` } }),
  'a token of three parts': (key) => ({ headers: { authorization: `Bearer eyJhbGciOiJub25lIn0.${key}.` } }),
  'Proxy-Authorization': (key) => ({ headers: { 'proxy-authorization': `Bearer ${key}` } }),
  'headers of proxies': (key) => ({ headers: { 'x-forwarded-for': key, 'x-forwarded-authorization': key } }),
  'User-Agent and Referer': (key) => ({
    headers: { 'user-agent': key, referer: `http://localhost/?k=${key}` },
  }),
  'what names the request': (key) => ({ headers: { 'x-request-id': key } }),
  'what names the trace': (key) => ({
    headers: { traceparent: key, tracestate: `q=${key}`, baggage: `key=${encodeURIComponent(key)}` },
  }),
  'the content type': (key) => ({ headers: { 'content-type': `application/json; key=${key}` } }),
  'Last-Event-ID': (key) => ({ headers: { 'last-event-id': key } }),
  'a field that there is not': (key) => ({ body: { api_key: key } }),
  'fields of the wrong form': (key) => ({ body: { wait: key, budget: key, filter: { languages: key } } }),
  'a part of a field': (key) => ({ body: { budget: { tokens: key } } }),
};
