import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, type Reply } from '../api/gateway-under-test';
import { begin, until } from '../api/index-jobs';

export const TENANTS = ['acme', 'beta', 'gamma'] as const;
export type Tenant = (typeof TENANTS)[number];

/** A word that stands in everything of a tenant, and nowhere else. */
export const canaryOf = (tenant: Tenant): string => `zanzibar${tenant}7f3a`;
export const keyOf = (tenant: Tenant): string => `key-of-${tenant}`;

/** Values of the path parameters of routes, one of each object that a tenant has. */
export interface Objects {
  readonly turn: string;
  readonly session: string;
  readonly goldenSet: string;
  readonly goldenQuestion: string;
  readonly goldenRun: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly repository: string;
  readonly job: string;
}

interface WithId {
  readonly id: string;
}

/** Makes one of everything, with the tenant's canary in it, through the API alone. `sources` is an index root. */
export async function furnish(url: string, tenant: Tenant, sources: string): Promise<Objects> {
  const options = { key: keyOf(tenant) };
  const word = canaryOf(tenant);
  const make = async <Body>(route: string, body: object): Promise<Body> => {
    const reply: Reply<Body> = await call<Body>(url, route, { ...options, body });
    if (reply.status >= 300) throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const folder = join(sources, tenant);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'vault.ts'), `/** The vault of ${word}. */\nexport const door = '${word}';\n`);
  const repository = `vault-${word}`;
  const order = { repository, source: { path: folder }, vectors: false };
  const job = await until(url, await begin(url, order, options), undefined, options);
  if (job.status !== 'finished') throw new Error(`The job is ${job.status}.`);

  const session = `talk-${word}`;
  const question = `What is the vault of ${word}?`;
  const asked = { question, repository, session, createSession: true, wait: true };
  const turn = await make<WithId>('POST /v1/turns', asked);
  await make(`POST /v1/turns/${turn.id}/feedback`, { rating: 'up', comment: word });
  const goldenSet = `gold-${word}`;
  await make('POST /v1/golden-sets', { name: goldenSet, description: word });
  const goldenQuestion = `q-${word}`;
  const gold = [{ path: 'vault.ts' }];
  await make(`POST /v1/golden-sets/${goldenSet}/questions`, { id: goldenQuestion, text: question, gold });
  const run = await make<WithId>(`POST /v1/golden-sets/${goldenSet}/runs`, { pipelines: ['code'] });
  // Nobody listens there; the delivery is kept and tried again.
  const hook = { url: `http://127.0.0.1:9/${word}`, events: ['turn.finished'], description: word };
  const webhook = await make<WithId>('POST /v1/webhooks', hook);
  const delivery = await make<WithId>(`POST /v1/webhooks/${webhook.id}/ping`, {});
  return {
    ...{ turn: turn.id, session, goldenSet, goldenQuestion, goldenRun: run.id },
    ...{ webhook: webhook.id, delivery: delivery.id, repository, job: job.id },
  };
}

/** What stands for each path parameter, by the beginning of the route; a route that no line fits has no tenant's object in its path. */
const PARAMETERS: readonly (readonly [RegExp, readonly (keyof Objects)[]])[] = [
  [/^\/v1\/turns\/\{id\}/, ['turn']],
  [/^\/v1\/sessions\/\{id\}/, ['session']],
  [/^\/v1\/golden-sets\/\{name\}\/questions\/\{id\}/, ['goldenSet', 'goldenQuestion']],
  [/^\/v1\/golden-sets\/\{name\}\/runs\/\{id\}/, ['goldenSet', 'goldenRun']],
  [/^\/v1\/golden-sets\/\{name\}/, ['goldenSet']],
  [/^\/v1\/webhooks\/\{id\}\/deliveries\/\{delivery\}/, ['webhook', 'delivery']],
  [/^\/v1\/webhooks\/\{id\}/, ['webhook']],
  [/^\/v1\/repositories\/\{name\}/, ['repository']],
  [/^\/v1\/index-jobs\/\{id\}/, ['job']],
];

/** The objects that a route's path names; null where it names none of a tenant. */
export function namedIn(path: string): readonly (keyof Objects)[] | null {
  return PARAMETERS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** The path with its parameters filled in; further ones, such as a number of evidence, are `1` or `current`. */
export function pathOf(path: string, names: readonly (keyof Objects)[], objects: Objects): string {
  const values = names.map((name) => encodeURIComponent(objects[name]));
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_match, name: string) => values.shift() ?? (name === 'n' ? '1' : 'current'),
  );
  // A comparison of two sides, which are in the query.
  const side = `${objects.goldenRun}:code`;
  return path.endsWith('/comparison') ? `${filled}?base=${side}&with=${side}` : filled;
}

/** Bodies that are right in themselves, for routes that want one. */
export const BODIES: Readonly<Record<string, object>> = {
  'PUT /v1/golden-sets/{name}/schedule': { pipelines: ['code'], everyHours: 24 },
  'POST /v1/golden-sets/{name}/questions': { id: 'mine', text: 'What is it?', gold: [{ path: 'a.ts' }] },
  'PUT /v1/golden-sets/{name}/questions/{id}': { text: 'What is it?', gold: [{ path: 'a.ts' }] },
  'POST /v1/golden-sets/{name}/runs': { pipelines: ['code'] },
  'POST /v1/turns/{id}/feedback': { rating: 'down' },
  'POST /v1/turns/{id}/rerun': {},
};
