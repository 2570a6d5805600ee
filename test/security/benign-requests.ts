import { defined } from '@quarry/turn';
import { namedIn, valuesOf, type Objects } from './tenant-objects';
import type { OpenApi } from '../api/openapi';

/** A request of one route in parts, so that an attack can replace each of them. */
export interface ApiRequest {
  readonly method: string;
  /** As in the OpenAPI document, with `{parameters}`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A harmless request, the twin of all attacks on its route. */
export interface BenignRequest extends ApiRequest {
  /** The expected response. */
  readonly status: number;
}

const GOLD = [{ path: 'vault.ts' }];
const LONG_AGO = '2020-01-01T00:00:00Z';

/** Bodies with every text that a route accepts. */
const BODIES: Readonly<Record<string, (objects: Objects) => object>> = {
  'POST /v1/turns': ({ session, repository }) => ({
    ...{ question: 'What is the vault?', pipeline: 'code', session, repository, snapshot: 'current' },
    ...{ filter: { pathPrefixes: ['vault.ts'], languages: ['typescript'] }, depth: 'fast' },
  }),
  'POST /v1/turns/{id}/rerun': () => ({ pipeline: 'code', depth: 'fast' }),
  'POST /v1/turns/{id}/replay': () => ({ liveSearch: true, liveModel: false }),
  'POST /v1/revision-comparisons': ({ repository }) => ({
    ...{ question: 'What is the vault?', pipeline: 'code', repository, from: 'old', to: 'current' },
    ...{ filter: { pathPrefixes: ['vault.ts'], languages: ['typescript'] }, depth: 'fast' },
  }),
  'PATCH /v1/sessions/{id}': () => ({ name: 'Stock', pinned: true }),
  'POST /v1/turns/{id}/feedback': () => ({ rating: 'down', reasons: ['wrong'], comment: 'It is not so.' }),
  'POST /v1/golden-sets': () => ({ name: 'new-set', description: 'Of the vault.' }),
  'PUT /v1/golden-sets/{name}/schedule': ({ repository }) => ({
    ...{ pipelines: ['code'], everyHours: 8_760, repository, snapshot: 'current' },
  }),
  'POST /v1/golden-sets/{name}/questions': () => ({
    ...{ id: 'mine', text: 'What is the vault?', gold: GOLD, answers: ['A door.'], note: 'Easy.' },
  }),
  'PUT /v1/golden-sets/{name}/questions/{id}': () => ({
    ...{ text: 'What is the vault?', gold: GOLD, answers: ['A door.'], note: 'Easy.' },
  }),
  'POST /v1/golden-sets/{name}/runs': ({ repository }) => ({
    ...{ pipelines: ['code'], repository, snapshot: 'current' },
  }),
  'POST /v1/pipelines/validate': () => ({ yaml: 'pipeline: {name: mine, extends: code}\n' }),
  'POST /v1/keys': ({ repository }) => ({
    ...{
      name: 'of a service',
      tenant: 'acme',
      role: 'reader',
      pipelines: ['code'],
      repositories: [repository],
    },
  }),
  'POST /v1/webhooks': () => ({
    ...{ url: 'http://127.0.0.1:9/new', events: ['turn.finished'], description: 'New.' },
  }),
  'POST /v1/search': ({ repository }) => ({
    ...{ query: 'vault', mode: 'bm25', repository, snapshot: 'current' },
    filter: { pathPrefixes: ['vault.ts'], languages: ['typescript'] },
  }),
  'POST /v1/lookup': ({ repository }) => ({
    ...{ name: 'door', edgeKinds: ['CALLS'], repository, snapshot: 'current' },
  }),
  'POST /v1/sections': ({ repository }) => ({ document: 'notes.md', repository, snapshot: 'current' }),
  'POST /v1/sections/text': ({ repository, section }) => ({
    ...{ id: section, repository, snapshot: 'current' },
  }),
  'POST /v1/tables': ({ repository }) => ({ document: 'notes.md', repository, snapshot: 'current' }),
  'POST /v1/tables/cells': ({ repository }) => ({
    ...{ table: 'notes.md', row: 'Front', column: 'Keys', repository, snapshot: 'current' },
  }),
  'PUT /v1/repositories/{name}/labels': () => ({
    ...{ snapshot: 'current', sensitivities: ['low', 'high'], default: { sensitivity: 'low' } },
    rules: [{ paths: ['*.md'], groups: ['staff'], sensitivity: 'high' }],
  }),
  'POST /v1/index-jobs': ({ sources }) => ({
    ...{
      repository: 'new-vault',
      snapshot: 'current',
      source: { path: sources },
      vectors: false,
      summaries: 'extractive',
    },
  }),
  'PUT /v1/repositories/{name}/refresh': () => ({ everyHours: 8_760, hook: 'keep' }),
  'POST /v1/hooks/git/{id}': () => ({ ref: 'refs/heads/main' }),
  'POST /v1/sign-in': () => ({ redirectUri: 'https://quarry.example/sign-in' }),
  'POST /v1/sign-in/token': () => ({
    ...{ redirectUri: 'https://quarry.example/sign-in', parameters: 'code=x&state=y' },
    ...{ state: 's'.repeat(32), nonce: 'n'.repeat(32), codeVerifier: 'v'.repeat(43) },
  }),
  'POST /v1/sign-in/renewal': () => ({ renewal: `${'0'.repeat(32)}.secret` }),
  'POST /v1/sign-in/end': () => ({ renewal: `${'0'.repeat(32)}.secret` }),
  'POST /v1/uploads': () => ({ sent: 'as bytes' }),
  'PATCH /v1/uploads/{id}': () => ({ sent: 'as bytes' }),
  'POST /v1/chat/completions': ({ session, repository }) => ({
    ...{ model: 'code', messages: [{ role: 'user', content: 'What is the vault?' }], user: 'me' },
    metadata: { session, repository, snapshot: 'current', depth: 'fast' },
  }),
  'POST /v1/responses': ({ session, repository }) => ({
    ...{ model: 'code', input: 'What is the vault?', user: 'me' },
    metadata: { session, repository, snapshot: 'current', depth: 'fast' },
  }),
  'POST /mcp': ({ repository }) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: {
      name: 'search',
      arguments: {
        ...{ query: 'vault', mode: 'bm25', repository, snapshot: 'current' },
        ...{ pathPrefixes: ['vault.ts'], languages: ['typescript'] },
      },
    },
  }),
  'POST /v1/owner-session': () => ({ code: 'used' }),
  'POST /v1/operations/model/servers': () => ({}),
  'PUT /v1/operations/model': () => ({
    ...{ provider: 'openai', baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b', apiKey: 'k' },
  }),
  'POST /v1/operations/dead-letters/retry': () => ({
    ...{ tenant: 'acme', pipeline: 'code', code: 'internal' },
  }),
};

