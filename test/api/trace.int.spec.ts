import type { TurnDto } from '@quarry/client';
import type { QuarryConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, slowAnswer, startGateway } from './gateway-under-test';

interface Prompt {
  readonly step: string;
  readonly reply: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[] | null;
}
interface Trace {
  readonly status: string;
  readonly waitedMs: number;
  readonly workMs: number;
  readonly totalMs: number;
  readonly hops: readonly {
    readonly hop: number;
    readonly service: string;
    readonly waitedMs: number | null;
    readonly workMs: number;
    readonly steps: readonly {
      readonly step: string;
      readonly calls: readonly Prompt[];
      readonly searches: unknown[];
    }[];
  }[];
  readonly unanswered: readonly Prompt[];
}

describe('the trace of a turn', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };

  const open = (settings: Partial<QuarryConfig> = {}) =>
    startGateway(fixture.dataDir, {
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
      ...settings,
    });
  const ask = async (question: string): Promise<TurnDto> =>
    (await call<TurnDto>(gateway.url, 'POST /v1/turns', { body: { question, wait: true } })).body;
  const trace = async (id: string, query = ''): Promise<Trace> =>
    (await call<Trace>(gateway.url, `GET /v1/turns/${id}/trace${query}`)).body;
  const callsOf = ({ hops }: Trace): readonly Prompt[] =>
    hops.flatMap(({ steps }) => steps.flatMap(({ calls }) => calls));
  /** Once so many prompts are kept: they are saved in the background. */
  const traceWith = async (prompts: number, id: string): Promise<Trace> => {
    for (;;) {
      const shown = await trace(id);
      const kept = [...callsOf(shown), ...shown.unanswered].filter(({ messages }) => messages !== null);
      if (kept.length >= prompts) return shown;
    }
  };

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(2) });
    gateway = await open();
  });
  beforeEach(() => {
    model.play(slowAnswer(2));
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  it('reports the wait and work of every hop, and prompt and reply of every model call', async () => {
    const before = model.requests.length;
    const turn = await ask('Which procedure cancels an invoice?');
    const sent = model.requests.slice(before);
    const live = await traceWith(sent.length, turn.id);
    expect(live.status).toBe('ended');
    expect(live.hops.map(({ hop }) => hop)).toEqual(live.hops.map((_, i) => i));
    expect(new Set(live.hops.map(({ service }) => service))).toEqual(
      expect.objectContaining(new Set(['router', 'retriever', 'answerer'])),
    );
    for (const { waitedMs, workMs } of live.hops) {
      expect(waitedMs).toBeGreaterThanOrEqual(0);
      expect(workMs).toBeGreaterThanOrEqual(0);
    }
    expect(live.workMs).toBeLessThanOrEqual(live.totalMs + live.hops.length);
    expect(live.waitedMs).toBe(live.hops.reduce((sum, { waitedMs }) => sum + (waitedMs ?? 0), 0));
    const calls = callsOf(live);
    expect(calls).toHaveLength(turn.spent?.modelCalls ?? -1);
    expect(calls.map(({ messages }) => messages?.[0]?.content).toSorted()).toEqual(
      sent.map(({ system }) => system).toSorted(),
    );
    expect(calls.find(({ step }) => step === 'route')?.reply).toBe('[BM25:] invoice cancel stock');
    const searching = live.hops.flatMap(({ steps }) => steps).find(({ searches }) => searches.length > 0);
    expect(searching?.searches).toMatchObject([{ mode: 'bm25', query: expect.any(String) as string }]);
    expect(live.unanswered).toEqual([]);

    const bare = await trace(turn.id, '?prompts=false');
    expect(callsOf(bare).map(({ messages }) => messages)).toEqual(calls.map(() => null));
    await gateway.close();
    gateway = await open();
    expect(await trace(turn.id)).toEqual(live);
  });

  it('shows the prompt of a call that failed', async () => {
    model.play(() => ({ fault: { kind: 'status', status: 401 } }));
    const turn = await ask('Does it fail?');
    expect(turn.outcome).toBe('failed');
    const { unanswered } = await traceWith(1, turn.id);
    expect(unanswered).toHaveLength(1);
    expect(JSON.stringify(unanswered)).toContain('Does it fail?');
  });

  it('goes as far as a running turn has come', async () => {
    model.play(slowAnswer(1_000));
    const asked = await call<TurnDto>(gateway.url, 'POST /v1/turns', { body: { question: 'Who pays?' } });
    const { id } = asked.body;
    // Its first hop is in the log soon; the answer takes far longer.
    let soFar = await trace(id);
    while (soFar.status === 'running' && soFar.hops.length === 0) soFar = await trace(id);
    const { status, hops } = soFar;
    expect(status).toBe('running');
    expect(hops[0]).toMatchObject({ service: 'router' });
    await call(gateway.url, `POST /v1/turns/${id}/cancel`);
  });

  it('keeps no prompts where they are not wanted', async () => {
    await gateway.close();
    gateway = await open({ keepPrompts: 'off' });
    const turn = await ask('Where is stock written?');
    const calls = callsOf(await trace(turn.id));
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every(({ messages, reply }) => messages === null && reply !== '')).toBe(true);
  });
});
