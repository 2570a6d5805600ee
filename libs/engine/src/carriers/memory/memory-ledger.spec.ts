import { DEFAULT_LIMITS } from '../carrier';
import { aTurn, collect, target } from '../testing/turns';
import { MemoryCore } from './memory-core';
import { MemoryDoor } from './memory-door';
import { MemoryLedger } from './memory-ledger';

const DONE = { outcome: 'answered', reason: 'done' } as const;
const NOW = Date.UTC(2026, 10, 23);
const FAILED = { outcome: 'failed', reason: 'broken', code: 'internal' } as const;

/** Both sides of a carrier over the same turns. */
class Sides {
  readonly core = new MemoryCore(DEFAULT_LIMITS, undefined, undefined, { now: () => NOW });
  readonly ledger = new MemoryLedger(this.core);
  readonly door = new MemoryDoor(this.core);
}

describe('what the memory carrier keeps', () => {
  async function ended(
    { ledger, door }: Sides,
    end: typeof DONE | typeof FAILED,
    key?: string,
  ): Promise<string> {
    const turn = aTurn();
    door.start(turn, target('alpha'), key);
    const claim = await ledger.claim(turn.id, 0);
    if (claim.kind === 'claimed') {
      await ledger.advance(turn.id, 0, claim.fence, { patch: {}, next: end, events: [] });
    }
    return turn.id;
  }

  test('I8: an ended turn expires, a failed one later', async () => {
    const sides = new Sides();
    const { ledger, door } = sides;
    const [done, failed] = [await ended(sides, DONE), await ended(sides, FAILED)];
    await ledger.reap(NOW + DEFAULT_LIMITS.endedTtlMs - 60_000);
    expect(door.view(done)).not.toBeNull();
    await ledger.reap(NOW + DEFAULT_LIMITS.endedTtlMs + 60_000);
    expect(door.view(done)).toBeNull();
    expect(door.recent('acme', 10, false).map(({ turn }) => turn.id)).toEqual([failed]);
    await ledger.reap(NOW + DEFAULT_LIMITS.failedTtlMs + 60_000);
    expect(door.recent('acme', 10, false)).toEqual([]);
  });

  test('an idempotency key is kept for as long as a failed turn', async () => {
    const sides = new Sides();
    const { ledger, door } = sides;
    const id = await ended(sides, DONE, 'key');
    await ledger.reap(NOW + DEFAULT_LIMITS.endedTtlMs + 60_000);
    expect(door.start(aTurn(), target('alpha'), 'key')).toEqual({ turnId: id, existing: true });
    await ledger.reap(NOW + DEFAULT_LIMITS.failedTtlMs + 60_000);
    expect(door.start(aTurn(), target('alpha'), 'key')).toMatchObject({ existing: false });
  });

  test('following an expired turn ends', async () => {
    const sides = new Sides();
    const id = await ended(sides, DONE);
    const log = sides.core.turns.get(id)?.log;
    const [started] = log ? await collect(log.follow(undefined, undefined), 1) : [];
    await sides.ledger.reap(NOW + DEFAULT_LIMITS.endedTtlMs + 60_000);
    expect(log && (await collect(log.follow(started?.id, undefined)))).toHaveLength(1);
    expect(sides.core.turns.get(id)).toBeUndefined();
  });

  test('I9: no job is left when the turns are over', async () => {
    const { core, ledger, door } = new Sides();
    const consumer = core.queues.consume(['alpha'], 4, async (_, { t, v }) => {
      const claim = await ledger.claim(t, v);
      if (claim.kind !== 'claimed') return;
      if (claim.attempt === 1) throw new Error('first attempt');
      await ledger.advance(t, v, claim.fence, { patch: {}, next: DONE, events: [] });
    });
    const turns = Array.from({ length: 10 }, () => aTurn());
    for (const turn of turns) door.start(turn, target('alpha'));
    await door.cancel(turns[0]?.id ?? '');
    await Promise.all(turns.map(async ({ id }) => collect(door.events(id))));
    await core.queues.stop(consumer);
    expect(core.queues.size).toBe(0);
  });
});
