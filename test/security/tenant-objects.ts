import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import { call, type Reply } from '../api/gateway-under-test';
import { begin, until, type Job } from '../api/index-jobs';

export const TENANTS = ['acme', 'beta', 'gamma'] as const;
/** Includes routes that only show a tenant's own permissions, which are not attacked. */
export type Tenant = (typeof TENANTS)[number] | 'delta' | 'epsilon';

/** A word that occurs in every object of a tenant, and nowhere else. */
export const canaryOf = (tenant: Tenant): string => `zanzibar${tenant}7f3a`;
export const keyOf = (tenant: Tenant): string => `key-of-${tenant}`;

/** Values of path parameters: one object of each kind that a tenant has. */
export interface Objects {
  readonly turn: string;
  /** The turn as OpenAI's clients name it. */
  readonly response: string;
  /** Two turns about two snapshots. */
  readonly comparison: string;
  readonly session: string;
  readonly goldenSet: string;
  readonly goldenQuestion: string;
  readonly goldenRun: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly repository: string;
  readonly job: string;
  /** A file without a job. */
  readonly upload: string;
  /** Number of an evidence item of the turn whose source file can be loaded. */
  readonly evidence: string;
  /** A section of a document. */
  readonly section: string;
  /** The indexed folder. */
  readonly sources: string;
}

interface WithId {
  readonly id: string;
}

/**
 * Creates one object of each kind with the tenant's canary, using only the API.
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
    `# Notes\n\n## Doors\n\nThere is one.\n\n| Door | Keys |\n| --- | --- |\n| Front | 2 |\n\n## Keys\n\nThere are two.\n`,
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
  const revisions = { question, repository, from: 'old', to: 'current', wait: true };
  const comparison = await make<WithId>('POST /v1/revision-comparisons', revisions);
  const goldenSet = `gold-${word}`;
  await make('POST /v1/golden-sets', { name: goldenSet, description: word });
  const goldenQuestion = `q-${word}`;
  const gold = [{ path: 'vault.ts' }];
  await make(`POST /v1/golden-sets/${goldenSet}/questions`, { id: goldenQuestion, text: question, gold });
  const run = await make<WithId>(`POST /v1/golden-sets/${goldenSet}/runs`, { pipelines: ['code'] });
  // Nothing listens there; the delivery is kept and retried.
  const hook = { url: `http://127.0.0.1:9/${word}`, events: ['turn.finished'], description: word };
  const webhook = await make<WithId>('POST /v1/webhooks', hook);
  const delivery = await make<WithId>(`POST /v1/webhooks/${webhook.id}/ping`, {});
  const { sections } = await make<{ sections: readonly WithId[] }>('POST /v1/sections', {
    repository,
    document: 'notes.md',
  });
  const upload = await call<WithId>(url, `POST /v1/uploads?filename=${word}.md`, {
    ...{ key, body: `# The vault of ${word}\n`, headers: { 'content-type': 'application/octet-stream' } },
  });
  return {
    ...{ evidence: String(evidence), section: sections[0]?.id ?? '', sources: folder },
    ...{ turn: turn.id, response: `resp_${turn.id}`, session, goldenSet, goldenQuestion, goldenRun: run.id },
    comparison: comparison.id,
    ...{ webhook: webhook.id, delivery: delivery.id, repository, job: job.id, upload: upload.body.id },
  };
}

/** Values of path parameters, by prefix of the route. A route without an entry has no tenant object in its path. */
const PARAMETERS: readonly (readonly [RegExp, readonly (keyof Objects)[]])[] = [
  [/^\/v1\/turns\/\{id\}\/evidence/, ['turn', 'evidence']],
  [/^\/v1\/turns\/\{id\}/, ['turn']],
  [/^\/v1\/revision-comparisons\/\{id\}/, ['comparison']],
  [/^\/v1\/responses\/\{id\}/, ['response']],
  [/^\/v1\/sessions\/\{id\}/, ['session']],
  [/^\/v1\/golden-sets\/\{name\}\/questions\/\{id\}/, ['goldenSet', 'goldenQuestion']],
  [/^\/v1\/golden-sets\/\{name\}\/runs\/\{id\}/, ['goldenSet', 'goldenRun']],
  [/^\/v1\/golden-sets\/\{name\}/, ['goldenSet']],
  [/^\/v1\/webhooks\/\{id\}\/deliveries\/\{delivery\}/, ['webhook', 'delivery']],
  [/^\/v1\/webhooks\/\{id\}/, ['webhook']],
  [/^\/v1\/repositories\/\{name\}/, ['repository']],
  [/^\/v1\/index-jobs\/\{id\}/, ['job']],
  [/^\/v1\/uploads\/\{id\}/, ['upload']],
];

/** The objects in a route's path; null if it contains no object of a tenant. */
export function namedIn(path: string): readonly (keyof Objects)[] | null {
  return PARAMETERS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** The ids of a tenant's objects, in the order of the path's parameters. */
export function valuesOf(names: readonly (keyof Objects)[], objects: Objects): readonly string[] {
  return names.map((name) => objects[name]);
}
