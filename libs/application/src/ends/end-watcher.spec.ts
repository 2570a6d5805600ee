import { createMemoryCarrier, type Carrier } from '@quarry/engine';
import { newTurnId, openTurn, type TurnOptions } from '@quarry/turn';
import { TestClock } from '@quarry/turn/testing';
import type { EndedTurn, EndHandler } from './end-handler';
import { EndWatcher } from './end-watcher';

describe('EndWatcher', () => {
  let carrier: Carrier;
  let clock: TestClock;
  beforeEach(() => {
    clock = TestClock.running();
    carrier = createMemoryCarrier({ clock });
  });
  afterEach(() => carrier.close());

  /** Starts a turn and cancels it. */
  async function ended(options: Partial<TurnOptions> = {}): Promise<string> {
    const askedAt = clock.now();
    const id = newTurnId();
    const turn = openTurn({
      id,
      tenant: 'acme',
      session: 's1',
      pipeline: 'code@0123456789abcdef',
      question: 'Where is the invoice posted?',
      isEnglish: true,
      askedAt,
      deadline: askedAt + 60_000,
      options,
    });
    await carrier.start(turn, { step: 'entry', service: 'router' });
    await carrier.cancel(id);
    return id;
  }

  function handler(
    name: string,
    seen: string[],
    work: (ended: EndedTurn) => void = () => undefined,
  ): EndHandler {
    return {
      name,
      ended: async (one) => {
        seen.push(`${name} ${one.turn.id}`);
        work(one);
      },
    };
  }

  it('passes each ended turn, with its complete log, to every handler once', async () => {
    const seen: string[] = [];
    const logs: string[][] = [];
    const watcher = new EndWatcher(carrier, [
      handler('a', seen, ({ events }) => logs.push(events.map(({ body }) => body.type))),
      handler('b', seen),
    ]);
    const [first, second] = [await ended(), await ended()];
    await Promise.all([watcher.look(), watcher.look()]);
    await watcher.look();
    expect(seen.toSorted()).toEqual([`a ${first}`, `a ${second}`, `b ${first}`, `b ${second}`].toSorted());
    expect(logs).toEqual([
      ['turn.started', 'turn.finished'],
      ['turn.started', 'turn.finished'],
    ]);
  });

  it('leaves a turn unsettled if a handler throws, and continues with the others', async () => {
    const seen: string[] = [];
    const [bad, good] = [await ended(), await ended()];
    const watcher = new EndWatcher(carrier, [
      handler('a', seen, ({ turn }) => {
        if (turn.id === bad) throw new Error('no');
      }),
      handler('b', seen),
    ]);
    await watcher.look();
    expect(seen).toContain(`b ${good}`);
    expect(seen).not.toContain(`b ${bad}`);
    // The other turn is settled. This one is redelivered, but not before its lease expires.
    expect(await carrier.takeEnded(10, 1)).toEqual([]);
    clock.pass(30_000);
    expect(await carrier.takeEnded(10, 1)).toEqual([bad]);
  });

  it('skips turns that measure a pipeline', async () => {
    const seen: string[] = [];
    await ended({ measuring: true });
    await new EndWatcher(carrier, [handler('a', seen)]).look();
    expect(seen).toEqual([]);
    expect(await carrier.takeEnded(10, 1)).toEqual([]);
  });

  it('handles the turns that have ended before it closes', async () => {
    const seen: string[] = [];
    const watcher = new EndWatcher(carrier, [handler('a', seen)]);
    watcher.start();
    const id = await ended();
    await watcher.onModuleDestroy();
    expect(seen).toEqual([`a ${id}`]);
  });
});
