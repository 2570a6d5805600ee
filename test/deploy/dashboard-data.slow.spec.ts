import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from '../operations/worker';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type RecordedRequest, type ScriptedModel } from '../scripted-model/server';
import { freePort } from '../servers/free-port';
import { describeWithTools } from './tools';
import { read } from './workspace';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** What is counted only where something fails that nothing here makes fail. */
const WITHOUT_FAILURES = [
  'outcome!="committed"',
  'quarry_store_errors_total',
  'quarry_embedder_errors_total',
  'quarry_end_failures_total',
];
/** The fixture has no vectors, and a reranker orders the candidates of a search with vectors. */
const WITHOUT_VECTORS = ['quarry_reranker_'];

/** The scripted model reads no input from a cache. */
const WITHOUT_CACHE = ['quarry_model_cached_tokens_total'];

/** A pipeline of a user, with prices: its turns cost something. */
const PRICED = `pipeline:
  name: priced
  extends: code
  description: With prices.
  settings:
    prices:
      - { model: scripted-1, input: 1, output: 2 }
`;

/** A router, then a request for more data, then an answer. */
function script(): (request: RecordedRequest) => string {
  let requested = false;
  return (request) => {
    const isRouter = JSON.stringify(request).includes('[HYBRID:]');
    requested = !isRouter && !requested;
    if (isRouter) return '[HYBRID:] invoice cancel stock';
    return requested
      ? '[Requesting data on:] dbo.StockMovement, TaxOfficeGateway'
      : '[Answer:] Cancelling restores the stock {cite:db/Stock.sql}.';
  };
}

describeWithTools('the dashboard over a real Prometheus', ['prometheus'], ({ prometheus }) => {
  describeWithRedis('that scrapes real processes', () => {
    let redis: TestRedis;
    let fixture: IndexedFixture;
    let model: ScriptedModel;
    let folder: string;
    let server: ChildProcess;
    let url: string;
    const workers: Worker[] = [];

    beforeAll(async () => {
      redis = await TestRedis.start(['--maxmemory', '200mb']);
      [fixture, model] = await Promise.all([
        indexFixture('test/fixtures/dotnet-shop/app'),
        startScriptedModel({ replies: script(), dimension: 8 }),
      ]);
      folder = mkdtempSync(path.join(tmpdir(), 'quarry-dashboard-'));
      mkdirSync(path.join(folder, 'pipelines/priced'), { recursive: true });
      writeFileSync(path.join(folder, 'pipelines/priced/pipeline.yaml'), PRICED);
      const ports = [await freePort(), await freePort()];
      const environment = {
        QUARRY_DATA: fixture.dataDir,
        QUARRY_CARRIER: 'bullmq',
        REDIS_URL: redis.url,
        EMBEDDER_URL: `openai:${model.baseUrl}#e`,
        QUARRY_CHAT_BASE_URL: model.baseUrl,
        QUARRY_CHAT_MODEL: 'scripted-1',
        QUARRY_PIPELINES: path.join(folder, 'pipelines'),
        QUARRY_PORT: '0',
      };
      const others = [
        'router',
        'retriever',
        'graph-expander',
        'history-summarizer',
        'loop-guard',
        'answerer',
      ];
      for (const [at, services] of [['gateway'], others].entries())
        workers.push(new Worker(services, { ...environment, QUARRY_OPS_PORT: String(ports[at]) }));
      await Promise.all(workers.map((worker) => worker.start()));
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      const targets = ['gateway', 'others'].map((component, at) => ({
        targets: [`127.0.0.1:${ports[at]}`],
        labels: { component },
      }));
      const scrape = { job_name: 'quarry', scrape_interval: '1s', static_configs: targets };
      writeFileSync(path.join(folder, 'prometheus.json'), JSON.stringify({ scrape_configs: [scrape] }));
      const args = [
        `--config.file=${folder}/prometheus.json`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ];
      server = spawn(prometheus, args, { stdio: 'ignore' });
    }, 90_000);
    afterAll(async () => {
      server.kill();
      await Promise.all(workers.map((worker) => worker.stop()));
      await model.close();
      await redis.stop();
      await fixture.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    async function ask(pipeline: string): Promise<void> {
      const body = JSON.stringify({
        question: 'What happens to stock when an invoice is cancelled?',
        pipeline,
        wait: true,
      });
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`${workers[0]?.api}/v1/turns`, { method: 'POST', headers, body });
      expect(reply.status).toBe(200);
      await reply.text();
    }

    /** Number of series that a query gives; 0 while Prometheus starts. */
    async function series(expr: string): Promise<number> {
      const asked = expr.replaceAll('$namespace', '.*').replaceAll('$__rate_interval', '1m');
      const query = new URLSearchParams({ query: asked }).toString();
      const reply = await fetch(`${url}/api/v1/query?${query}`).catch(() => null);
      const body = (await reply?.json().catch(() => null)) as {
        readonly status: string;
        readonly error?: string;
        readonly data?: { readonly result: readonly { readonly value: readonly [number, string] }[] };
      } | null;
      if (body?.status === 'error' && reply?.status === 400) throw new Error(`${asked}: ${body.error}`);
      return (body?.data?.result ?? []).filter(({ value }) => value[1] !== 'NaN').length;
    }

    it('every panel has data after a few turns, but those that show what fails', async () => {
      const { panels } = JSON.parse(read('deploy/grafana/dashboards/quarry.json')) as {
        readonly panels: readonly Panel[];
      };
      const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
      expect(shown.length).toBeGreaterThan(45);
      await ask('code');
      // Some requests must be refused, so that there are failures of models.
      model.failNext({ kind: 'status', status: 401 }, { kind: 'status', status: 401 });
      await ask('priced');
      const without = [...WITHOUT_FAILURES, ...WITHOUT_VECTORS, ...WITHOUT_CACHE];
      let empty = shown.filter(({ expr }) => !without.some((part) => expr.includes(part)));
      // Rates need two samples, and turns between them.
      for (const until = Date.now() + 60_000; empty.length > 0 && Date.now() < until;) {
        await ask('priced');
        const counts = await Promise.all(empty.map(({ expr }) => series(expr)));
        empty = empty.filter((_, at) => counts[at] === 0);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      expect(empty).toEqual([]);
    }, 120_000);
  });
});
