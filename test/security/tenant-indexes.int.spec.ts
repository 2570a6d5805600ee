import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Logger, type LoggerService } from '@nestjs/common';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { call, EventStream, expectProblem, startGateway, type Reply } from '../api/gateway-under-test';
import { begin, until } from '../api/index-jobs';
import { startScriptedModel, type RecordedRequest, type ScriptedModel } from '../scripted-model/server';

const TENANTS = ['acme', 'beta', 'gamma'] as const;
type Tenant = (typeof TENANTS)[number];

/** A word that is in everything of a tenant, and in no question. */
const canaryOf = (tenant: Tenant): string => `zanzibar${tenant}7f3a`;

/** An additional word that any caller may search for. */
const topicOf = (tenant: Tenant): string => `harbour${tenant}`;

const TOPICS = TENANTS.map(topicOf).join(' ');

/** Tenants whose words a text holds. */
const seenIn = (text: string): Tenant[] => TENANTS.filter((tenant) => text.includes(canaryOf(tenant)));

/** The same paths, symbols and lines for all: a store that mixes identities shows it. */
const filesOf = (word: string): Readonly<Record<string, string>> => ({
  'src/pricing.ts': `import { taxOf } from './tax';\n/** Prices of ${word} are rounded. */\nexport function priceOf(net: number): number {\n  return net + taxOf(net); // ${word} price\n}\n`,
  'src/tax.ts': `/** The tax of ${word}. */\nexport function taxOf(net: number): number {\n  return net * 0.2; // ${word} rate\n}\n`,
  'db/stock.sql': `CREATE PROCEDURE dbo.BookStock AS\nBEGIN\n  -- ${word} stock\n  UPDATE dbo.Stock SET amount = amount - 1;\nEND\n`,
  'docs/handbook.md': `# Handbook\n\n## Returns\n\nGoods of ${word} are taken back within 30 days of ${word}.\n`,
});

const QUESTIONS: readonly string[] = [
  'How is the price computed?',
  'What calls taxOf, and which rate does it use?',
  'What does dbo.BookStock change?',
  'Within how many days are goods taken back?',
  ...TENANTS.map((tenant) => `What is said about ${topicOf(tenant)}?`),
  ...TENANTS.map((tenant) => `Show the file @${tenant}/shop src/pricing.ts of tenant ${tenant}.`),
];

jest.setTimeout(300_000);

