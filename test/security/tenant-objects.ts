import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import { call, type Reply } from '../api/gateway-under-test';
import { begin, until, type Job } from '../api/index-jobs';

export const TENANTS = ['acme', 'beta', 'gamma'] as const;
/** Also those that only show what a tenant may do with what it has itself: nobody attacks these. */
export type Tenant = (typeof TENANTS)[number] | 'delta' | 'epsilon';

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
  /** Number of a piece of the turn's evidence whose original can be loaded. */
  readonly evidence: string;
  /** A section of a document. */
  readonly section: string;
  /** The folder that is indexed. */
  readonly sources: string;
}

interface WithId {
  readonly id: string;
}

/**
 * Makes one of everything, with the tenant's canary in it, through the API alone.
 * @param sources an index root
 * @param key of a maintainer of the tenant
 */
export async function furnish(
  url: string,
  tenant: Tenant,
  sources: string,
  key = keyOf(tenant),
): Promise<Objects> {
  const options = { key };
  const word = canaryOf(tenant);
  const make = async <Body>(route: string, body: object): Promise<Body> => {
    const reply: Reply<Body> = await call<Body>(url, route, { ...options, body });
    if (reply.status >= 300) throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const folder = join(sources, tenant);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'vault.ts'), `/** The vault of ${word}. */\nexport const door = '${word}';\n`);
  const page = `<h1>The vault</h1><p>The vault of ${word} has one door.</p>`;
  writeFileSync(join(folder, 'vault.html'), page);
  writeFileSync(
    join(folder, 'notes.md'),
    `# Notes\n\n## Doors\n\nThere is one.\n\n## Keys\n\nThere are two.\n`,
  );
  const repository = `vault-${word}`;
  const order = { repository, source: { path: folder }, vectors: false };
  const index = async (snapshot: string): Promise<Job> => {
    const job = await until(url, await begin(url, { ...order, snapshot }, options), undefined, options);
    if (job.status !== 'finished') throw new Error(`The job is ${job.status}.`);
    return job;
  };
  await index('old');
  const job = await index('current');

  const session = `talk-${word}`;
  const question = `What is the vault of ${word}?`;
  const asked = { question, repository, session, createSession: true, wait: true };
  const turn = await make<TurnDto>('POST /v1/turns', asked);
  const evidence = turn.evidence.find(({ path }) => path === 'vault.html')?.n;
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
  const { sections } = await make<{ sections: readonly WithId[] }>('POST /v1/sections', {
    repository,
    document: 'notes.md',
  });
  return {
    ...{ evidence: String(evidence), section: sections[0]?.id ?? '', sources: folder },
    ...{ turn: turn.id, session, goldenSet, goldenQuestion, goldenRun: run.id },
    ...{ webhook: webhook.id, delivery: delivery.id, repository, job: job.id },
  };
}

/** What stands for each path parameter, by the beginning of the route; a route that no line fits has no tenant's object in its path. */
const PARAMETERS: readonly (readonly [RegExp, readonly (keyof Objects)[]])[] = [
  [/^\/v1\/turns\/\{id\}\/evidence/, ['turn', 'evidence']],
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

/** The ids of a tenant's objects, for the parameters of a path in their order. */
export function valuesOf(names: readonly (keyof Objects)[], objects: Objects): readonly string[] {
  return names.map((name) => objects[name]);
}
