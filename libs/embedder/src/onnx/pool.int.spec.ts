import { ModelPool } from './pool';

const oddModel = require.resolve('../testing/odd-model');

function pool(threads = 1, model = 'fine'): ModelPool {
  return new ModelPool(
    { module: oddModel, files: { model, tokenizer: '' }, pooling: { of: 'mean', mean: null } },
    threads,
  );
}

describe('ModelPool', () => {
  it('returns the right vector for every text, also with several threads', async () => {
    const own = pool(2);
    const texts = Array.from({ length: 200 }, (_, i) => 'x'.repeat(i));
    const vectors = await Promise.all(texts.map((text) => own.embed(text, false)));
    expect(vectors.map((vector) => vector[0])).toEqual(texts.map((text) => text.length));
    await own.close();
  });

  it('fails only the text of a dead thread, and continues with a new thread', async () => {
    const own = pool();
    const results = await Promise.allSettled(
      ['a', 'die', 'bbb', 'throw', 'cc'].map((text) => own.embed(text, false)),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({
      reason: {
        name: 'Fault',
        code: 'embedder_unavailable',
        message: expect.stringContaining('code 7') as string,
      },
    });
    expect(results[3]).toMatchObject({ reason: { code: 'embedder_unavailable' } });
    await own.close();
  });

  it('fails all waiting texts if the model cannot be loaded', async () => {
    const own = pool(2, 'broken');
    const results = await Promise.allSettled(['a', 'b', 'c'].map((text) => own.embed(text, false)));
    for (const result of results) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'embedder_unavailable',
          message: expect.stringContaining('this model is damaged') as string,
        },
      });
    }
    await own.close();
  });

  it('embeds queries before passages', async () => {
    const own = pool();
    const order: string[] = [];
    const note = (text: string, urgent: boolean): Promise<void> =>
      own.embed(text, urgent).then(() => void order.push(text));
    await Promise.all([...['p1', 'p2', 'p3'].map((text) => note(text, false)), note('query', true)]);
    expect(order[0]).toBe('query');
    await own.close();
  });

  it('ends its threads on close and cancels waiting texts', async () => {
    const own = pool();
    const running = own.embed('wait', false);
    const waiting = own.embed('x', false);
    const settled = Promise.allSettled([running, waiting]);
    await own.close();
    for (const result of await settled) expect(result).toMatchObject({ reason: { code: 'cancelled' } });
    await expect(own.embed('x', false)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
