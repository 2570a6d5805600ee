import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import neo4j from 'neo4j-driver';
import { openGraphStore, type GraphFile } from '@quarry/graph-store';
import { openSearchIndex, type ExportedFile } from '@quarry/search-index';
import { Workplace, type Ended } from '../cli/quarry';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import type { OwnServer } from '../servers/own-server';
import { LONG } from './figures';
import type { OwnServers } from './own-servers';

/** Enough to be written in several pieces: the server dies between two of them. */
const FILES = LONG ? 1_000 : 400;
const REF = { repository: 'shop', snapshot: 'current' };

/**
 * A server that dies while `quarry index` writes to it, and returns: the next run has the same result as an undisturbed
 * one. Both servers are alive before and after it.
 */
export function killedWhileIndexing(servers: () => OwnServers): void {
  describe('a server killed in the middle of indexing', () => {
    let workplace: Workplace;
    let elasticsearch: OwnServer;
    let neo4jServer: OwnServer;
    let model: ScriptedModel;
    let source: string;

    beforeAll(async () => {
      ({ elasticsearch, neo4j: neo4jServer } = servers());
      workplace = new Workplace();
      source = workplace.write('shop', sourceFiles(0, FILES));
      model = await startScriptedModel({ replies: [] });
    });
    afterAll(async () => {
      await model.close();
      workplace.remove();
    });

    const embedded = () => ({ EMBEDDER_URL: `openai:${model.baseUrl}#hash-64` });
    const onServers = () => ({
      ...embedded(),
      SEARCH_INDEX_URL: `elasticsearch:${elasticsearch.url}`,
      GRAPH_STORE_URL: neo4jServer.url,
    });
    const index = (data: string, env: Readonly<Record<string, string>>) =>
      workplace.start(['index', source, '--repository', REF.repository, '--data', workplace.path(data)], {
        env,
      });

    it('Elasticsearch: what was indexed before the next run is kept, and nothing is lost or doubled', async () => {
      const client = new Client({ node: elasticsearch.url, maxRetries: 0 });
      const running = index('es', onServers());
      await until(async () => (await countOf(client)) > 200, running.ended);
      await elasticsearch.kill();
      await client.close();
      expectHonestEnd(await running.ended, elasticsearch.url);
      await expectSameAsEmbedded('es', elasticsearch);
    }, 400_000);

    it('Neo4j: the same', async () => {
      workplace.write('shop', sourceFiles(FILES, 2 * FILES));
      const driver = neo4j.driver(neo4jServer.url);
      const before = await nodesIn(driver);
      const running = index('es', onServers());
      await until(async () => (await nodesIn(driver)) > before + 200, running.ended);
      await neo4jServer.kill();
      await driver.close();
      expectHonestEnd(await running.ended, neo4jServer.url);
      await expectSameAsEmbedded('es', neo4jServer);
    }, 400_000);

    /**
     * Another run on the servers once the killed one is back, and a run on embedded stores: both have the same content.
     */
    async function expectSameAsEmbedded(data: string, killed: OwnServer): Promise<void> {
      const [reference] = await Promise.all([index('sqlite', embedded()).ended, killed.restart()]);
      const again = await index(data, onServers()).ended;
      expect({ code: again.code, err: again.err }).toMatchObject({ code: 0 });
      expect(reference.code).toBe(0);
      const check = await workplace.run(
        ['index', source, '--check', '--repository', REF.repository, '--data', workplace.path(data)],
        { env: onServers() },
      );
      expect({ code: check.code, err: check.err }).toMatchObject({ code: 0 });
      const [chunks, chunksWanted] = await Promise.all([
        chunksIn(`elasticsearch:${elasticsearch.url}`),
        chunksIn(`sqlite:${workplace.path('sqlite', 'search')}`),
      ]);
      expect(chunks).toEqual(chunksWanted);
      const [graph, graphWanted] = await Promise.all([
        graphIn(neo4jServer.url),
        graphIn(`sqlite:${workplace.path('sqlite', 'graph')}`),
      ]);
      expect(graph).toEqual(graphWanted);
    }
  });
}

/**
 * The run either survived the outage, or reported which server failed and where; it never reports success after a loss.
 */
function expectHonestEnd(ended: Ended, url: string): void {
  if (ended.code === 0) return;
  expect(ended.err).toContain(new URL(url).host);
  expect(ended.err).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
}

function sourceFiles(from: number, to: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = from; i < to; i++)
    files[`src/part${i % 20}/f${i}.ts`] =
      `import { rate${i - 1} } from './f${i - 1}';\n\n/** Rate number ${i} of the table. */\nexport function rate${i}(net: number): number {\n  return rate${i - 1}(net) * ${i};\n}\n\nexport class Table${i} {\n  look(net: number): number {\n    return rate${i}(net);\n  }\n}\n`;
  return files;
}

async function until(holds: () => Promise<boolean>, ended: Promise<Ended>): Promise<void> {
  const early = ended.then((end) => {
    throw new Error(`The run ended before there was anything to kill: ${JSON.stringify(end)}`);
  });
  const look = async (): Promise<void> => {
    while (!(await holds())) await Promise.race([early, sleep(10)]);
  };
  // Once this is true, the test waits for the end.
  early.catch(() => undefined);
  await look();
}

/** Documents that Elasticsearch has accepted, refreshed or not. */
async function countOf(client: Client): Promise<number> {
  const stats = await client.indices.stats({ metric: 'indexing' }).catch(() => null);
  return stats?._all.primaries?.indexing?.index_total ?? 0;
}

async function nodesIn(driver: ReturnType<typeof neo4j.driver>): Promise<number> {
  const { records } = await driver.executeQuery('MATCH (n) RETURN count(n) AS n');
  return Number(records[0]?.get('n'));
}

async function chunksIn(url: string): Promise<unknown[]> {
  const store = openSearchIndex(url);
  const files: ExportedFile[] = [];
  for await (const file of store.export(REF)) files.push(file);
  await store.close();
  return files.map(({ path, hash, chunks, vectors }) => ({
    path,
    hash,
    chunks: chunks.map(({ commit: _, ...chunk }) => chunk),
    vectors: [...vectors.keys()].sort(),
  }));
}

async function graphIn(url: string): Promise<unknown[]> {
  const store = openGraphStore(url);
  const files: GraphFile[] = [];
  for await (const file of store.export(REF)) files.push(file);
  await store.close();
  return files.map(({ path, digest, nodes, edges }) => ({
    path,
    digest,
    nodes: nodes.map(({ key }) => key).sort(),
    edges: edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`).sort(),
  }));
}
