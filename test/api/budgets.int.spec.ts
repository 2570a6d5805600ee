import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplayDto, TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type Rule, type Script, type ScriptedModel } from '../scripted-model/server';
import { call, expectProblem, startGateway } from './gateway-under-test';

const QUESTION = 'What happens to stock when an invoice is cancelled?';
const USAGE = { input: 1_000, output: 100 };
const PRICED = `pipeline:
  name: priced-NAME
  extends: NAME
  settings:
    prices:
      - { model: scripted-1, input: 10, output: 100 }
`;

/** Says what is missing, again and again; each call costs 1,100 tokens, or 0.02 by the price table. */
const ASKING: Rule[] = [
  { system: '[BM25:]', reply: { text: '[BM25:] invoice cancel', usage: USAGE } },
  {
    system: 'No more data can be requested',
    reply: { text: '[Answer:] Stock is restored [1].', usage: USAGE },
  },
  {
    system: 'MISSING:',
    times: 1,
    reply: { text: 'ANSWER: Stock is restored [1].\nMISSING:\n- dbo.Stock_Restore', usage: USAGE },
  },
  {
    system: 'MISSING:',
    reply: { text: 'ANSWER: All of it [1].\nMISSING:\n- dbo.StockMovement', usage: USAGE },
  },
  {
    system: '[Requesting data on:]',
    times: 1,
    reply: { text: '[Requesting data on:] dbo.Stock_Restore', usage: USAGE },
  },
  {
    system: '[Requesting data on:]',
    reply: { text: '[Requesting data on:] dbo.StockMovement', usage: USAGE },
  },
  {
    system: 'You check single sentences',
    reply: { text: '{"claims":[{"n":1,"status":"inferred","why":"w"}]}', usage: USAGE },
  },
];

