import { DEFAULT_LIMITS, type CarrierLimits } from './carrier';
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

const LIMITS: Partial<CarrierLimits> = { maxGroupBytes: 4096, maxTurnBytes: 8192, maxHops: 4 };

/** The worker's side, without any delivery: claim, advance, limits. */
export function ledgerConformance(create: CarrierFactory): void {
  describe('the ledger', () => {
    let under: CarrierUnderTest;
    beforeAll(async () => {
      under = await create(LIMITS);
    });
    afterAll(() => under.dispose());

    async function started(changes = {}): Promise<string> {
      const turn = aTurn(changes);
      await under.carrier.start(turn, target('alpha'));
      return turn.id;
    }

    test('returns the whole turn to the attempt that claims it', async () => {
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha', 'first'));
      const claim = await under.carrier.claim(turn.id, 0);
      expect(claim).toEqual({ kind: 'claimed', fence: 1, attempt: 1, failures: 0, turn, at: 'first' });
    });

    test('refuses a wrong version and an unknown turn', async () => {
      const id = await started();
      expect(await under.carrier.claim(id, 1)).toEqual({ kind: 'past' });
      expect(await under.carrier.claim('tnever', 0)).toEqual({ kind: 'terminal' });
    });

    test('I2: a commit writes the groups of its patch and moves the version by one', async () => {
      const id = await started();
      const { fence, turn } = await mustClaim(under.carrier, id, 0);
      const patch = { evidence: [evidence(1), evidence(2)], plan: { mode: 'bm25', queries: ['q'] } } as const;
      expect(await under.carrier.advance(id, 0, fence, { patch, next: target('beta'), events: [] })).toBe(
        'ok',
      );
      expect(await under.carrier.read(id)).toEqual({
        turn: { ...turn, ...patch },
        v: 1,
        at: 'beta_step',
        status: 'running',
      });
      const second = await mustClaim(under.carrier, id, 1);
      const gone = [1, 2].map((n) => ({ n, gone: true }) as const);
      const emptied = { patch: { plan: null }, pieces: gone, next: target('gamma'), events: [] };
      await under.carrier.advance(id, 1, second.fence, emptied);
      expect((await under.carrier.read(id))?.turn).toEqual(turn);
    });

    test('evidence is appended in pieces by number: a patch may exceed the limit of one piece, and has only new ones', async () => {
      const id = await started({ evidence: [evidence(1, 'opened with')] });
      const commit = async (v: number, ...items: readonly ReturnType<typeof evidence>[]): Promise<string> => {
        const { fence } = await mustClaim(under.carrier, id, v);
        const patch = { evidence: items };
        return under.carrier.advance(id, v, fence, { patch, next: target('beta'), events: [] });
      };
      const long = [2, 3].map((n) => evidence(n, String(n).repeat(2200)));
      expect(await commit(0, ...long.toReversed())).toBe('ok');
      expect(await commit(1, { ...evidence(1), relevance: 0.9 }, evidence(4))).toBe('ok');
      const merged = [{ ...evidence(1), relevance: 0.9 }, ...long, evidence(4)];
      expect((await under.carrier.read(id))?.turn.evidence).toEqual(merged);
      expect((await mustClaim(under.carrier, id, 2)).turn.evidence).toEqual(merged);
    });

    test('I3: only one result is committed per version', async () => {
      const id = await started();
      const first = await mustClaim(under.carrier, id, 0);
      const second = await mustClaim(under.carrier, id, 0);
      expect(second).toMatchObject({ fence: first.fence + 1, attempt: 2 });
      const result = { patch: { needs: [] }, next: target('beta'), events: [] };
      expect(await under.carrier.advance(id, 0, first.fence, result)).toBe('superseded');
      const both = await Promise.all([
        under.carrier.advance(id, 0, second.fence, result),
        under.carrier.advance(id, 0, second.fence, result),
      ]);
      expect(both.sort()).toEqual(['ok', 'past']);
      expect((await under.carrier.read(id))?.v).toBe(1);
      expect(await under.carrier.claim(id, 0)).toEqual({ kind: 'past' });
    });

    test('an attempt knows whether it still holds the turn', async () => {
      const id = await started();
      const { fence } = await mustClaim(under.carrier, id, 0);
      expect(await under.carrier.holds(id, 0, fence)).toBe(true);
      expect(await under.carrier.holds(id, 1, fence)).toBe(false);
      expect(await under.carrier.holds('unknown', 0, fence)).toBe(false);
      const second = await mustClaim(under.carrier, id, 0);
      expect(await under.carrier.holds(id, 0, fence)).toBe(false);
      await under.carrier.cancel(id);
      expect(await under.carrier.holds(id, 0, second.fence)).toBe(false);
    });

    test('an end closes the turn, and drops the groups that repeat the evidence', async () => {
      const id = await started();
      const { fence } = await mustClaim(under.carrier, id, 0);
      const patch = {
        evidence: [evidence(1)],
        context: { text: 'text 1', tokens: 2, items: [1], condensed: false },
        reply: { protocol: 'answer', text: 'raw', model: 'm', extractive: false },
      };
      const end = { outcome: 'answered', reason: 'the evidence holds' } as const;
      const events = [{ type: 'pass.started', pass: 1, why: 'last words', message: '' }] as const;
      expect(await under.carrier.advance(id, 0, fence, { patch, next: end, events })).toBe('ok');
      expect(await under.carrier.read(id)).toMatchObject({
        v: 1,
        status: 'ended',
        turn: { end, evidence: patch.evidence, context: null, reply: null },
      });
      const log = await collect(under.carrier.events(id));
      expect(types(log)).toEqual(['turn.started', 'pass.started', 'turn.finished']);
      expect(log.at(-1)?.body).toEqual({ type: 'turn.finished', ...end });
      expect(await under.carrier.claim(id, 1)).toEqual({ kind: 'terminal' });
      const again = { patch: {}, next: end, events: [] };
      expect(await under.carrier.advance(id, 0, fence, again)).toBe('terminal');
    });

    test('a hop that was started too often ends the turn', async () => {
      const id = await started();
      const { maxAttempts } = DEFAULT_LIMITS;
      // If a process can die without its turns, attempts that died together with other hops do not count.
      const most = under.carrier.kind === 'bullmq' ? 2 * maxAttempts - 1 : maxAttempts;
      for (let attempt = 1; attempt <= most; attempt++) {
        expect((await mustClaim(under.carrier, id, 0)).attempt).toBe(attempt);
      }
      expect(await under.carrier.claim(id, 0)).toEqual({ kind: 'poison' });
      expect(await under.carrier.read(id)).toMatchObject({
        status: 'ended',
        turn: { end: { outcome: 'failed', code: 'poison' } },
      });
      expect(await under.carrier.claim(id, 0)).toEqual({ kind: 'terminal' });
    });

    test('attempts are counted per version', async () => {
      const id = await started();
      await mustClaim(under.carrier, id, 0);
      const { fence } = await mustClaim(under.carrier, id, 0);
      await under.carrier.advance(id, 0, fence, { patch: {}, next: target('beta'), events: [] });
      expect(await mustClaim(under.carrier, id, 1)).toMatchObject({ attempt: 1, fence: fence + 1 });
    });

    test('a claim past the deadline ends the turn', async () => {
      const id = await started({ deadline: Date.now() - 1 });
      expect(await under.carrier.claim(id, 0)).toEqual({ kind: 'expired' });
      expect((await under.carrier.read(id))?.turn.end).toMatchObject({ outcome: 'failed', code: 'deadline' });
    });

    test('the watchdog ends turns past their deadline, once', async () => {
      const id = await started({ deadline: Date.now() + 60_000 });
      expect(await under.carrier.reap()).toBe(0);
      expect(await under.carrier.reap(Date.now() + 120_000)).toBeGreaterThanOrEqual(1);
      expect((await under.carrier.read(id))?.turn.end).toMatchObject({ outcome: 'failed', code: 'deadline' });
      expect(types(await collect(under.carrier.events(id)))).toEqual(['turn.started', 'turn.finished']);
    });

    test('the watchdog ends all turns that are due after an outage in one round', async () => {
      const deadline = Date.now() + 60_000;
      const ids = await Promise.all(Array.from({ length: 450 }, () => started({ deadline })));
      expect(await under.carrier.reap(Date.now() + 120_000)).toBeGreaterThanOrEqual(ids.length);
      const views = await Promise.all(ids.map((id) => under.carrier.read(id)));
      expect(views.filter((view) => view?.status !== 'ended')).toEqual([]);
    });

    test('one piece above its limit ends the turn', async () => {
      const id = await started();
      const { fence } = await mustClaim(under.carrier, id, 0);
      const patch = { evidence: [evidence(1, 'é'.repeat(2048))] };
      expect(await under.carrier.advance(id, 0, fence, { patch, next: target('beta'), events: [] })).toBe(
        'too_large',
      );
      expect(await under.carrier.read(id)).toMatchObject({
        status: 'ended',
        turn: { evidence: [], end: { outcome: 'failed', code: 'turn_too_large' } },
      });
    });

    test('events of a hop are emitted even if its patch is above the limit, but not if the hop was superseded', async () => {
      const id = await started();
      const { fence } = await mustClaim(under.carrier, id, 0);
      const second = await mustClaim(under.carrier, id, 0);
      const told = (why: string) => [{ type: 'pass.started', pass: 1, why, message: '' }] as const;
      const large = { patch: { evidence: [evidence(1, 'x'.repeat(8192))] }, next: target('beta') };
      const zombie = await under.carrier.advance(id, 0, fence, { ...large, events: told('zombie') });
      expect(zombie).toBe('superseded');
      await under.carrier.advance(id, 0, second.fence, { ...large, events: told('large') });
      const log = await collect(under.carrier.events(id));
      expect(log.flatMap(({ body }) => (body.type === 'pass.started' ? [body.why] : []))).toEqual(['large']);
      expect(log.at(-1)?.body).toMatchObject({ type: 'turn.finished', code: 'turn_too_large' });
    });

    test('a turn that grows above its limit over several hops ends', async () => {
      const id = await started();
      const replies: string[] = [];
      for (let v = 0; v < 3; v++) {
        const { fence } = await mustClaim(under.carrier, id, v);
        const group = ['evidence', 'reply', 'context'][v] ?? '';
        const text = 'x'.repeat(3000);
        replies.push(
          await under.carrier.advance(id, v, fence, {
            patch: { [group]: group === 'evidence' ? [evidence(1, text)] : { text } },
            next: target('beta'),
            events: [],
          }),
        );
      }
      expect(replies).toEqual(['ok', 'ok', 'too_large']);
      expect((await under.carrier.read(id))?.turn.end?.code).toBe('turn_too_large');
    });

    test('a group that is rewritten counts once', async () => {
      const id = await started();
      for (let v = 0; v < 3; v++) {
        const { fence } = await mustClaim(under.carrier, id, v);
        const patch = { evidence: [evidence(1, 'x'.repeat(3000))] };
        expect(await under.carrier.advance(id, v, fence, { patch, next: target('beta'), events: [] })).toBe(
          'ok',
        );
      }
    });

    test('a turn that never ends is stopped', async () => {
      const id = await started();
      for (let v = 0; v < 4; v++) {
        const { fence } = await mustClaim(under.carrier, id, v);
        await under.carrier.advance(id, v, fence, { patch: {}, next: target('beta'), events: [] });
      }
      expect(await under.carrier.read(id)).toMatchObject({
        v: 4,
        status: 'ended',
        turn: { end: { outcome: 'failed', code: 'internal' } },
      });
    });
  });
}
