import { rm } from 'node:fs/promises';
import { createParser } from 'eventsource-parser';
import type { TurnDto } from '@quarry/client';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { ServiceProcesses } from '../scenarios/processes';
import type { OwnServer } from '../servers/own-server';
import { report } from './figures';
import type { OwnServers } from './own-servers';
import { PipelineFolder } from './pipeline-folder';

/** The code pipeline, patient enough for a server that takes a minute to start on a busy machine. */
const PATIENT = `pipeline:
  name: patient
  extends: code
  description: Waits long for its stores.
  settings: { unavailable_retry_seconds: 110, deadline_seconds: 300 }
`;

/** The code pipeline, which gives up a store that stays unavailable. */
const HASTY = `pipeline:
  name: hasty
  extends: code
  description: Waits some seconds for its stores.
  settings: { unavailable_retry_seconds: 5 }
`;

const QUESTION = 'How does the shop send an invoice by mail, and what does INotifier.SendAsync do?';

/**
 * Servers that die while a turn uses them, and return. No turn is lost, and none is answered twice. Both servers are
 * alive before; Elasticsearch is dead afterwards.
 */
export function killedWhileAsking(servers: () => OwnServers): void {
  describeWithRedis('a server killed in the middle of a turn of seven processes', () => {
    let redis: TestRedis;
    let elasticsearch: OwnServer;
    let neo4j: OwnServer;
    let fixture: IndexedFixture;
    let services: ServiceProcesses;
    let pipelines: PipelineFolder;

    beforeAll(async () => {
      ({ elasticsearch, neo4j } = servers());
      const stores = { searchIndexUrl: `elasticsearch:${elasticsearch.url}`, graphStoreUrl: neo4j.url };
      [redis, pipelines, fixture] = await Promise.all([
        TestRedis.start(),
        PipelineFolder.with({ patient: PATIENT, hasty: HASTY }),
        indexFixture('test/fixtures/dotnet-shop/app', stores),
      ]);
      services = await ServiceProcesses.start({
        QUARRY_DATA: fixture.dataDir,
        QUARRY_PIPELINES: pipelines.path,
        REDIS_URL: redis.url,
        EMBEDDER_URL: 'none',
        SEARCH_INDEX_URL: stores.searchIndexUrl,
        GRAPH_STORE_URL: stores.graphStoreUrl,
        HISTORY_STORE_URL: stores.searchIndexUrl,
      });
    }, 300_000);
    afterAll(async () => {
      await services.stop();
      await redis.stop();
      await pipelines.remove();
      // Its server is dead, and its data is deleted with it.
      await rm(fixture.dataDir, { recursive: true });
    }, 120_000);

    it('without its code graph a turn is answered, and says so; with it again, the next one has it', async () => {
      const asked = await ask('s1', 'code', async (step) => {
        if (step === 'route') await neo4j.kill();
      });
      tell('Neo4j killed in the middle of a turn', asked);
      const { turn } = asked;
      expect(turn.outcome).toMatch(/answered|partial/);
      expect(turn.degraded.map(({ reason }) => reason).join()).toContain(new URL(neo4j.url).host);
      expect(turn.citations.length).toBeGreaterThan(0);
      await neo4j.restart();
      const { turn: next } = await ask('s2', 'code');
      expect(next.degraded).toEqual([]);
    }, 300_000);

    it.each([
      ['before the first search', 'route'],
      ['while it writes its answer', 'check_budget'],
    ])(
      'search and history killed %s: it waits for them, and is kept once',
      async (name, after) => {
        const session = `killed-after-${after}`;
        let back: Promise<void> | undefined;
        const asked = await ask(session, 'patient', async (step) => {
          if (step !== after || back) return;
          await elasticsearch.kill();
          back = elasticsearch.restart();
        });
        await back;
        expect(back).toBeDefined();
        const { turn, ends } = asked;
        expect({ outcome: turn.outcome, reason: turn.reason }).toMatchObject({
          outcome: expect.stringMatching(/answered|partial/) as string,
        });
        expect(turn.citations.length).toBeGreaterThan(0);
        expect(ends).toBe(1);
        const kept = (await (await fetch(`${services.url}/v1/sessions/${session}`)).json()) as {
          readonly turns: readonly { readonly id: string }[];
        };
        tell(`Elasticsearch killed ${name}`, asked);
        expect(kept.turns.map(({ id }) => id)).toEqual([turn.id]);
      },
      400_000,
    );

    it('search that stays away ends the turn, with the reason', async () => {
      await elasticsearch.kill();
      const asked = await ask('gone', 'hasty');
      tell('Elasticsearch killed for good', asked);
      const { turn, ends } = asked;
      expect(turn).toMatchObject({ outcome: 'failed' });
      expect(turn.reason).toContain(new URL(elasticsearch.url).host);
      expect(ends).toBe(1);
    }, 400_000);

    /** Asks, and calls `watch` with each finished step. */
    async function ask(
      session: string,
      pipeline: string,
      watch: (step: string) => Promise<void> = async () => undefined,
    ): Promise<Asked> {
      const accepted = await fetch(`${services.url}/v1/turns`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: QUESTION, pipeline, session, createSession: true }),
      });
      expect(accepted.status).toBe(202);
      const { links } = (await accepted.json()) as { links: { self: string; events: string } };
      let ends = 0;
      const seen: Promise<void>[] = [];
      const parser = createParser({
        onEvent: ({ event, data }) => {
          if (event === 'turn.finished') ends += 1;
          if (event === 'step.finished') seen.push(watch((JSON.parse(data) as { step: string }).step));
        },
      });
      const decoder = new TextDecoder();
      const stream = await fetch(`${services.url}${links.events}`);
      for await (const bytes of stream.body ?? [])
        parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
      await Promise.all(seen);
      const turn = (await (await fetch(`${services.url}${links.self}`)).json()) as TurnDto;
      return { turn, ends };
    }
  });
}

interface Asked {
  readonly turn: TurnDto;
  /** Number of ends in its stream. */
  readonly ends: number;
}

/** One turn with an uninterrupted stream and without model calls. */
function tell(fault: string, { turn, ends }: Asked): void {
  const ended = turn.status === 'ended' ? 1 : 0;
  report({
    outcomes: null,
    ...{ fault, accepted: 1, ended, lost: 1 - ended, doubled: ends > 1 ? 1 : 0, hopsDoubled: null },
    ...{ extraModelCalls: null, streamsResumed: null, streamGaps: null, recoveryMs: null },
  });
}
