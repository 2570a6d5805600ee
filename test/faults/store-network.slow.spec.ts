import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis } from '../redis/redis-server';
import { describeWithServers } from '../servers/servers';
import { AskedTurns, type Followed } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { randomFrom } from '../sample';
import { FaultyProxy } from './faulty-proxy';
import { LONG, report } from './figures';
import { blackHole, CUT_IN_A_REPLY, MORE_FAULTS } from './network-faults';
import { PipelineFolder } from './pipeline-folder';
import { questionOf, twoPasses } from './two-passes';

const SEED = 20_261_122;
const TURNS = LONG ? 20 : 2;

/** The code pipeline, which waits for its search for as long as the faults last. */
const PATIENT = `pipeline:
  name: patient
  extends: code
  settings: { unavailable_retry_seconds: 60, deadline_seconds: 180 }
`;

/** What turns may lack while a store is unreachable. */
const CAN_DO_WITHOUT = { Elasticsearch: ['sessions'], Neo4j: ['graph'] } as const;

/**
 * The network between services and their stores, with faults. Turns wait for search; they continue without the code
 * graph if it is unreachable, and report it; and each of them ends, once, with an answer.
 */
describeWithServers('the network between services and stores', (servers) => {
  describeWithRedis('', () => {
    let quarry: Deployment;
    let folder: PipelineFolder;
    let search: FaultyProxy;
    let graph: FaultyProxy;

    beforeAll(async () => {
      [search, graph] = await Promise.all([
        FaultyProxy.start(servers.elasticsearch, randomFrom(SEED)),
        FaultyProxy.start(servers.neo4j, randomFrom(SEED + 1)),
      ]);
      folder = await PipelineFolder.with({ patient: PATIENT });
      const prefix = 'store-network';
      quarry = await deploy({
        stores: {
          searchIndexUrl: `elasticsearch:${servers.elasticsearch}/${prefix}`,
          graphStoreUrl: servers.neo4j,
        },
        environment: {
          QUARRY_PIPELINES: folder.path,
          SEARCH_INDEX_URL: `elasticsearch:${search.url}/${prefix}`,
          GRAPH_STORE_URL: graph.url,
        },
        processes: ['gateway router answerer loop-guard history-summarizer', 'retriever', 'graph-expander'],
      });
      quarry.model.play(twoPasses);
    }, 300_000);
    afterAll(async () => {
      await quarry.stop();
      await Promise.all([search.close(), graph.close()]);
      await folder.remove();
    }, 60_000);

    /** Asks; once the first step of a turn is done, the network breaks. Resolves when all turns have ended. */
    async function disturbed(
      turns: AskedTurns,
      name: string,
      fault: () => Promise<void>,
    ): Promise<Followed[]> {
      let breaking: Promise<void> | undefined;
      const ended = await Promise.all(
        Array.from({ length: TURNS }, (_, n) =>
          turns.ask(questionOf(`${name} ${n}`), { pipeline: 'patient' }, ({ type }) => {
            if (type === 'step.finished') breaking ??= fault();
          }),
        ),
      );
      await breaking;
      return ended;
    }

    describe.each(['Elasticsearch', 'Neo4j'] as const)('services and %s', (store) => {
      it.each([CUT_IN_A_REPLY, blackHole(6_000), ...(LONG ? MORE_FAULTS : [])])(
        '$name',
        async ({ name, breakIt, forMs, cutsOff }) => {
          const mayLack: readonly string[] = cutsOff ? CAN_DO_WITHOUT[store] : [];
          const network = store === 'Elasticsearch' ? search : graph;
          const turns = new AskedTurns(quarry);
          let mendedAt = 0;
          const ended = await disturbed(turns, `${store} ${name}`, async () => {
            breakIt(network);
            await sleep(forMs);
            network.heal();
            mendedAt = Date.now();
          });
          const recoveryMs = Math.max(0, ...ended.map(({ endedAt }) => endedAt - mendedAt));
          const { violations, ...figures } = await turns.audit();
          report({
            ...{ fault: `services – ${store}: ${name}, ${TURNS} turns` },
            ...{ ...figures, extraModelCalls: null, recoveryMs },
          });
          expect(violations).toEqual([]);
          expect(figures).toMatchObject({
            accepted: TURNS,
            ended: TURNS,
            lost: 0,
            doubled: 0,
            streamGaps: 0,
          });
          for (const { turn } of ended) {
            expect(turn).toMatchObject({
              outcome: expect.stringMatching(/^(?:answered|partial)$/) as string,
            });
            expect(turn.citations.length).toBeGreaterThan(0);
            // Search is waited for. What a turn can do without, the code graph and kept search results, is not; but who goes without it says so.
            expect(turn.degraded.filter(({ store: lacking }) => !mayLack.includes(lacking))).toEqual([]);
          }
          // Connections that were swallowed may be found dead once again.
          if (mayLack.length > 0)
            await turns.ask(questionOf(`soon after ${store} ${name}`), { pipeline: 'patient' });
          const { turn: next } = await turns.ask(questionOf(`after ${store} ${name}`), {
            pipeline: 'patient',
          });
          expect(next).toMatchObject({ outcome: 'answered', degraded: [] });
        },
        240_000,
      );
    });
  });
});