/** All query parameters of the routes. */
const QUERIES: Readonly<Record<string, (objects: Objects) => Readonly<Record<string, string>>>> = {
  'GET /v1/turns': ({ session, repository }) => ({
    ...{
      limit: '5',
      session,
      pipeline: 'code',
      outcome: 'answered',
      stopRule: 'none',
      staleness: 'fresh',
      repository,
    },
    ...{ since: LONG_AGO, until: '2100-01-01T00:00:00Z', q: 'vault', key: 'none' },
  }),
  'DELETE /v1/turns/{id}': () => ({ forget: 'false' }),
  'GET /v1/turns/{id}/trace': () => ({ prompts: 'true' }),
  'GET /v1/turns/{id}/evidence/{n}/source': () => ({ around: '5' }),
  'GET /v1/graph/{operation}': ({ repository }) => ({
    ...{
      name: 'door',
      other: 'vault',
      file: 'vault.ts',
      limit: '5',
      depth: '2',
      repository,
      snapshot: 'current',
    },
  }),
  'GET /v1/sessions': () => ({ limit: '5', after: '0', q: 'stock', pinned: 'false' }),
  'GET /v1/sessions/{id}': () => ({ limit: '5', after: '0' }),
  'GET /v1/statistics': () => ({ since: LONG_AGO }),
  'GET /v1/golden-sets/{name}/comparison': ({ goldenRun }) => ({
    ...{ base: `${goldenRun}:code`, with: `${goldenRun}:code` },
  }),
  'GET /v1/webhooks/{id}/deliveries': () => ({ limit: '5' }),
  'DELETE /v1/repositories/{name}': ({ repository }) => ({ confirm: repository }),
  'DELETE /v1/repositories/{name}/snapshots/{snapshot}': () => ({ confirm: 'old' }),
  'GET /v1/index-jobs': () => ({ limit: '5' }),
  'GET /v1/folders': () => ({ path: '/srv' }),
  'POST /v1/uploads': () => ({ filename: 'vault.md' }),
  'PATCH /v1/uploads/{id}': () => ({ offset: '0' }),
  'GET /v1/operations/dead-letters': () => ({
    ...{ tenant: 'acme', pipeline: 'code', code: 'internal', limit: '5', after: '1700000000000-tnone' },
  }),
  'GET /v1/operations/dead-letters/{id}': () => ({ question: 'false' }),
  'GET /v1/operations/statistics': () => ({
    ...{ since: LONG_AGO, until: '2100-01-01T00:00:00Z', by: 'tenant' },
  }),
};

