import type { Embedder } from '@quarry/embedder';
import { aContext, aTurn } from '@quarry/engine/testing';
import { raiseNeeds } from '@quarry/turn';
import { sameRequests, type Asked } from './same-request';

/** An embedder with two topics, errors and invoices, as unit vectors. Records its calls. */
class Topics implements Embedder {
  readonly id = 'topics';
  readonly dimension = 2;
  readonly calls: Parameters<Embedder['embed']>[] = [];

  embed(...call: Parameters<Embedder['embed']>): ReturnType<Embedder['embed']> {
    this.calls.push(call);
    // The more often a text names its topic, the closer it is.
    const vector = (text: string) => {
      const errors = text.split('error').length - 1;
      const invoices = text.split('invoice').length - 1;
      const length = Math.hypot(errors, invoices) || 1;
      return Float32Array.from([errors / length, invoices / length]);
    };
    return Promise.resolve(call[0].map(vector));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const context = aContext();
async function same(requests: readonly string[], former: readonly Asked[], least = 0.85) {
  const embedder = new Topics();
  const turn = aTurn({ needs: raiseNeeds([], requests, 1) });
  const settings = { ...context.settings, repeat_similarity: least };
  const { signal } = context;
  const found = await sameRequests({ turn, settings, open: turn.needs, now: 0, embedder, signal }, former);
  return { found: found.map(({ need, former }) => [need.text, former.text]), calls: embedder.calls };
}

describe('sameRequests', () => {
  it('finds the nearest former request', async () => {
    const former = [
      { text: 'invoices and one error' },
      { text: 'error upon error and an invoice' },
      { text: 'an error' },
      { text: 'an invoice' },
    ];
    expect((await same(['how an error is handled', 'how an invoice ends'], former, 0.5)).found).toEqual([
      ['how an error is handled', 'an error'],
      ['how an invoice ends', 'an invoice'],
    ]);
  });

  it('treats a similarity exactly at the threshold as another request', async () => {
    expect((await same(['how an error is handled'], [{ text: 'an error' }], 1)).found).toEqual([]);
  });

  it('never compares names by meaning, neither with names nor with words', async () => {
    const words = { text: 'how an error is handled' };
    const name = { text: 'error_handler' };
    expect((await same(['error_log'], [words])).found).toEqual([]);
    expect((await same(['how an error ends'], [name])).found).toEqual([]);
    expect((await same(['how an error ends', 'error_log'], [name, words])).found).toEqual([
      ['how an error ends', words.text],
    ]);
  });

  it('compares a call by meaning only with calls of the same tool', async () => {
    const call = { tool: 'search', id: 'c1', arguments: {} } as const;
    expect((await same(['how an error ends'], [{ text: 'how an error is handled', call }])).found).toEqual(
      [],
    );
  });

  it('embeds requests as queries, and only if both sides have requests in words', async () => {
    const { calls } = await same(['how an error ends'], [{ text: 'an invoice' }]);
    expect(calls).toEqual([[['how an error ends', 'an invoice'], { as: 'query', signal: context.signal }]]);
    expect((await same(['error_log'], [{ text: 'an invoice' }])).calls).toEqual([]);
    expect((await same(['how an error ends'], [{ text: 'error_log' }])).calls).toEqual([]);
    expect((await same(['how an error ends'], [{ text: 'How an error ends?' }])).calls).toEqual([]);
  });
});
