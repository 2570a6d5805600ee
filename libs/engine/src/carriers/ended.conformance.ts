import type { TurnEnd } from '@quarry/turn';
import { aTurn, mustClaim, target, type CarrierFactory, type CarrierUnderTest } from './testing/turns';

/** Milliseconds: longer than any test takes. */
const LONG = 600_000;
const ANSWERED: TurnEnd = { outcome: 'answered', reason: 'done' };
const FAILED: TurnEnd = { outcome: 'failed', reason: 'broken', code: 'internal' };

/** Ended turns, for the services that process them. */
export function endedConformance(create: CarrierFactory): void {
  describe('turns that ended', () => {
    let under: CarrierUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose());

    /** Starts a turn, and commits its end. */
    async function ended(next: TurnEnd = ANSWERED): Promise<string> {
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      const { fence } = await mustClaim(under.carrier, turn.id, 0);
      expect(await under.carrier.advance(turn.id, 0, fence, { patch: {}, next, events: [] })).toBe('ok');
      return turn.id;
    }

    test('are handed out in the order of their ends, for any outcome, without running ones', async () => {
      const { carrier } = under;
      const first = await ended();
      const [running, cancelled, expired] = [aTurn(), aTurn(), aTurn({ deadline: Date.now() - 1 })];
      for (const turn of [running, cancelled, expired]) await carrier.start(turn, target('alpha'));
      // Turns that end in the same millisecond have no defined order.
      await under.later(1);
      await carrier.cancel(cancelled.id);
      await under.later(1);
      expect((await carrier.claim(expired.id, 0)).kind).toBe('expired');
      expect(await carrier.takeEnded(10, LONG)).toEqual([first, cancelled.id, expired.id]);
    });

    test('are leased to one caller at a time, and again once the lease expires', async () => {
      const { carrier } = under;
      const ids = [await ended(), await ended(), await ended()];
      const first = await carrier.takeEnded(2, LONG);
      expect(first).toHaveLength(2);
      const rest = await carrier.takeEnded(2, 2 * LONG);
      expect([...first, ...rest].toSorted()).toEqual(ids.toSorted());
      await under.later(LONG / 2);
      expect(await carrier.takeEnded(10, LONG)).toEqual([]);
      await under.later(LONG / 2);
      expect((await carrier.takeEnded(10, LONG)).toSorted()).toEqual(first.toSorted());
    });

    test('are not handed out once any caller settles them', async () => {
      const { carrier } = under;
      const id = await ended();
      expect(await carrier.takeEnded(10, LONG)).toEqual([id]);
      await carrier.settleEnded(id);
      await carrier.settleEnded(id);
      await carrier.settleEnded('never-there');
      await under.later(LONG);
      expect(await carrier.takeEnded(10, LONG)).toEqual([]);
      expect((await carrier.read(id))?.status).toBe('ended');
    });

    test('expire with their document', async () => {
      await under.dispose();
      under = await create({ endedTtlMs: LONG });
      await ended();
      const kept = await ended(FAILED);
      await under.later(LONG);
      await under.carrier.reap();
      expect(await under.carrier.takeEnded(10, LONG)).toEqual([kept]);
    });
  });
}
