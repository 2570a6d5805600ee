/** What a place of code says about an HTTP API: it serves a route, requests one, or gives routes below it a prefix. */
export type HttpRole = 'route' | 'request' | 'prefix';

/**
 * How code of some languages states a route or a request. A kind of edge is a rule here, and a case of its spec.
 * `pattern` has the groups `path` and, unless `method` says it, `method`; `rest` is where options are, and `on` the
 * router that a call registers the route on.
 */
export interface HttpRule {
  readonly role: HttpRole;
  readonly languages: readonly string[];
  readonly pattern: RegExp;
  /** For patterns without a group `method`. */
  readonly method?: string;
  /** The path may begin without `/`: only what takes nothing but addresses. */
  readonly isLoose?: true;
  /** Only files whose path matches. */
  readonly files?: RegExp;
  /** Counts only in front of a class. */
  readonly ofClass?: true;
  /** A call that registers the route: code within its brackets runs when the route is requested. */
  readonly isCall?: true;
}

const JS = ['typescript', 'javascript', 'tsx'];
const VERBS = 'get|post|put|patch|delete|head|options';
/** A text in quotes; templates of JavaScript, too. */
const TEXT = `["'\`](?<path>[^"'\`\\n]{0,300})["'\`]`;
/** What code puts in front of a path: `base + `, `f`, `fmt.Sprintf(`. */
const BEFORE = '(?:fmt\\.Sprintf\\(\\s*|String\\.format\\(\\s*)?(?:[\\w.()]{1,60}\\s*\\+\\s*)?[fr$@]{0,2}';
/** Type arguments of a call. */
const TYPES = '(?:<[^()\\n]{0,200}>)?';
const OPTIONS = '[^{}]{0,300}?';

const rule = (
  role: HttpRole,
  languages: readonly string[],
  pattern: string,
  more: Partial<HttpRule> & { readonly flags?: string } = {},
): HttpRule => {
  const { flags = 'g', ...rest } = more;
  return { role, languages, pattern: new RegExp(pattern, flags), ...rest };
};

