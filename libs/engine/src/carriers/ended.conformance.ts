import { aTurn, mustClaim, target, type CarrierFactory, type CarrierUnderTest } from './testing/turns';

const LONG = 60_000;

/** Turns that have ended, for those who deal with them. */
export function endedConformance(create: CarrierFactory): void {
  describe('turns that ended', () => {
    let under: CarrierUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose());

    /** Starts a turn, and commits its end. */
    async function ended(): Promise<string> {
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      const { fence } = await mustClaim(under.carrier, turn.id, 0);
      const next = { outcome: 'answered', reason: 'done' } as const;
      expect(await under.carrier.advance(turn.id, 0, fence, { patch: {}, next, events: [] })).toBe('ok');
      return turn.id;
    }

    test('are handed out in the order of their ends, whatever ended them, and running ones are not', async () => {
      const { carrier } = under;
      const first = await ended();
      const [running, cancelled, expired] = [aTurn(), aTurn(), aTurn({ deadline: Date.now() + 50 })];
      for (const turn of [running, cancelled, expired]) await carrier.start(turn, target('alpha'));
      await new Promise((resolve) => setTimeout(resolve, 5));
      await carrier.cancel(cancelled.id);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect((await carrier.claim(expired.id, 0)).kind).toBe('expired');
      expect(await carrier.takeEnded(10, LONG)).toEqual([first, cancelled.id, expired.id]);
    });

    test('are lent to one taker at a time, and again once the loan is over', async () => {
      const { carrier } = under;
      const ids = [await ended(), await ended(), await ended()];
      expect(await carrier.takeEnded(2, 40)).toHaveLength(2);
      expect(await carrier.takeEnded(2, LONG)).toHaveLength(1);
      expect(await carrier.takeEnded(2, LONG)).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 60));
      const again = await carrier.takeEnded(10, LONG);
      expect(again).toHaveLength(2);
      expect(ids).toEqual(expect.arrayContaining([...again]));
    });

    test('are not handed out once they are settled, by whomever', async () => {
      const { carrier } = under;
      const id = await ended();
      expect(await carrier.takeEnded(10, 1)).toEqual([id]);
      await carrier.settleEnded(id);
      await carrier.settleEnded(id);
      await carrier.settleEnded('never-there');
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await carrier.takeEnded(10, LONG)).toEqual([]);
      expect((await carrier.read(id))?.status).toBe('ended');
    });

    test('are forgotten with their document', async () => {
      await under.dispose();
      under = await create({ endedTtlMs: 30 });
      await ended();
      await new Promise((resolve) => setTimeout(resolve, 60));
      await under.carrier.reap();
      expect(await under.carrier.takeEnded(10, LONG)).toEqual([]);
    });
  });
}