/** Headers that a route requires. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /mcp': { accept: 'application/json, text/event-stream' },
  'POST /v1/uploads': { 'content-type': 'application/octet-stream' },
  'PATCH /v1/uploads/{id}': { 'content-type': 'application/octet-stream' },
};

/** Values of path parameters that do not name an object of a tenant. */
const PARAMETERS: Readonly<Record<string, string>> = {
  '/v1/pipelines/{name}': 'code',
  '/v1/models/{id}': 'code',
  '/v1/graph/{operation}': 'path',
  '/v1/keys/{id}': 'a'.repeat(12),
  '/v1/hooks/git/{id}': 'gh_none',
  '/v1/operations/dead-letters/{id}': 'tnone',
  '/v1/operations/dead-letters/{id}/retry': 'tnone',
};

/** Routes that do not respond with 2xx, because the object or the right does not exist here: the route did look for it. */
const ANSWERS: Readonly<Record<string, number>> = {
  'DELETE /v1/keys/{id}': 404,
  'GET /v1/operations/dead-letters/{id}': 404,
  'POST /v1/operations/dead-letters/{id}/retry': 404,
  'POST /v1/operations/dashboard-session': 404,
  // It has no key, but a signature.
  'POST /v1/hooks/git/{id}': 401,
  // No issuer is configured.
  'POST /v1/sign-in': 400,
  'POST /v1/sign-in/token': 400,
  // No such sign-in.
  'POST /v1/sign-in/renewal': 401,
  'POST /v1/owner-session': 403,
  // There is no settings file.
  'PUT /v1/operations/model': 400,
  'DELETE /v1/operations/model': 400,
  'GET /v1/folders': 403,
};
/** Any success status. */
const TAKEN = 0;

/**
 * A request for every operation of the document, ordered so that each finds its object: deletions come last, inner
 * objects before outer ones.
 * @throws Error for a route whose body or parameters are missing in the tables above
 */
export function benignRequests(document: OpenApi, objects: Objects): readonly BenignRequest[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([lower, { parameters, requestBody }]) => {
        const method = lower.toUpperCase();
        const route = `${method} ${path}`;
        const query = QUERIES[route]?.(objects) ?? {};
        const body = BODIES[route]?.(objects);
        const lacks = parameters.filter(
          ({ in: at, name }) => at === 'query' && !(name in query) && name !== 'cursor',
        );
        if (lacks.length > 0 || (requestBody !== undefined && body === undefined))
          throw new Error(
            `${route} has no twin: add its body or ${lacks.map(({ name }) => name).join()} here.`,
          );
        return {
          ...{ method, path, query, headers: HEADERS[route] ?? {}, parameters: parametersOf(path, objects) },
          ...{ status: ANSWERS[route] ?? TAKEN },
          ...defined({ body }),
        };
      }),
    )
    .toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** Reads and writes first, then requests that end runs and jobs, then deletions, inner objects first. */
function orderOf({ method, path }: ApiRequest): number {
  if (method === 'DELETE') return 1_000 - path.split('/').length;
  return method === 'GET' ? 0 : path.endsWith('/cancel') ? 2 : 1;
}

function parametersOf(path: string, objects: Objects): Readonly<Record<string, string>> {
  const values = valuesOf(namedIn(path) ?? [], objects);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, n) => [name, values[n] ?? PARAMETERS[path] ?? 'old']));
}

/** The path and query of a request, encoded. */
export function targetOf({ path, parameters, query }: ApiRequest): string {
  const at = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return search.length === 0 ? at : `${at}?${search.join('&')}`;
}

/** True if the response is the expected one. */
export function isAnswered(request: BenignRequest, status: number): boolean {
  return request.status === TAKEN ? status >= 200 && status < 300 : status === request.status;
}

/** A copy of the request for each of its texts (parameters, query, body), with only that text replaced. */
export function spoilt(request: ApiRequest, text: string): readonly ApiRequest[] {
  const each = (part: Readonly<Record<string, string>>) =>
    Object.keys(part).map((name) => ({ ...part, [name]: text }));
  return [
    ...each(request.parameters).map((parameters) => ({ ...request, parameters })),
    ...each(request.query).map((query) => ({ ...request, query })),
    ...(request.body === undefined
      ? []
      : replacements(request.body, text).map((body) => ({ ...request, body: body as object }))),
  ];
}

/** A copy of the value for each text in it, at any depth, with only that text replaced. */
function replacements(value: unknown, text: string): readonly unknown[] {
  if (typeof value === 'string') return [text];
  if (Array.isArray(value))
    return value.flatMap((item, at) => replacements(item, text).map((part) => value.with(at, part)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    replacements(part, text).map((replaced) => ({ ...value, [name]: replaced })),
  );
}
