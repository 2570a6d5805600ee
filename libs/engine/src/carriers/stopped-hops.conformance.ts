import type { INestMicroservice } from '@nestjs/common';
import type { HopHandler } from './testing/services';
import { hopController, serve } from './testing/services';
import {
  aTurn,
  collect,
  evidence,
  mustClaim,
  target,
  types,
  type CarrierFactory,
  type CarrierUnderTest,
} from './testing/turns';

const DONE = { outcome: 'answered', reason: 'done' } as const;

/** Hops that are stopped while they run: cancelled, or handed back. */
export function stoppedHopsConformance(create: CarrierFactory): void {
  describe('stopped hops', () => {
    let under: CarrierUnderTest;
    const apps: INestMicroservice[] = [];
    beforeEach(async () => {
      under = await create();
    });
    /** The hop of a cancelled turn may be slow, as on a busy machine. */
    const patient = async (): Promise<void> => {
      await under.dispose();
      under = await create({ cancelGraceMs: 60_000 });
    };
    afterEach(async () => {
      await Promise.all(apps.splice(0).map((app) => app.close()));
      await under.dispose();
    });

    const listen = async (handle: HopHandler): Promise<void> => {
      apps.push(await serve(under.carrier, [hopController('alpha', handle)]));
    };

    test('a cancellation asks the running hop, and what that then commits is kept, whatever its next step', async () => {
      await patient();
      const turn = aTurn();
      let committed: Promise<string> | undefined;
      let begun = (): void => undefined;
      const isBegun = new Promise<void>((resolve) => (begun = resolve));
      await listen(async ({ t, v }) => {
        const { fence } = await mustClaim(under.carrier, t, v);
        const told = new Promise<void>((resolve) => under.carrier.watch(t, resolve));
        begun();
        await told;
        expect(await under.carrier.holds(t, v, fence)).toBe(false);
        const result = { patch: { evidence: [evidence(1)] }, next: target('alpha'), events: [] };
        committed = under.carrier.advance(t, v, fence, result);
        await committed;
      });
      await under.carrier.start(turn, target('alpha'));
      await isBegun;
      expect(await under.carrier.cancel(turn.id)).toBe(true);
      expect(await committed).toBe('cancelled');
      expect(await under.carrier.read(turn.id)).toMatchObject({
        status: 'ended',
        turn: { end: { outcome: 'cancelled' }, evidence: [{ n: 1 }] },
      });
      expect(await under.carrier.cancel(turn.id)).toBe(false);
      expect(types(await collect(under.carrier.events(turn.id)))).toEqual(['turn.started', 'turn.finished']);
    });

    test('a cancellation does not wait for a hop that ignores it', async () => {
      const turn = aTurn();
      let go = (): void => undefined;
      const until = new Promise<void>((resolve) => (go = resolve));
      let begun = (): void => undefined;
      const isBegun = new Promise<void>((resolve) => (begun = resolve));
      let late: Promise<string> | undefined;
      await listen(async ({ t, v }) => {
        const { fence } = await mustClaim(under.carrier, t, v);
        begun();
        await until;
        late = under.carrier.advance(t, v, fence, { patch: {}, next: DONE, events: [] });
        await late;
      });
      await under.carrier.start(turn, target('alpha'));
      await isBegun;
      expect(await under.carrier.cancel(turn.id)).toBe(true);
      expect((await under.carrier.read(turn.id))?.turn.end?.outcome).toBe('cancelled');
      go();
      await Promise.all(apps.splice(0).map((app) => app.close()));
      expect(await late).toBe('terminal');
    });

    test('a delivery that is handed back is repeated, and not counted', async () => {
      const deliveries: number[] = [];
      // In a single process, attempts count all the same.
      const attempts = under.carrier.kind === 'bullmq' ? 6 : 3;
      await listen(async ({ t, v }, context) => {
        deliveries.push(context.delivery);
        const { fence } = await mustClaim(under.carrier, t, v);
        if (deliveries.length < attempts) {
          await under.carrier.giveBack(t, v, fence, false);
          context.backInMs = 50;
          return;
        }
        await under.carrier.advance(t, v, fence, { patch: {}, next: DONE, events: [] });
      });
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      const log = await collect(under.carrier.events(turn.id));
      expect(log.at(-1)?.body).toMatchObject({ outcome: 'answered' });
      expect(deliveries).toEqual(Array.from({ length: attempts }, () => 1));
    });

    test('attempts that were given back do not count if another process could take over the hop', async () => {
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      const first = await mustClaim(under.carrier, turn.id, 0);
      if (!(await under.carrier.giveBack(turn.id, 0, first.fence, false))) {
        expect(['memory', 'embedded']).toContain(under.carrier.kind);
        return;
      }
      expect(await under.carrier.giveBack(turn.id, 0, first.fence, false)).toBe(false);
      for (let attempt = 0; attempt < 5; attempt++) {
        const claim = await mustClaim(under.carrier, turn.id, 0);
        expect(claim.attempt).toBe(1);
        expect(
          await under.carrier.emit(turn.id, 0, claim.fence, 1, { type: 'answer.delta', text: 'x' }),
        ).toBe('ok');
        expect(await under.carrier.giveBack(turn.id, 0, claim.fence, true)).toBe(true);
        expect(await under.carrier.holds(turn.id, 0, claim.fence)).toBe(false);
      }
    });

    test('a turn of a newer format is left alone, and ends at its deadline if no process understands it', async () => {
      const turn = aTurn({ format: 99 });
      await under.carrier.start(turn, target('alpha'));
      for (let n = 0; n < 5; n++) expect(await under.carrier.claim(turn.id, 0)).toEqual({ kind: 'newer' });
      expect((await under.carrier.read(turn.id))?.status).toBe('running');
      expect(await under.carrier.reap(turn.deadline + 1)).toBe(1);
      expect((await under.carrier.read(turn.id))?.turn.end?.code).toBe('deadline');
    });
  });
}
