import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { OpenResponses } from './open-responses';

class Sent extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('OpenResponses', () => {
  const watched = (open: OpenResponses, mayStay: () => Promise<boolean>): Sent => {
    const sent = new Sent();
    open.watch(sent as unknown as ServerResponse, mayStay);
    return sent;
  };

  it('cuts off whoever may no longer stay, and nobody else', async () => {
    const open = new OpenResponses();
    let good = true;
    const [revoked, other, unknown] = [
      watched(open, async () => good),
      watched(open, async () => true),
      watched(open, () => Promise.reject(new Error('the store is away'))),
    ];
    await open.look();
    expect([revoked, other, unknown].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    good = false;
    await open.look();
    expect([revoked, other, unknown].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
    open.onModuleDestroy();
  });

  it('looks by itself, and no longer at what has ended', async () => {
    jest.useFakeTimers();
    const open = new OpenResponses();
    let looks = 0;
    const sent = watched(open, async () => ((looks += 1), true));
    await jest.advanceTimersByTimeAsync(2_500);
    expect(looks).toBe(2);
    sent.emit('close');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(looks).toBe(2);
    open.onModuleDestroy();
    jest.useRealTimers();
  });
});
