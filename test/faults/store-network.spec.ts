import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis } from '../redis/redis-server';
import { describeWithServers } from '../servers/servers';
import { AskedTurns, type Followed } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { randomFrom } from './fault-plan';
import { FaultyProxy } from './faulty-proxy';
import { LONG, report } from './figures';
import { questionOf, twoPasses } from './two-passes';

const SEED = 20_261_122;
const TURNS = LONG ? 20 : 2;

/** The code pipeline, which waits for its search for as long as the faults last. */
const PATIENT = `pipeline:
  name: patient
  extends: code
  settings: { unavailable_retry_seconds: 60, deadline_seconds: 180 }
`;

/** What is done to the network before one store, for how many milliseconds, and whether turns may have to go on without the store. */
type NetworkFault = readonly [
  name: string,
  breakIt: (network: FaultyProxy) => void,
  forMs: number,
  mayDegrade: boolean,
];

const CAN_DO_WITHOUT = { Elasticsearch: ['sessions'], Neo4j: ['graph'] } as const;
const SLOW = { delayMs: 40, jitterMs: 30, bytesPerSecond: 100_000 } as const;

const ALWAYS: readonly NetworkFault[] = [
  ['cut in the middle of a reply', (network) => network.cutReplies(10), 0, true],
  ['a black hole: connections stay, nothing arrives', (network) => network.swallow(), 6_000, true],
];
const MORE: readonly NetworkFault[] = [
  ['connections cut', (network) => network.cut(), 0, true],
  ['refused for five seconds', (network) => network.refuse(), 5_000, true],
  ['slow for ten seconds: 40 ± 30 ms each way, 100 kB/s', (network) => network.slowDown(SLOW), 10_000, false],
];

/**
 * The network between services and their stores, with its faults. Turns wait for search; they go on without the code graph where it is away, and say so; and
 * all of them end, once, with an answer.
 */
describeWithServers('the network between services and stores', (servers) => {
  describeWithRedis('', () => {
    let quarry: Deployment;
    let folder: string;
    let search: FaultyProxy;
    let graph: FaultyProxy;

    beforeAll(async () => {
      [search, graph] = await Promise.all([
        FaultyProxy.start(servers.elasticsearch, randomFrom(SEED)),
        FaultyProxy.start(servers.neo4j, randomFrom(SEED + 1)),
      ]);
      folder = await mkdtemp(join(tmpdir(), 'quarry-pipelines-'));
      await mkdir(join(folder, 'patient'));
      await writeFile(join(folder, 'patient', 'pipeline.yaml'), PATIENT);
      const prefix = 'store-network';
      quarry = await deploy({
        stores: {
          searchIndexUrl: `elasticsearch:${servers.elasticsearch}/${prefix}`,
          graphStoreUrl: servers.neo4j,
        },
        environment: {
          QUARRY_PIPELINES: folder,
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
      await rm(folder, { recursive: true });
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
      it.each([...ALWAYS, ...(LONG ? MORE : [])])(
        '%s',
        async (name, breakIt, forMs, mayDegrade) => {
          const mayLack: readonly string[] = mayDegrade ? CAN_DO_WITHOUT[store] : [];
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
            const lacks = turn.degraded.map(({ store: lacking }) => lacking);
            expect(lacks.filter((lacking) => !mayLack.includes(lacking))).toEqual([]);
          }
          // Connections that the hole has swallowed may be found dead once more.
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
