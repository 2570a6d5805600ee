import { setTimeout as pause } from 'node:timers/promises';
import { QUEUE_NAMES } from '@quarry/solo';
import { AskedTurns } from './asked-turns';
import { deploy, type Deployment } from './deployment';
import { describeLong } from './describe-long';
import { SEED } from './fault-plan';
import { randomFrom } from '../sample';
import { report } from './figures';
import type { ServiceProcess } from './service-process';
import { ALL_SERVICES } from './service-processes';
import { questionOf, twoPasses } from './two-passes';

/** Turns at a time while processes are killed and frozen. */
const AT_ONCE = 6;
const EVERY_MS = 2_000;
/** Longer than a worker's lock. */
const FROZEN_MS = 9_000;

/** A process for each service, and one more that has them all: what one of them cannot do, another may. */
describeLong('the seven services under load', () => {
  const random = randomFrom(SEED);
  let quarry: Deployment;
  let undisturbed = 0;

  beforeAll(async () => {
    quarry = await deploy({ processes: [...QUEUE_NAMES, ALL_SERVICES] });
    quarry.model.play(twoPasses);
    await new AskedTurns(quarry).ask(questionOf('undisturbed'));
    undisturbed = quarry.model.requests.length;
  }, 300_000);
  afterAll(() => quarry.stop(), 60_000);

  it('are killed (-9), a random one every two seconds, each of them twice: every turn is answered, once', async () => {
    await disturb(
      'kill -9 of a random one of the seven services every 2 s, under load',
      async (processes) => {
        const starting = new Map<ServiceProcess, Promise<void>>();
        for (const next of [...inRandomOrder(processes), ...inRandomOrder(processes)]) {
          await pause(EVERY_MS);
          await starting.get(next);
          await next.kill();
          starting.set(next, next.start());
        }
        await Promise.all(starting.values());
      },
    );
  }, 600_000);

  it('are frozen, each of them once, and wake up as zombies: every turn is answered, once', async () => {
    await disturb('each of the seven services frozen for 9 s, under load', async (processes) => {
      for (const next of inRandomOrder(processes)) {
        next.freeze();
        await pause(FROZEN_MS);
        next.thaw();
      }
    });
  }, 600_000);

  /** Asks one question after another until `harm` is done. */
  async function disturb(
    fault: string,
    harm: (processes: readonly ServiceProcess[]) => Promise<void>,
  ): Promise<void> {
    const turns = new AskedTurns(quarry);
    const askedBefore = quarry.model.requests.length;
    const lastTurns = turns.load(AT_ONCE);
    await harm(quarry.services.all);
    const back = Date.now();
    const ended = await lastTurns();
    const recoveryMs = Date.now() - back;

    expect(ended.map(({ turn }) => turn.outcome)).toEqual(ended.map(() => 'answered'));
    for (const { turn } of ended) {
      const kept = await turns.client.session(turn.session);
      expect(kept.turns.map(({ id }) => id)).toEqual([turn.id]);
    }
    const { violations, ...figures } = await turns.audit();
    expect(violations).toEqual([]);
    expect(figures.accepted).toBe(ended.length);
    const extraModelCalls = quarry.model.requests.length - askedBefore - undisturbed * ended.length;
    report({ fault, ...figures, extraModelCalls, recoveryMs });
  }

  function inRandomOrder<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);
  }
});
