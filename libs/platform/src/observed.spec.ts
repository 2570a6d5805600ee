import type { ChatInputs, ChatRequest } from '@quarry/chat-model';
import { Fault } from '@quarry/turn';
import { observed, observedEmbedder, observedModel } from './observed';
import { UNOBSERVED, type PlatformObserver } from './observer';

/** A store that keeps its state private, as adapters do. */
class Counter {
  #count = 0;

  async add(n: number): Promise<number> {
    if (n < 0) throw new Fault('index_missing', 'none');
    if (n === 0) throw new TypeError('zero');
    return (this.#count += n);
  }

  async *export(): AsyncGenerator<number> {
    yield this.#count;
  }

  async close(): Promise<void> {
    this.#count = -1;
  }
}

const NO_INPUTS: ChatInputs = {
  task: '',
  question: '',
  evidence: [],
  history: [],
  needs: [],
  misses: [],
  definable: [],
  pass: 1,
  queries: [],
  assessments: [],
  modes: [],
};

describe('a store that is observed', () => {
  const calls: unknown[][] = [];
  const observer: PlatformObserver = {
    ...UNOBSERVED,
    storeCalled: (...call) => calls.push(call),
  };
  const store = observed(new Counter(), 'graph', observer);
  beforeEach(() => {
    calls.length = 0;
  });

  it('answers as before, and tells how long it took', async () => {
    expect(await store.add(2)).toBe(2);
    expect(await store.add(3)).toBe(5);
    expect(calls).toEqual([
      ['graph', 'add', expect.any(Number), null],
      ['graph', 'add', expect.any(Number), null],
    ]);
  });

  it('throws as before, and tells the code', async () => {
    await expect(store.add(-1)).rejects.toMatchObject({ code: 'index_missing' });
    await expect(store.add(0)).rejects.toBeInstanceOf(TypeError);
    expect(calls.map((call) => call[3])).toEqual(['index_missing', 'internal']);
  });

  it('is a model, too, told by its task; and an embedder', async () => {
    const model = {
      id: 'm',
      generative: true,
      complete: async ({ maxOutputTokens }: { readonly maxOutputTokens: number }) => {
        if (maxOutputTokens === 0) throw new Fault('model_timeout', 'too late');
        return { text: 'hi', model: 'm-1', inputTokens: 3, outputTokens: 1, finish: 'stop' as const };
      },
    };
    const told: unknown[][] = [];
    const counting: PlatformObserver = {
      ...UNOBSERVED,
      modelCalled: (...call) => told.push(call),
      embedderCalled: (...call) => told.push(call),
    };
    const seen = observedModel(model, counting);
    const request = (maxOutputTokens: number): ChatRequest => ({
      messages: [],
      inputs: { ...NO_INPUTS, task: 'router' },
      maxOutputTokens,
    });
    expect((await seen.complete(request(10))).text).toBe('hi');
    await expect(seen.complete(request(0))).rejects.toMatchObject({ code: 'model_timeout' });
    const embedder = observedEmbedder(
      { id: 'e', dimension: 1, embed: async () => [new Float32Array([1])], close: async () => undefined },
      counting,
    );
    expect(await embedder.embed(['x'], { as: 'query' })).toEqual([new Float32Array([1])]);
    expect(told).toEqual([
      ['m', 'router', expect.any(Number), null],
      ['m', 'router', expect.any(Number), 'model_timeout'],
      ['query', expect.any(Number), null],
    ]);
  });

  it('streams and closes without being counted', async () => {
    const seen: number[] = [];
    for await (const value of store.export()) seen.push(value);
    await store.close();
    expect(seen).toEqual([5]);
    expect(calls).toEqual([]);
  });
});
