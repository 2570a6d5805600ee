import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Carrier } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { QUEUE_NAMES } from '@quarry/solo';
import type { TurnEvent } from '@quarry/turn';
import { slowAnswer } from '../api/gateway-under-test';
import type { Script } from '../scripted-model/server';
import { auditTurns } from './audit';
import { deploy, type Deployment } from './deployment';
import { describeLong } from './describe-long';
import { report } from './figures';

const TURNS = 20;
const HOUR_MS = 3_600_000;
/** No hop of these pauses for longer before it is delivered again, in milliseconds. */
const LONGEST_BACKOFF_MS = 400;
const OTHER_CLOCK = `--require ${join(__dirname, 'other-clock.ts')} --no-warnings`;

/** A model whose connection breaks in the middle of the first reply to each prompt of each turn. */
function breaksOnce(): Script {
  const seen = new Set<string>();
  const well = slowAnswer(10) as Extract<Script, CallableFunction>;
  return (request, n) => {
    const asked = `${request.system.slice(0, 40)} ${/\(clock \d+\)/.exec(JSON.stringify(request.body))?.[0]}`;
    if (seen.has(asked)) return well(request, n);
    seen.add(asked);
    return { text: 'a reply that breaks off', fault: { kind: 'cut', after: 8 } };
  };
}

/** Processes that have another clock than Redis, by how many milliseconds, and whether it jumps. */
const CLOCKS: Readonly<Record<string, { readonly ahead: number; readonly jump?: number }>> = {
  gateway: { ahead: -2 * HOUR_MS },
  router: { ahead: 3 * HOUR_MS },
  answerer: { ahead: 0, jump: HOUR_MS },
  'loop-guard': { ahead: 26 * HOUR_MS },
};

/**
 * Clocks that are hours apart, and one that jumps: Redis has the clock that counts, and no turn ends early, late or never.
 * The short form is `libs/engine/src/carriers/bullmq/clock.int.spec.ts`: seven processes take long to start.
 */
describeLong('clocks that differ', () => {
  let deployment: Deployment;
  let carrier: Carrier;

  beforeAll(async () => {
    const right = QUEUE_NAMES.filter((name) => !(name in CLOCKS)).join(' ');
    deployment = await deploy({ processes: [right] });
    await Promise.all(
      Object.entries(CLOCKS).map(([name, { ahead, jump = 0 }]) =>
        deployment.services.add(name, {
          NODE_OPTIONS: OTHER_CLOCK,
          CLOCK_AHEAD_MS: String(ahead),
          CLOCK_JUMP_MS: String(jump),
        }),
      ),
    );
    carrier = createBullmqCarrier({ redisUrl: deployment.redis.url, onError: () => undefined });
  }, 300_000);
  afterAll(async () => {
    await carrier.close();
    await deployment.stop();
  }, 60_000);

  it('turns are answered once, their times are those of Redis, and they are listed', async () => {
    deployment.model.play(slowAnswer(10));
    const ids = await askAll();
    const seen = await follow(ids);
    const { violations, ...audit } = await auditTurns(carrier, seen);
    report({
      fault: 'clocks hours apart, one of them jumping',
      ...audit,
      ...{ hopsDoubled: null, extraModelCalls: null, streamsResumed: null, recoveryMs: null },
    });
    expect(violations).toEqual([]);
    for (const id of ids) {
      const turn = (await carrier.read(id))?.turn;
      expect(turn?.end).toMatchObject({ outcome: 'answered' });
      expect(Math.abs((turn?.askedAt ?? 0) - Date.now())).toBeLessThan(HOUR_MS);
    }
    expect((await carrier.recent('local', 100)).map(({ turn }) => turn.id).sort()).toEqual(ids.sort());
  }, 300_000);

  it('hops that fail wait for their backoff in the time of Redis, and no longer', async () => {
    deployment.model.play(breaksOnce());
    const ids = await askAll();
    const over = new AbortController();
    const longest = longestPause(over.signal);
    const seen = await follow(ids);
    over.abort();
    const { violations, ...audit } = await auditTurns(carrier, seen);
    report({
      fault: 'clocks hours apart, and the connections to the model break',
      ...audit,
      ...{ hopsDoubled: null, extraModelCalls: null, streamsResumed: null, recoveryMs: null },
    });
    expect(violations).toEqual([]);
    for (const log of seen.values()) {
      expect(log.at(-1)?.body).toMatchObject({ type: 'turn.finished', outcome: 'answered' });
      expect(log.map(({ body }) => body.type)).toContain('reset');
    }
    expect(await longest).toBeGreaterThan(0);
    expect(await longest).toBeLessThanOrEqual(LONGEST_BACKOFF_MS);
  }, 300_000);

  async function askAll(): Promise<string[]> {
    const url = await deployment.services.url();
    return Promise.all(
      Array.from({ length: TURNS }, async (_, n) => {
        const question = `What happens to stock when an invoice is cancelled? (clock ${n})`;
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(`${url}/v1/turns`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ question }),
        });
        return ((await reply.json()) as { readonly id: string }).id;
      }),
    );
  }

  async function follow(ids: readonly string[]): Promise<Map<string, TurnEvent[]>> {
    const seen = new Map<string, TurnEvent[]>();
    for (const id of ids) {
      const log: TurnEvent[] = [];
      for await (const event of carrier.events(id)) log.push(event);
      seen.set(id, log);
    }
    return seen;
  }

  /** The longest time that a delayed hop was seen to have before it, in milliseconds by the clock of Redis. */
  async function longestPause(signal: AbortSignal): Promise<number> {
    const client = deployment.redis.client();
    let longest = 0;
    while (!signal.aborted) {
      for (const service of QUEUE_NAMES) {
        const [, score] = await client.zrevrange(`{quarry:0}:${service}:delayed`, 0, 0, 'WITHSCORES');
        const [seconds = 0, micros = 0] = await client.time();
        const now = Number(seconds) * 1_000 + Number(micros) / 1_000;
        if (score !== undefined) longest = Math.max(longest, Math.floor(Number(score) / 0x1000) - now);
      }
      await pause(5);
    }
    client.disconnect();
    return longest;
  }
});
