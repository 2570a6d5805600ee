import { join } from 'node:path';
import { createBullmqCarrier, type Carrier } from '@quarry/engine';
import { QUEUE_NAMES } from '@quarry/solo';
import type { TurnEvent } from '@quarry/turn';
import { slowAnswer } from '../api/gateway-under-test';
import { auditTurns } from './audit';
import { deploy, type Deployment } from './deployment';
import { describeLong } from './describe-long';
import { report } from './figures';

const TURNS = 20;
const HOUR_MS = 3_600_000;
const OTHER_CLOCK = `--require ${join(__dirname, 'other-clock.ts')} --no-warnings`;

/** Processes that have another clock than Redis, by how many milliseconds, and whether it jumps. */
const CLOCKS: Readonly<Record<string, { readonly ahead: number; readonly jump?: number }>> = {
  gateway: { ahead: -2 * HOUR_MS },
  router: { ahead: 3 * HOUR_MS },
  answerer: { ahead: 0, jump: HOUR_MS },
  'loop-guard': { ahead: 26 * HOUR_MS },
};

/**
 * Clocks that are hours apart, and one that jumps: Redis has the clock that counts, and no turn ends early, late or never.
 * The short form is `libs/engine/src/carriers/bullmq/clock.spec.ts`: seven processes take long to start.
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
    deployment.model.play(slowAnswer(10));
    carrier = createBullmqCarrier({ redisUrl: deployment.redis.url, onError: () => undefined });
  }, 300_000);
  afterAll(async () => {
    await carrier.close();
    await deployment.stop();
  }, 60_000);

  it('turns are answered once, their times are those of Redis, and they are listed', async () => {
    const url = await deployment.services.url();
    const ids = await Promise.all(
      Array.from({ length: TURNS }, async () => {
        const body = JSON.stringify({ question: 'What happens to stock when an invoice is cancelled?' });
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(`${url}/v1/turns`, { method: 'POST', headers, body });
        return ((await reply.json()) as { readonly id: string }).id;
      }),
    );
    const seen = new Map<string, TurnEvent[]>();
    for (const id of ids) {
      const log: TurnEvent[] = [];
      for await (const event of carrier.events(id)) log.push(event);
      seen.set(id, log);
    }
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
});
