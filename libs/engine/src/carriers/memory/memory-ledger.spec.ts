import { DEFAULT_LIMITS } from '../carrier';
import { aTurn, collect, target } from '../testing/turns';
import { MemoryLedger } from './memory-ledger';

const DONE = { outcome: 'answered', reason: 'done' } as const;
const FAILED = { outcome: 'failed', reason: 'broken', code: 'internal' } as const;

describe('what the memory carrier keeps', () => {
  async function ended(
    ledger: MemoryLedger,
    end: typeof DONE | typeof FAILED,
    key?: string,
  ): Promise<string> {
    const turn = aTurn();
    ledger.start(turn, target('alpha'), key);
    const claim = await ledger.claim(turn.id, 0);
    if (claim.kind === 'claimed') {
      await ledger.advance(turn.id, 0, claim.fence, { patch: {}, next: end, events: [] });
    }
    return turn.id;
  }

  test('I8: an ended turn is forgotten after its time, a failed one later', async () => {
    const ledger = new MemoryLedger(DEFAULT_LIMITS);
    const [done, failed] = [await ended(ledger, DONE), await ended(ledger, FAILED)];
    await ledger.reap(Date.now() + DEFAULT_LIMITS.endedTtlMs - 60_000);
    expect(ledger.view(done)).not.toBeNull();
    await ledger.reap(Date.now() + DEFAULT_LIMITS.endedTtlMs + 60_000);
    expect(ledger.view(done)).toBeNull();
    expect(ledger.recent('acme', 10, false).map(({ turn }) => turn.id)).toEqual([failed]);
    await ledger.reap(Date.now() + DEFAULT_LIMITS.failedTtlMs + 60_000);
    expect(ledger.recent('acme', 10, false)).toEqual([]);
  });

  test('an idempotency key is kept for as long as a failed turn', async () => {
    const ledger = new MemoryLedger(DEFAULT_LIMITS);
    const id = await ended(ledger, DONE, 'key');
    await ledger.reap(Date.now() + DEFAULT_LIMITS.endedTtlMs + 60_000);
    expect(ledger.start(aTurn(), target('alpha'), 'key')).toEqual({ turnId: id, existing: true });
    await ledger.reap(Date.now() + DEFAULT_LIMITS.failedTtlMs + 60_000);
    expect(ledger.start(aTurn(), target('alpha'), 'key')).toMatchObject({ existing: false });
  });

  test('a follower of a forgotten turn is let go', async () => {
    const ledger = new MemoryLedger(DEFAULT_LIMITS);
    const id = await ended(ledger, DONE);
    const log = ledger.log(id);
    const [started] = log ? await collect(log.follow(undefined, undefined), 1) : [];
    await ledger.reap(Date.now() + DEFAULT_LIMITS.endedTtlMs + 60_000);
    expect(log && (await collect(log.follow(started?.id, undefined)))).toHaveLength(1);
    expect(ledger.log(id)).toBeUndefined();
  });

  test('I9: no job is left when the turns are over', async () => {
    const ledger = new MemoryLedger(DEFAULT_LIMITS);
    const consumer = ledger.queues.consume(['alpha'], 4, async (_, { t, v }) => {
      const claim = await ledger.claim(t, v);
      if (claim.kind !== 'claimed') return;
      if (claim.attempt === 1) throw new Error('first attempt');
      await ledger.advance(t, v, claim.fence, { patch: {}, next: DONE, events: [] });
    });
    const turns = Array.from({ length: 10 }, () => aTurn());
    for (const turn of turns) ledger.start(turn, target('alpha'));
    await ledger.cancel(turns[0]?.id ?? '');
    await Promise.all(
      turns.map(async ({ id }) => collect(ledger.log(id)?.follow(undefined, undefined) ?? empty())),
    );
    await ledger.queues.stop(consumer);
    expect(ledger.queues.size).toBe(0);
  });
});

async function* empty(): AsyncGenerator<never> {}
