import { setImmediate } from 'node:timers/promises';
import { createMemoryCarrier } from '@quarry/engine';
import { Asker } from './asker';
import { serveHops } from './hop-services';
import { RING } from './plan';

describe('Asker', () => {
  const plan = { hops: 8, workMs: 0, foundKb: 0, carriedKb: 1 };

  it('stores ended turns, each in its own session, up to the requested number', async () => {
    const carrier = createMemoryCarrier({ concurrency: 4, closeMs: 0 });
    const app = await serveHops(carrier, RING);
    try {
      const asker = new Asker(carrier);
      const { signal } = new AbortController();
      await asker.store(130, plan, signal);
      await asker.store(250, plan, signal);
      await asker.store(200, plan, signal);
      const views = await carrier.recent('local', 1_000);
      expect(views.map(({ status }) => status)).toEqual(Array.from({ length: 250 }, () => 'ended'));
      expect(new Set(views.map(({ turn }) => turn.session)).size).toBe(250);
      // Measured turns are not among them.
      await asker.ended(await asker.begin(plan));
      expect(await carrier.recent('local', 1_000)).toHaveLength(250);
    } finally {
      await app.close();
      await carrier.close();
    }
  });

  it('stops storing when the signal fires', async () => {
    const carrier = createMemoryCarrier({ concurrency: 4, closeMs: 0 });
    const stopped = new Asker(carrier).store(10, plan, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    await carrier.close();
  });

  it('stops waiting for idle queues when the signal fires', async () => {
    // No process serves the hops, so their jobs wait forever.
    const carrier = createMemoryCarrier({ concurrency: 4, closeMs: 0 });
    const stop = new AbortController();
    const looked = jest.spyOn(carrier, 'queues');
    const stored = new Asker(carrier).store(3, plan, stop.signal);
    const ended = expect(stored).rejects.toMatchObject({ code: 'cancelled' });
    while (looked.mock.calls.length === 0) await setImmediate();
    stop.abort();
    await ended;
    await carrier.close();
  });
});
