import type { INestMicroservice } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { defined, type Turn, type TurnEnd } from '@quarry/turn';
import type { DeadLetter } from './dead-letters';
import { DELIVERIES } from './delivery';
import { hopController, serve } from './testing/services';
import {
  aTurn,
  collect,
  mustClaim,
  target,
  types,
  type CarrierFactory,
  type CarrierUnderTest,
} from './testing/turns';

const BROKEN: TurnEnd = { outcome: 'failed', reason: 'the model failed', code: 'model_unavailable' };
const ANSWERED: TurnEnd = { outcome: 'answered', reason: 'done' };

/** Failed turns: visible to operators, and retried once. */
export function deadLetterConformance(create: CarrierFactory): void {
  describe('dead letters', () => {
    let under: CarrierUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose());

    async function ended(next: TurnEnd, turn = aTurn(), at?: string): Promise<Turn> {
      await under.carrier.start(turn, target('alpha'));
      const { fence } = await mustClaim(under.carrier, turn.id, 0);
      const result = { patch: {}, next, events: [], ...defined({ at }) };
      await under.carrier.advance(turn.id, 0, fence, result);
      return turn;
    }

    const idsOf = (letters: readonly DeadLetter[]): string[] => letters.map(({ turn }) => turn.id);

    test('are the failed turns of all tenants, last ended first, without those that measure', async () => {
      const first = await ended(BROKEN);
      // Turns that end in the same millisecond have no defined order.
      await under.later(1);
      const second = await ended(BROKEN, aTurn({ tenant: 'globex' }));
      await ended(ANSWERED);
      await ended(BROKEN, aTurn({ options: { depth: 'auto', budget: {}, measuring: true } }));
      const running = aTurn();
      await under.carrier.start(running, target('alpha'));
      const listed = await under.carrier.deadLetters(10);
      expect(idsOf(listed)).toEqual([second.id, first.id]);
      expect(listed[0]?.turn.tenant).toBe('globex');
      expect(await under.carrier.deadLetter(running.id)).toBeNull();
      expect(await under.carrier.deadLetter('never-there')).toBeNull();
    });

    test('are deleted with a turn that its asker deletes', async () => {
      const turn = await ended(BROKEN);
      expect(await under.carrier.hide(turn.tenant, turn.id)).toBe(true);
      expect(await under.carrier.deadLetters(10)).toEqual([]);
      expect(await under.carrier.deadLetter(turn.id)).toBeNull();
    });

    test('report the step of the turn, its attempts, and when and why it ended', async () => {
      const from = Date.now();
      const turn = await ended(BROKEN, aTurn(), 'third_step');
      const letter = await under.carrier.deadLetter(turn.id);
      expect(letter).toMatchObject({ service: 'alpha', at: 'third_step', attempts: 1, retriedAs: null });
      expect(letter?.turn.end).toEqual(BROKEN);
      expect(letter?.lastError).toBeNull();
      expect(letter?.endedAt).toBeGreaterThanOrEqual(from);
      expect(letter?.endedAt).toBeLessThanOrEqual(Date.now());
    });

    test('are listed page by page', async () => {
      const turns: Turn[] = [];
      for (let n = 0; n < 3; n++) {
        await under.later(1);
        turns.push(await ended(BROKEN));
      }
      const [newest] = await under.carrier.deadLetters(1);
      if (!newest) throw new Error('nothing is listed');
      const rest = await under.carrier.deadLetters(10, { endedAt: newest.endedAt, turnId: newest.turn.id });
      expect([newest.turn.id, ...idsOf(rest)]).toEqual(turns.map(({ id }) => id).toReversed());
      expect(await under.carrier.deadLetters(0)).toEqual([]);
    });

    test.each([
      ['poison', { maxAttempts: 1 }, (id: string) => under.carrier.claim(id, 0)],
      ['too large', { maxGroupBytes: 1 }, (id: string) => advance(id)],
      ['too many hops', { maxHops: 1 }, (id: string) => advance(id)],
      ['too late', {}, () => under.carrier.reap(Date.now() + 120_000)],
    ])('include turns that the protocol itself ended: %s', async (_, limits, end) => {
      await under.dispose();
      under = await create(limits);
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      await mustClaim(under.carrier, turn.id, 0);
      await end(turn.id);
      expect(idsOf(await under.carrier.deadLetters(10))).toEqual([turn.id]);
    });

    async function advance(id: string): Promise<void> {
      const result = { patch: { needs: [] }, next: target('beta'), events: [] };
      await under.carrier.advance(id, 0, 1, result);
    }

    test('are retried once as a separate turn, however many callers ask at the same time', async () => {
      const failed = await ended(BROKEN);
      const tries = Array.from({ length: 8 }, () => aTurn({ session: failed.session }));
      const begun = await Promise.all(
        tries.map((turn) => under.carrier.retry(failed.id, turn, target('alpha'))),
      );
      const fresh = begun.filter((one) => one?.existing === false);
      expect(fresh).toHaveLength(1);
      const id = fresh[0]?.turnId ?? '';
      expect(new Set(begun.map((one) => one?.turnId))).toEqual(new Set([id]));
      const recent = await under.carrier.recent(failed.tenant, 20);
      expect(recent.map(({ turn }) => turn.id).toSorted()).toEqual([failed.id, id].toSorted());
      const { fence } = await mustClaim(under.carrier, id, 0);
      await under.carrier.advance(id, 0, fence, { patch: {}, next: ANSWERED, events: [] });
      expect((await under.carrier.read(id))?.turn.end).toEqual(ANSWERED);
    });

    test('do not change when they are retried, are no longer listed, and name their retry', async () => {
      const failed = await ended(BROKEN);
      const log = await collect(under.carrier.events(failed.id));
      const again = await under.carrier.retry(failed.id, aTurn(), target('alpha'));
      expect(await under.carrier.deadLetters(10)).toEqual([]);
      expect(await under.carrier.deadLetter(failed.id)).toMatchObject({ retriedAs: again?.turnId });
      expect((await under.carrier.read(failed.id))?.turn.end).toEqual(BROKEN);
      expect(await collect(under.carrier.events(failed.id))).toEqual(log);
      expect(types(log)).toEqual(['turn.started', 'turn.finished']);
    });

    test('that fail again are dead letters again', async () => {
      const failed = await ended(BROKEN);
      const again = aTurn();
      await under.carrier.retry(failed.id, again, target('alpha'));
      const { fence } = await mustClaim(under.carrier, again.id, 0);
      await under.carrier.advance(again.id, 0, fence, { patch: {}, next: BROKEN, events: [] });
      expect(idsOf(await under.carrier.deadLetters(10))).toEqual([again.id]);
    });

    test('are not retried if the turn runs, ended otherwise, or is unknown', async () => {
      const running = aTurn();
      await under.carrier.start(running, target('alpha'));
      const done = await ended(ANSWERED);
      for (const id of [running.id, done.id, 'never-there', 'no:id']) {
        const turn = aTurn();
        expect(await under.carrier.retry(id, turn, target('alpha'))).toBeNull();
        expect(await under.carrier.read(turn.id)).toBeNull();
      }
    });

    test('expire with their documents', async () => {
      await under.dispose();
      under = await create({ failedTtlMs: 600_000 });
      const { id } = await ended(BROKEN);
      await under.later(600_000);
      expect(await under.carrier.deadLetters(10)).toEqual([]);
      expect(await under.carrier.deadLetter(id)).toBeNull();
      expect(await under.carrier.retry(id, aTurn(), target('alpha'))).toBeNull();
    });

    describe('where every delivery of a job threw', () => {
      let app: INestMicroservice | null = null;
      afterEach(async () => {
        await app?.close();
        app = null;
      });

      test('report the error, although the turn itself ran out of time', async () => {
        const turn = aTurn({ deadline: Date.now() + 3_600_000 });
        await under.carrier.start(turn, target('alpha'));
        let deliveries = 0;
        let broughtBack = (): void => undefined;
        const isBroughtBack = new Promise<void>((resolve) => (broughtBack = resolve));
        app = await serve(under.carrier, [
          hopController('alpha', async () => {
            if (++deliveries > DELIVERIES) broughtBack();
            throw new RpcException('WRONGTYPE\nof https://user:secret@host/');
          }),
        ]);
        // The watchdog adds it again, because it checks jobs that failed for good.
        await isBroughtBack;
        await under.carrier.reap(turn.deadline);
        const letter = await under.carrier.deadLetter(turn.id);
        expect(letter?.turn.end?.code).toBe('deadline');
        expect(letter?.lastError).toBe('WRONGTYPE of https://host/');
      });
    });
  });
}