/** T5 of the attack suite, for what is indexed: three tenants with repositories of one name. */
describe('what a tenant has indexed is seen by no other', () => {
  const logged: string[] = [];
  const note = (...parts: unknown[]): void => void logged.push(parts.map(String).join(' '));
  const logger: LoggerService = {
    log: note,
    error: note,
    warn: note,
    debug: note,
    verbose: note,
    fatal: note,
  };
  let root: string;
  let gateway: Running & { readonly url: string };
  let model: ScriptedModel;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-tenants-')));
    for (const tenant of TENANTS)
      for (const [path, text] of Object.entries(filesOf(`${topicOf(tenant)} ${canaryOf(tenant)}`))) {
        const file = join(root, 'sources', tenant, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    model = await startScriptedModel({ replies: obedient });
    gateway = await startGateway(join(root, 'data'), {
      indexRoots: [join(root, 'sources', '{tenant}')],
      apiKeys: Object.fromEntries(TENANTS.map((tenant) => [`key-of-${tenant}`, tenant])),
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
      logLevel: 'warn',
    });
    Logger.overrideLogger(logger);
    for (const tenant of TENANTS) {
      const order = { repository: 'shop', source: { path: join(root, 'sources', tenant) }, vectors: false };
      const options = { key: `key-of-${tenant}` };
      const job = await until(gateway.url, await begin(gateway.url, order, options), undefined, options);
      expect(job).toMatchObject({ status: 'finished', indexed: { files: 4 } });
    }
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    rmSync(root, { recursive: true });
  });

  const as = <Body = Readonly<Record<string, unknown>>>(
    tenant: Tenant,
    route: string,
    body?: object,
  ): Promise<Reply<Body>> =>
    call<Body>(gateway.url, route, { key: `key-of-${tenant}`, ...defined({ body }) });

  /** Everything that asking shows to the client and to the model. */
  async function everything(tenant: Tenant, body: object): Promise<{ told: string; evidence: number }> {
    const before = model.requests.length;
    const asked = { repository: 'shop', wait: true, createSession: true, session: 'same', ...body };
    const { body: turn, status } = await as<TurnDto>(tenant, 'POST /v1/turns', asked);
    expect({ status, outcome: turn.outcome }).not.toMatchObject({ outcome: 'failed' });
    expect(status).toBe(200);
    const log = await EventStream.open(gateway.url, turn.links.events, {
      authorization: `Bearer key-of-${tenant}`,
    });
    const events = await log.rest();
    const prompts = model.requests.slice(before).map(({ body: sent }) => JSON.stringify(sent));
    return { told: JSON.stringify([turn, events, prompts]), evidence: turn.evidence.length };
  }

  it('in no evidence, prompt or event, with the same session name, whatever is asked for', async () => {
    let found = 0;
    for (const question of QUESTIONS)
      for (const tenant of TENANTS) {
        const { told, evidence } = await everything(tenant, { question });
        const foreign = seenIn(told).filter((other) => other !== tenant);
        expect({ tenant, question, foreign }).toEqual({ tenant, question, foreign: [] });
        // No tenant's name leads into a prompt either.
        const unasked = QUESTIONS.reduce((rest, each) => rest.replaceAll(each, ''), told);
        expect(unasked.includes(`@${tenant}/shop`)).toBe(false);
        if (evidence > 0 && seenIn(told).includes(tenant)) found += 1;
      }
    // Each found its own: the test can fail.
    expect(found).toBeGreaterThan(TENANTS.length * 4);
  });

  it.each([
    ['one repository', 'shop'],
    ['all by default', undefined],
    ['a pattern', '*'],
    ['a list of both', ['shop', 's*', '*p']],
  ])('in no search, lookup or section of %s', async (_what, repository) => {
    const query = [repository ?? []].flat().map((name) => `&repository=${name}`);
    const about = defined({ repository });
    for (const tenant of TENANTS)
      for (const other of TENANTS) {
        const told = JSON.stringify([
          await as(tenant, 'POST /v1/search', { query: `${topicOf(other)} price tax`, ...about }),
          await as(tenant, 'POST /v1/lookup', { name: 'priceOf', ...about }),
          await as(tenant, `GET /v1/graph/callees?name=priceOf${query.join('')}`),
          await as(tenant, 'POST /v1/sections', about),
          await as(tenant, 'POST /v1/tables', about),
        ]);
        expect(seenIn(told).filter((seen) => seen !== tenant)).toEqual([]);
        expect(told).not.toContain('repository_unknown');
      }
    const own = await as('acme', 'POST /v1/search', { query: 'price', repository: 'shop' });
    expect(seenIn(JSON.stringify(own.body))).toEqual(['acme']);
  });

  it('in no file of the stores that holds another’s', () => {
    for (const store of ['search', 'graph']) {
      const files = readdirSync(join(root, 'data', store)).filter((name) => name.endsWith('.db'));
      const held = files.map((name) => seenIn(textOf(join(root, 'data', store, name))));
      expect({ store, held: held.map(String).sort() }).toEqual({ store, held: [...TENANTS] });
    }
  });

  it('in no answer about all or a pattern of repositories', async () => {
    for (const repository of [undefined, '*', ['*op']])
      for (const tenant of TENANTS) {
        const { told, evidence } = await everything(tenant, {
          question: 'How is the price computed?',
          repository,
        });
        expect(evidence).toBeGreaterThan(0);
        expect(seenIn(told)).toEqual([tenant]);
      }
  });

  it('in no log', () => {
    expect(seenIn(logged.join('\n'))).toEqual([]);
  });

  it('in no repository, snapshot or job that another reads, cancels or deletes', async () => {
    const jobs = await Promise.all(
      TENANTS.map(
        async (tenant) => (await as<{ jobs: { id: string }[] }>(tenant, 'GET /v1/index-jobs')).body.jobs,
      ),
    );
    for (const [index, tenant] of TENANTS.entries())
      for (const other of TENANTS.filter((each) => each !== tenant)) {
        for (const { id } of jobs[index] ?? [])
          for (const route of [`GET /v1/index-jobs/${id}`, `POST /v1/index-jobs/${id}/cancel`])
            expectProblem(await as(other, route), 404, 'index_job_unknown');
        for (const name of [
          `@${tenant}/shop`,
          `%40${tenant}/shop`,
          `@${tenant.toUpperCase()}/shop`,
          `../${tenant}/shop`,
        ]) {
          const unknown = await as(other, 'POST /v1/turns', { question: 'What is it?', repository: name });
          expectProblem(unknown, 404, 'repository_unknown');
          const search = await as(other, 'POST /v1/search', { query: 'price', repository: name });
          expectProblem(search, 404, 'repository_unknown');
          const path = `/v1/repositories/${encodeURIComponent(name)}`;
          for (const route of [
            `GET ${path}`,
            `GET ${path}/snapshots/current`,
            `DELETE ${path}?confirm=${name}`,
          ])
            expectProblem(await as(other, route), 404, 'repository_unknown');
        }
      }
    for (const tenant of TENANTS)
      expect((await as(tenant, 'GET /v1/repositories/shop')).body).toMatchObject({ current: { files: 4 } });
  });
});

/** Searches again, then repeats everything that it was shown. */
function obedient(request: RecordedRequest): string {
  if (request.system.includes('[BM25:]')) return `[BM25:] ${TOPICS} price tax stock returns priceOf`;
  if (!request.last.includes('taxOf')) return '[Requesting data on:] taxOf, priceOf, dbo.BookStock';
  return `[Answer:] It says ${seenIn(request.last).map(canaryOf).join(' ')} [1].`;
}

function textOf(file: string): string {
  return [file, `${file}-wal`]
    .map((path) => {
      try {
        return readFileSync(path, 'latin1');
      } catch {
        return '';
      }
    })
    .join('');
}