describe('budgets of a question', () => {
  const pipelines = mkdtempSync(join(tmpdir(), 'quarry-priced-'));
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    for (const name of ['code', 'cgrag']) {
      mkdirSync(join(pipelines, `priced-${name}`));
      writeFileSync(join(pipelines, `priced-${name}`, 'pipeline.yaml'), PRICED.replaceAll('NAME', name));
    }
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: [] });
    gateway = await startGateway(fixture.dataDir, {
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
      pipelineDirs: [pipelines],
    });
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
    rmSync(pipelines, { recursive: true });
  });

  const ask = (body: object) =>
    call<TurnDto>(gateway.url, 'POST /v1/turns', { body: { question: QUESTION, wait: true, ...body } });
  const turnOf = async (body: object, script: Script = { rules: ASKING.map((rule) => ({ ...rule })) }) => {
    model.play(script);
    return (await ask(body)).body;
  };
  const replayed = async ({ id }: TurnDto): Promise<ReplayDto> =>
    (await call<ReplayDto>(gateway.url, `POST /v1/turns/${id}/replay`, { body: {} })).body;

  it.each([
    [{ depth: 'slow' }, 'depth'],
    [{ budget: { tokens: 0 } }, 'budget.tokens'],
    [{ budget: { tokens: 1.5 } }, 'budget.tokens'],
    [{ budget: { cost: -1 } }, 'budget.cost'],
    [{ budget: { seconds: 7200 } }, 'budget.seconds'],
    [{ budget: { token: 5 } }, "'budget.token'"],
    [{ budget: 5 }, 'budget'],
    [{ budget: { cost: 1 } }, "Add 'prices' to its settings"],
  ])('%j is refused', async (body, words) => {
    expect(expectProblem((await ask(body)) as never, 400, 'bad_request')).toContain(words);
  });

  it.each(['code', 'cgrag'])(
    '%s: the calls are in the response and add up, with what they cost',
    async (name) => {
      const { spent } = await turnOf({ pipeline: `priced-${name}` });
      const calls = spent?.calls ?? [];
      expect(calls.length).toBeGreaterThan(2);
      expect(spent).toMatchObject({
        modelCalls: calls.length,
        inputTokens: calls.length * USAGE.input,
        outputTokens: calls.length * USAGE.output,
      });
      expect(spent?.cost).toBeCloseTo(0.02 * calls.length);
      expect(new Set(calls.map(({ cost }) => cost))).toEqual(new Set([0.02]));
      expect((await turnOf({ pipeline: name })).spent?.cost).toBeNull();
    },
  );

  it.each([
    ['code', { tokens: 4_000 }, 'tokens are used'],
    ['cgrag', { tokens: 2_000 }, 'tokens are used'],
    ['priced-code', { cost: 0.079 }, 'is spent'],
    ['priced-cgrag', { cost: 0.03 }, 'is spent'],
  ])('%s: %j ends the loop in the best answer so far', async (pipeline, budget, reason) => {
    const turn = await turnOf({ pipeline, budget });
    expect(turn).toMatchObject({ outcome: 'budget', passes: 1 });
    expect(turn.reason).toContain(reason);
    expect(turn.answer?.text).toBe('Stock is restored [1].');
    expect(turn.citations).toMatchObject([{ n: 1, pass: 1 }]);
    const free = await turnOf({ pipeline });
    expect(free.passes).toBeGreaterThan(1);
    expect(free.outcome).not.toBe('budget');
  });

  it.each(['code', 'cgrag', 'adaptive', 'corag', 'agent'])(
    '%s: tokens that no call fits into are not spent, and the turn ends in what it has',
    async (pipeline) => {
      const turn = await turnOf({ pipeline, budget: { tokens: 1 } });
      expect(turn.spent).toMatchObject({ modelCalls: 0, inputTokens: 0, outputTokens: 0 });
      expect(['budget', 'partial', 'insufficient']).toContain(turn.outcome);
      expect(turn.reason).toContain('0 of 1 tokens are used; the next call of the model would exceed them');
      expect(await replayed(turn)).toMatchObject({ verdict: 'same', difference: null });
    },
  );

  it('a prompt is shortened to what the budget allows, and so is the reply', async () => {
    const says: Script = ({ system }) =>
      system.includes('MISSING:') ? 'ANSWER: Stock is restored [1].' : '{"claims":[]}';
    const asking = async (body: object) => {
      const before = model.requests.length;
      const turn = await turnOf({ pipeline: 'cgrag', ...body }, says);
      return { turn, first: model.requests[before] };
    };
    const budget = { tokens: 650 };
    const [free, short] = [await asking({}), await asking({ budget })];
    expect(short.turn.answer?.text).toBe('Stock is restored [1].');
    expect(short.first?.last.length).toBeLessThan(free.first?.last.length ?? 0);
    expect(short.first?.body['max_tokens']).toBeLessThan(budget.tokens);
    const { inputTokens = 0, outputTokens = 0 } = short.turn.spent ?? {};
    expect(inputTokens + outputTokens).toBeLessThanOrEqual(budget.tokens);
  });

  it.each(['code', 'cgrag', 'adaptive', 'corag', 'agent'])(
    '%s: a model that hangs in pass 1 leaves the passages, the reason says so, and the turn replays',
    async (pipeline) => {
      const hangs: Script = { rules: [{ system: '', reply: { text: 'x', fault: { kind: 'hang' } } }] };
      const turn = await turnOf({ pipeline, budget: { seconds: 3 } }, hangs);
      expect(turn.outcome).toBe('budget');
      expect(turn.reason).toContain('the model gave no answer in time');
      expect(turn.answer?.writtenBy).toBe('extractive');
      expect(turn.citations.length).toBeGreaterThan(0);
      // The call was made, though it was broken off.
      expect(turn.spent?.modelCalls).toBe(1);
      expect(await replayed(turn)).toMatchObject({ verdict: 'same', difference: null });
    },
  );

  it('a deadline that passes within a call of pass 2 gives the answer of pass 1', async () => {
    const hangs: Rule = { system: 'MISSING:', reply: { text: 'ANSWER:', fault: { kind: 'hang' } } };
    const rules = ASKING.toSpliced(3, 1, hangs).map((rule) => ({ ...rule }));
    const turn = await turnOf({ pipeline: 'cgrag', budget: { seconds: 2 } }, { rules });
    expect(turn).toMatchObject({ outcome: 'budget', code: null, passes: 2 });
    expect(turn.reason).toContain('the best answer so far after pass 1');
    expect(turn.answer?.text).toBe('Stock is restored [1].');
    expect(turn.citations).toMatchObject([{ n: 1, pass: 1 }]);
  });

  it('fast takes one pass, auto as many as the pipeline says, deep twice as many follow-ups', async () => {
    const names = [
      'dbo.Stock_Restore',
      'dbo.StockMovement',
      'dbo.Product',
      'dbo.InvoiceLine',
      'dbo.Customer',
      'dbo.Invoice',
    ];
    const passes = async (depth: object) => {
      let asked = 0;
      const script: Script = ({ system }) =>
        system.includes('MISSING:')
          ? `ANSWER: Stock is restored [1].\nMISSING:\n- ${names[asked++] ?? ''}`
          : '{"claims":[{"n":1,"status":"inferred","why":"w"}]}';
      return (await turnOf({ pipeline: 'cgrag', ...depth }, script)).passes;
    };
    expect(await passes({ depth: 'fast' })).toBe(1);
    expect(await passes({ depth: 'auto' })).toBe(3);
    expect(await passes({})).toBe(3);
    expect(await passes({ depth: 'deep' })).toBe(5);
  });
});
