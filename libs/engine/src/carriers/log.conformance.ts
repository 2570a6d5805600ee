import { attemptOf, IN_EVENT_ID, isAfter, type TurnEvent } from '@quarry/turn';
import {
  aTurn,
  collect,
  mustClaim,
  target,
  types,
  type CarrierFactory,
  type CarrierUnderTest,
} from './testing/turns';

/** The turn's log: ids, replay, following, resuming. */
export function logConformance(create: CarrierFactory): void {
  describe('the log', () => {
    let under: CarrierUnderTest;
    beforeAll(async () => {
      under = await create();
    });
    afterAll(() => under.dispose());

    const delta = (text: string) => ({ type: 'answer.delta', text }) as const;

    async function claimed(): Promise<{ id: string; fence: number }> {
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      return { id: turn.id, fence: (await mustClaim(under.carrier, turn.id, 0)).fence };
    }

    async function end(id: string, v: number, fence: number): Promise<void> {
      const next = { outcome: 'answered', reason: 'done' } as const;
      await under.carrier.advance(id, v, fence, { patch: {}, next, events: [] });
    }

    test('begins with the question', async () => {
      const { id } = await claimed();
      const [first] = await collect(under.carrier.events(id), 1);
      expect(first).toMatchObject({
        id: `${first?.at}-1`,
        body: {
          type: 'turn.started',
          question: 'Where is the invoice posted?',
          pipeline: 'code@0123456789abcdef',
        },
      });
      expect(Math.abs((first?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    });

    test('ids consist of the time of the attempt and the number in it', async () => {
      const { id, fence } = await claimed();
      await under.carrier.emit(id, 0, fence, 1, delta('a'));
      await under.carrier.emit(id, 0, fence, 2, delta('b'));
      await under.carrier.advance(id, 0, fence, { patch: {}, next: target('beta'), events: [delta('c')] });
      const second = await mustClaim(under.carrier, id, 1);
      await under.carrier.emit(id, 1, second.fence, 1, delta('d'));
      await end(id, 1, second.fence);
      const log = await collect(under.carrier.events(id));
      expect(shapeOf(log)).toEqual(['0-1', '1-1', '1-2', '1-3', '2-1', '2-2']);
      const times = [...new Set(log.map(({ id }) => Number(id.split('-')[0])))];
      expect(log.map(({ id }) => attemptOf(id))).toEqual([
        { version: 0, attempt: 0 },
        ...Array.from({ length: 3 }, () => ({ version: 0, attempt: 1 })),
        ...Array.from({ length: 2 }, () => ({ version: 1, attempt: 1 })),
      ]);
      for (const time of times) expect(Math.abs(time - Date.now())).toBeLessThan(60_000);
    });

    test('events of a commit have their numbers, and follow the last one if those are taken', async () => {
      const { id, fence } = await claimed();
      await under.carrier.emit(id, 0, fence, 1, delta('a'));
      const events = [delta('b'), delta('c')];
      await under.carrier.advance(id, 0, fence, { patch: {}, next: target('beta'), events, n: 2 });
      const second = await mustClaim(under.carrier, id, 1);
      await under.carrier.emit(id, 1, second.fence, 1, delta('d'));
      const next = { outcome: 'answered', reason: 'done' } as const;
      await under.carrier.advance(id, 1, second.fence, { patch: {}, next, events, n: 1 });
      const log = await collect(under.carrier.events(id));
      const ids = ['0-1', '1-1', '1-2', '1-3', '2-1', '2-2', '2-3', '2-4'];
      expect(shapeOf(log)).toEqual(ids);
      const texts = log.flatMap(({ body }) => (body.type === 'answer.delta' ? [body.text] : []));
      expect(texts).toEqual(['a', 'b', 'c', 'd', 'b', 'c']);
    });

    test('a new attempt starts with reset, and the previous one can no longer emit', async () => {
      const { id, fence } = await claimed();
      await under.carrier.emit(id, 0, fence, 1, delta('zombie'));
      const second = await mustClaim(under.carrier, id, 0);
      expect(await under.carrier.emit(id, 0, fence, 2, delta('zombie'))).toBe('superseded');
      expect(await under.carrier.emit(id, 0, second.fence, 1, delta('new'))).toBe('ok');
      await end(id, 0, second.fence);
      const log = await collect(under.carrier.events(id));
      expect(types(log)).toEqual(['turn.started', 'answer.delta', 'reset', 'answer.delta', 'turn.finished']);
    });

    test('an event that is sent twice is in the log once', async () => {
      const { id, fence } = await claimed();
      for (const n of [1, 1, 2, 1, 2])
        expect(await under.carrier.emit(id, 0, fence, n, delta(`${n}`))).toBe('ok');
      await end(id, 0, fence);
      const texts = (await collect(under.carrier.events(id))).flatMap(({ body }) =>
        body.type === 'answer.delta' ? [body.text] : [],
      );
      expect(texts).toEqual(['1', '2']);
    });

    test('several events at once are numbered in their order, and are in the log once', async () => {
      const { id, fence } = await claimed();
      for (let again = 0; again < 2; again++)
        expect(await under.carrier.emit(id, 0, fence, 1, delta('a'), delta('b'))).toBe('ok');
      expect(await under.carrier.emit(id, 0, fence, 2, delta('b'), delta('c'))).toBe('ok');
      await end(id, 0, fence);
      const log = await collect(under.carrier.events(id));
      expect(shapeOf(log)).toEqual(['0-1', '1-1', '1-2', '1-3', '1-4']);
      expect(log.flatMap(({ body }) => (body.type === 'answer.delta' ? [body.text] : []))).toEqual([
        'a',
        'b',
        'c',
      ]);
    });

    test('I4: ids increase strictly, and every follower sees the same, from any start', async () => {
      const { id, fence } = await claimed();
      const followers: Promise<TurnEvent[]>[] = [];
      await under.carrier.emit(id, 0, fence, 1, delta('1'));
      const [time, first] = (await collect(under.carrier.events(id), 2)).at(-1)?.id.split('-') ?? [];
      const before = Number(first) - 1;
      for (let n = 2; n <= 120; n++) {
        await under.carrier.emit(id, 0, fence, n, delta(`${n}`));
        if (n % 30 === 0) followers.push(collect(under.carrier.events(id)));
        if (n % 40 === 0)
          followers.push(collect(under.carrier.events(id, { after: `${time}-${before + n - 20}` })));
      }
      await end(id, 0, fence);
      const replay = await collect(under.carrier.events(id));
      expect(replay).toHaveLength(122);
      replay
        .slice(1)
        .forEach((event, index) => expect(isAfter(event.id, replay[index]?.id ?? '')).toBe(true));
      for (const live of await Promise.all(followers)) {
        expect(live).toEqual(replay.slice(replay.length - live.length));
      }
      expect((await Promise.all(followers)).map((live) => live.length)).toEqual([
        122, 101, 122, 61, 122, 122, 21,
      ]);
    });

    test('a reader that reconnects again and again loses and repeats nothing', async () => {
      const { id, fence } = await claimed();
      const seen: string[] = [];
      const reader = (async () => {
        for (let after: string | undefined; ; after = seen.at(-1)) {
          const part = await collect(under.carrier.events(id, after === undefined ? {} : { after }), 7);
          if (part.length === 0) return;
          seen.push(...part.map((event) => event.id));
        }
      })();
      for (let n = 1; n <= 60; n++) await under.carrier.emit(id, 0, fence, n, delta(`${n}`));
      await end(id, 0, fence);
      await reader;
      expect(seen).toEqual((await collect(under.carrier.events(id))).map((event) => event.id));
    });

    test('a slow reader gets everything', async () => {
      const { id, fence } = await claimed();
      const seen: string[] = [];
      let goOn = (): void => undefined;
      const allSent = new Promise<void>((resolve) => (goOn = resolve));
      const slow = (async () => {
        for await (const event of under.carrier.events(id)) {
          seen.push(event.id);
          if (seen.length === 3) await allSent;
        }
      })();
      for (let n = 1; n <= 1500; n++) await under.carrier.emit(id, 0, fence, n, delta('.'));
      await end(id, 0, fence);
      goOn();
      await slow;
      expect(seen).toHaveLength(1502);
      expect(new Set(seen).size).toBe(1502);
    });

    test('following ends with the signal, even if nothing happens', async () => {
      const { id } = await claimed();
      const abort = new AbortController();
      const follower = under.carrier.events(id, { signal: abort.signal })[Symbol.asyncIterator]();
      expect(await follower.next()).toMatchObject({ value: { body: { type: 'turn.started' } } });
      const more = follower.next();
      abort.abort();
      expect((await more).done).toBe(true);
      expect(await collect(under.carrier.events(id, { signal: AbortSignal.abort() }))).toEqual([]);
    });

    test('nothing comes after the last event', async () => {
      const { id, fence } = await claimed();
      await end(id, 0, fence);
      const last = (await collect(under.carrier.events(id))).at(-1);
      expect(await collect(under.carrier.events(id, { after: last?.id ?? '' }))).toEqual([]);
      expect(await collect(under.carrier.events(id, { after: '999999999999999-1' }))).toEqual([]);
    });

    test.each(['', 'x', '1', '-1', '1-', '$', '99999999999999999999-1', '(1-1', '0-0\r\n'])(
      'a cursor that is not an event id (%j) means the start',
      async (after) => {
        const { id, fence } = await claimed();
        await end(id, 0, fence);
        expect(await collect(under.carrier.events(id, { after }))).toHaveLength(2);
      },
    );
  });
}

/** Ids with numbered attempts: the first part of each becomes `0`, `1`, … in order. */
function shapeOf(log: readonly TurnEvent[]): string[] {
  const times = [...new Set(log.map(({ id }) => id.split('-')[0]))];
  return log.map(({ id }) => {
    const [time, n] = id.split('-');
    return `${times.indexOf(time)}-${Number(n) % IN_EVENT_ID.attempt}`;
  });
}