export const HTTP_RULES: readonly HttpRule[] = [
  // Express, Fastify, Koa, Hono; a route of Koa may have a name before its path
  rule(
    'route',
    JS,
    `\\b(?<on>\\w{1,60})\\s*\\.(?<method>${VERBS}|all|del)${TYPES}\\(\\s*(?:'[^'/\\n]{0,60}'\\s*,\\s*|"[^"/\\n]{0,60}"\\s*,\\s*)?${TEXT}\\s*,`,
    { isCall: true },
  ),
  rule('route', JS, `\\b(?<on>\\w{1,60})\\s*\\.route\\(\\s*${TEXT}\\s*\\)\\s*\\.(?<method>${VERBS}|all)\\(`, {
    isCall: true,
  }),
  rule(
    'route',
    JS,
    `\\b(?<on>\\w{1,60})\\s*\\.route\\(\\s*\\{${OPTIONS}\\bmethod:\\s*['"](?<method>\\w{3,7})['"]${OPTIONS}\\b(?:url|path):\\s*${TEXT}`,
    { isCall: true },
  ),
  rule(
    'route',
    JS,
    `\\b(?<on>\\w{1,60})\\s*\\.route\\(\\s*\\{${OPTIONS}\\b(?:url|path):\\s*${TEXT}${OPTIONS}\\bmethod:\\s*['"](?<method>\\w{3,7})['"]`,
    { isCall: true },
  ),
  // NestJS
  rule('route', JS, `@(?<method>Get|Post|Put|Patch|Delete|Head|Options|All)\\(\\s*(?:${TEXT})?\\s*\\)`, {
    isLoose: true,
  }),
  rule('prefix', JS, `@Controller\\(\\s*(?:\\{${OPTIONS}\\bpath:\\s*)?${TEXT}`, { isLoose: true }),
  // Spring
  rule(
    'route',
    ['java', 'kotlin'],
    `@(?<method>Get|Post|Put|Patch|Delete)Mapping\\b(?:\\(\\s*(?:(?:value|path)\\s*=\\s*)?\\{?\\s*${TEXT})?`,
    { isLoose: true },
  ),
  rule('prefix', ['java', 'kotlin'], `@RequestMapping\\(\\s*(?:(?:value|path)\\s*=\\s*)?\\{?\\s*${TEXT}`, {
    isLoose: true,
    ofClass: true,
  }),
  // ASP.NET
  rule(
    'route',
    ['csharp'],
    `\\[Http(?<method>Get|Post|Put|Patch|Delete)(?:\\(\\s*(?:template:\\s*)?${TEXT}[^\\]\\n]{0,100})?\\)?\\]`,
    { isLoose: true },
  ),
  rule('prefix', ['csharp'], `\\[Route\\(\\s*${TEXT}`, { isLoose: true, ofClass: true }),
  rule(
    'route',
    ['csharp'],
    `(?:\\b(?<on>\\w{1,60})\\s*)?\\.Map(?<method>Get|Post|Put|Patch|Delete)\\(\\s*${TEXT}\\s*,`,
    {
      isLoose: true,
      isCall: true,
    },
  ),
  // Flask, FastAPI, Django
  rule(
    'route',
    ['python'],
    `@(?:\\w{1,60}\\.)?(?<on>\\w{1,60})\\.(?<method>${VERBS}|route)\\(\\s*r?${TEXT}(?<rest>[^)]{0,300})`,
  ),
  rule('route', ['python'], `^[ \\t]*(?:re_)?path\\(\\s*r?${TEXT}\\s*,`, {
    flags: 'gm',
    method: 'ANY',
    isLoose: true,
    isCall: true,
    files: /(?:^|\/)urls\.py$/,
  }),
  // net/http, gorilla/mux, gin, echo, chi
  rule('route', ['go'], `\\b(?<on>\\w{1,60})\\.(?:HandleFunc|Handle)\\(\\s*${TEXT}(?<rest>[^\\n]{0,300})`, {
    method: 'ANY',
    isCall: true,
  }),
  rule(
    'route',
    ['go'],
    `\\b(?<on>\\w{1,60})\\.(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any)\\(\\s*${TEXT}\\s*,`,
    { isCall: true },
  ),
  rule(
    'route',
    ['go'],
    `\\b(?<on>r|router|mux|g|group|e|api|app|\\w{1,40}(?:Router|Group|Mux))\\.(?<method>Get|Post|Put|Patch|Delete|Head|Options)\\(\\s*${TEXT}\\s*,`,
    { isCall: true },
  ),
  // Sinatra and Rails, Laravel, axum and actix
  rule('route', ['ruby'], `^[ \\t]*(?<method>get|post|put|patch|delete)[ \\t(]+${TEXT}`, { flags: 'gm' }),
  rule('route', ['php'], `\\bRoute::(?<method>get|post|put|patch|delete|any)\\(\\s*${TEXT}`, {
    isLoose: true,
    isCall: true,
  }),
  rule(
    'route',
    ['rust'],
    `\\.route\\(\\s*${TEXT}\\s*,\\s*(?:\\w{1,40}::){0,4}(?<method>get|post|put|patch|delete)\\(`,
    { isCall: true },
  ),
  rule('route', ['rust'], `#\\[(?<method>get|post|put|patch|delete)\\(\\s*${TEXT}`),

  // fetch, axios, ky, got, superagent, supertest, Fastify's inject
  rule('request', JS, `\\bfetch\\(\\s*${BEFORE}${TEXT}(?<rest>[^;]{0,200})`, { method: 'GET' }),
  rule(
    'request',
    JS,
    `(?:\\b(?:axios|https?|client|api|requests?|ky|got|superagent|agent|httpClient|\\w{1,40}(?:Client|Api|API|Http|Axios))|\\$http)\\s*\\.(?<method>${VERBS}|del)${TYPES}\\(\\s*${BEFORE}${TEXT}`,
  ),
  rule(
    'request',
    JS,
    `\\b(?:request|supertest)\\([^()\\n]{0,100}\\)\\s*\\.(?<method>${VERBS}|del)\\(\\s*${BEFORE}${TEXT}`,
  ),
  rule(
    'request',
    JS,
    `\\b(?:inject|axios|axios\\.request)\\(\\s*\\{${OPTIONS}\\bmethod:\\s*['"](?<method>\\w{3,7})['"]${OPTIONS}\\b(?:url|path):\\s*${BEFORE}${TEXT}`,
  ),
  rule(
    'request',
    JS,
    `\\b(?:inject|axios|axios\\.request)\\(\\s*\\{${OPTIONS}\\b(?:url|path):\\s*${BEFORE}${TEXT}${OPTIONS}\\bmethod:\\s*['"](?<method>\\w{3,7})['"]`,
  ),
  // requests, httpx, test clients
  rule(
    'request',
    ['python'],
    `\\b(?:requests|httpx|session|client|http|api|\\w{1,40}_(?:client|session|api))\\.(?<method>${VERBS})\\(\\s*${BEFORE}${TEXT}`,
  ),
  rule('request', ['python'], `\\.request\\(\\s*["'](?<method>[A-Za-z]{3,7})["']\\s*,\\s*${BEFORE}${TEXT}`),
  // net/http, HttpClient, RestTemplate and WebClient, Retrofit
  rule(
    'request',
    ['go'],
    `\\bhttp\\.NewRequest(?:WithContext)?\\((?:\\w{1,40}(?:\\.\\w{1,40}\\(\\))?,\\s*)?(?:"|http\\.Method)(?<method>\\w{3,7})"?\\s*,\\s*${BEFORE}${TEXT}`,
  ),
  rule('request', ['go'], `\\bhttp\\.(?<method>Get|Post|Head)\\(\\s*${BEFORE}${TEXT}`),
  rule(
    'request',
    ['csharp'],
    `\\.(?<method>Get|Post|Put|Patch|Delete)(?:FromJson|AsJson|String|Stream|ByteArray)?Async${TYPES}\\(\\s*${BEFORE}${TEXT}`,
    { isLoose: true },
  ),
  rule(
    'request',
    ['csharp'],
    `\\bnew HttpRequestMessage\\(\\s*HttpMethod\\.(?<method>\\w{3,7})\\s*,\\s*${BEFORE}${TEXT}`,
    { isLoose: true },
  ),
  rule(
    'request',
    ['java', 'kotlin'],
    `\\.(?<method>get|post|put|patch|delete)For(?:Object|Entity|Location)\\(\\s*${BEFORE}${TEXT}`,
  ),
  rule(
    'request',
    ['java', 'kotlin'],
    `\\.(?<method>get|post|put|patch|delete)\\(\\)\\s*\\.uri\\(\\s*${BEFORE}${TEXT}`,
  ),
  rule('request', ['java', 'kotlin'], `@(?<method>GET|POST|PUT|PATCH|DELETE)\\(\\s*${TEXT}`, {
    isLoose: true,
  }),
  // Faraday, HTTParty, Guzzle, Laravel's Http
  rule(
    'request',
    ['ruby'],
    `\\b(?:conn|connection|client|Faraday|HTTParty|RestClient|http)\\.(?<method>get|post|put|patch|delete)[ (]\\s*${BEFORE}${TEXT}`,
  ),
  rule('request', ['php'], `(?:->|\\$)(?:client|http)->(?<method>get|post|put|patch|delete)\\(\\s*${TEXT}`),
  rule('request', ['php'], `\\bHttp::(?<method>get|post|put|patch|delete)\\(\\s*${TEXT}`),
];
