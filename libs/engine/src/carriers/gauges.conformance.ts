import type { INestMicroservice } from '@nestjs/common';
import type { QueueState } from './carrier';
import { hopController, serve, type HopHandler } from './testing/services';
import { aTurn, mustClaim, target, type CarrierFactory, type CarrierUnderTest } from './testing/turns';

const DONE = { outcome: 'answered', reason: 'done' } as const;
const EMPTY = { waiting: 0, active: 0, delayed: 0, failed: 0, oldestMs: 0 };

/** Monitoring: queue status, and outcomes of turns. */
export function gaugesConformance(create: CarrierFactory): void {
  describe('the gauges', () => {
    let under: CarrierUnderTest;
    const apps: INestMicroservice[] = [];
    const ended: string[] = [];
    afterEach(async () => {
      ended.length = 0;
      await Promise.all(apps.splice(0).map((app) => app.close()));
      await under.dispose();
    });

    async function open(limits = {}): Promise<void> {
      under = await create(limits, ({ pipeline, end }) => ended.push(`${pipeline} ${end?.outcome}`));
    }

    async function alpha(): Promise<QueueState> {
      const [state] = await under.carrier.queues(['alpha']);
      if (!state) throw new Error('no state');
      return state;
    }

    /** Runs `alpha` and waits until its queue has this status. */
    async function run(handle: HopHandler, until: (state: QueueState) => boolean): Promise<QueueState> {
      apps.push(await serve(under.carrier, [hopController('alpha', handle)]));
      for (;;) {
        const state = await alpha();
        if (until(state)) return state;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }

    /**
     * Everything that was reported before a later end. Ends are reported in order, so nothing of earlier ones can
     * follow.
     */
    async function untilEnded(): Promise<string[]> {
      const last = aTurn({ pipeline: 'last@0123456789abcdef' });
      await under.carrier.start(last, target('alpha'));
      await under.carrier.cancel(last.id);
      while (ended.at(-1) !== 'last@0123456789abcdef cancelled')
        await new Promise((resolve) => setTimeout(resolve, 5));
      return ended.slice(0, -1);
    }

    test('report how many hops wait for each service, and how long the oldest has waited, without a running service', async () => {
      await open();
      await under.carrier.start(aTurn(), target('alpha'));
      await under.later(60_000);
      for (let n = 0; n < 2; n++) await under.carrier.start(aTurn(), target('alpha'));
      const states = await under.carrier.queues(['beta', 'alpha']);
      expect(states).toEqual([
        { service: 'beta', ...EMPTY },
        { service: 'alpha', ...EMPTY, waiting: 3, oldestMs: expect.any(Number) },
      ]);
      expect(states[1]?.oldestMs).toBeGreaterThanOrEqual(60_000);
      expect(await under.carrier.queues([])).toEqual([]);
    });

    test('count running hops until they are done', async () => {
      await open();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      for (let n = 0; n < 2; n++) await under.carrier.start(aTurn(), target('alpha'));
      const waits: (number | null)[] = [];
      const running = await run(
        async ({ t, v }, { waitedMs }) => {
          waits.push(waitedMs);
          await held;
          const { fence } = await mustClaim(under.carrier, t, v);
          await under.carrier.advance(t, v, fence, { patch: {}, next: DONE, events: [] });
        },
        ({ active }) => active === 2,
      );
      expect(running).toMatchObject({ waiting: 0, oldestMs: 0 });
      release();
      while ((await alpha()).active > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await alpha()).toEqual({ service: 'alpha', ...EMPTY });
      expect(waits.every((ms) => ms !== null && ms >= 0)).toBe(true);
      while (ended.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(ended).toEqual(Array(2).fill('code@0123456789abcdef answered'));
    });

    test('count hops that pause before another delivery, and failed ones', async () => {
      await open();
      await under.carrier.start(aTurn(), target('alpha'));
      const waits: (number | null)[] = [];
      const handle: HopHandler = async (_, { delivery, waitedMs }) => {
        if (delivery > 1) waits.push(waitedMs);
        throw new Error('always');
      };
      await run(handle, ({ delayed }) => delayed === 1);
      await run(handle, ({ failed }) => failed === 1);
      expect(new Set(waits)).toEqual(new Set([null]));
    });

    test('report the memory in use if there is a limit', async () => {
      await open();
      expect(await under.carrier.memoryRatio()).toBeNull();
    });

    describe('report an ended turn once', () => {
      const failed = ['code@0123456789abcdef failed'];

      test('by its asker', async () => {
        await open();
        const turn = aTurn();
        await under.carrier.start(turn, target('alpha'));
        await under.carrier.cancel(turn.id);
        await under.carrier.cancel(turn.id);
        expect(await untilEnded()).toEqual(['code@0123456789abcdef cancelled']);
      });

      test('at a claim after its deadline', async () => {
        await open();
        const turn = aTurn({ deadline: Date.now() - 1 });
        await under.carrier.start(turn, target('alpha'));
        for (let n = 0; n < 2; n++) await under.carrier.claim(turn.id, 0);
        expect(await untilEnded()).toEqual(failed);
      });

      test('by the watchdog', async () => {
        await open();
        const turn = aTurn({ deadline: Date.now() - 1 });
        await under.carrier.start(turn, target('alpha'));
        for (let n = 0; n < 2; n++) await under.carrier.reap();
        expect(await untilEnded()).toEqual(failed);
      });

      test('as poison', async () => {
        await open({ maxAttempts: 1 });
        const turn = aTurn();
        await under.carrier.start(turn, target('alpha'));
        for (let n = 0; n < 3; n++) await under.carrier.claim(turn.id, 0);
        expect(await untilEnded()).toEqual(failed);
      });

      test.each([
        ['because it grew too large', { maxGroupBytes: 1 }],
        ['after too many hops', { maxHops: 1 }],
      ])('%s', async (_, limits) => {
        await open(limits);
        const turn = aTurn();
        await under.carrier.start(turn, target('alpha'));
        const { fence } = await mustClaim(under.carrier, turn.id, 0);
        const result = { patch: { needs: [] }, next: target('beta'), events: [] };
        for (let n = 0; n < 2; n++) await under.carrier.advance(turn.id, 0, fence, result);
        expect(await untilEnded()).toEqual(failed);
      });
    });
  });
}
