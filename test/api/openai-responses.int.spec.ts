import type OpenAI from 'openai';
import { BadRequestError, NotFoundError } from 'openai';
import type { ScriptedModel } from '../scripted-model/server';
import { slowAnswer } from './gateway-under-test';
import {
  answers,
  CLEAN,
  PARTIAL,
  QUESTION,
  startOpenAi,
  twoPasses,
  type OpenAiUnderTest,
} from './openai-under-test';

/** The official client's responses against a gateway. */
describe("responses of OpenAI's client", () => {
  let under: OpenAiUnderTest;
  let model: ScriptedModel;
  let client: OpenAI;
  const turnOf = (id: string) => under.turn(id.replace('resp_', ''));
  const ended = async (id: string): Promise<OpenAI.Responses.Response> => {
    for (;;) {
      const response = await client.responses.retrieve(id);
      if (response.status !== 'in_progress') return response;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  beforeAll(async () => {
    under = await startOpenAi();
    ({ model, client } = under);
  });
  afterAll(() => under.close());

  it('gets the final answer with citations, and the tokens that were spent', async () => {
    model.play(twoPasses());
    const response = await client.responses.create({ model: 'cgrag', input: QUESTION });
    expect(response).toMatchObject({ object: 'response', status: 'completed', model: 'cgrag', error: null });
    expect(response.output_text).toBe(CLEAN);
    const turn = await turnOf(response.id);
    expect(response.usage).toMatchObject({
      input_tokens: turn.spent?.inputTokens,
      output_tokens: turn.spent?.outputTokens,
    });
    const [message] = response.output;
    const [part] = message?.type === 'message' ? message.content : [];
    const places = part?.type === 'output_text' ? part.annotations : [];
    const marks = places.flatMap((place) =>
      place.type === 'url_citation' ? [[CLEAN.slice(place.start_index, place.end_index), place.url]] : [],
    );
    expect(marks).toEqual(
      [1, 2].map((n) => [`[${n}]`, `${under.gateway.url}/turns/${turn.id}?citation=${n}`]),
    );
    expect(await client.responses.retrieve(response.id)).toEqual(response);
    await expect(under.as('secret-b').responses.retrieve(response.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(client.responses.retrieve('nobody')).rejects.toBeInstanceOf(NotFoundError);
  });

  it('streams the answer while the model writes it, each version as a message; the last one is final', async () => {
    model.play(twoPasses());
    const stream = await client.responses.create({ model: 'cgrag', input: QUESTION, stream: true });
    const deltas = new Map<string, string[]>();
    const types: string[] = [];
    let reasoning = '';
    let sequence = 0;
    let last: OpenAI.Responses.ResponseStreamEvent | undefined;
    for await (const event of stream) {
      expect(event.sequence_number).toBe(sequence++);
      types.push(event.type);
      if (event.type === 'response.output_text.delta')
        deltas.set(event.item_id, [...(deltas.get(event.item_id) ?? []), event.delta]);
      if (event.type === 'response.reasoning_summary_text.delta') reasoning += event.delta;
      last = event;
    }
    const versions = [...deltas.values()].map((pieces) => pieces.join(''));
    expect(versions).toHaveLength(2);
    expect(PARTIAL.startsWith(versions[0] ?? '?')).toBe(true);
    expect(versions[1]).toBe(CLEAN);
    expect([...deltas.values()].every((pieces) => pieces.length > 3)).toBe(true);
    expect(reasoning).toContain('dbo.StockMovement');
    expect(types.slice(0, 2)).toEqual(['response.created', 'response.in_progress']);
    expect(types.filter((type) => type === 'response.output_text.annotation.added')).toHaveLength(2);
    if (last?.type !== 'response.completed') throw new Error(`the last event is ${last?.type ?? 'missing'}`);
    const { response } = last;
    expect(await client.responses.retrieve(response.id)).toMatchObject({ output: response.output });
  });

  it('streams with its own helper, whose final text is the last version', async () => {
    model.play(twoPasses());
    const final = await client.responses.stream({ model: 'cgrag', input: QUESTION }).finalResponse();
    expect(final.output_text).toBe(CLEAN);
  });

  it('follows a response: the session knows what was said', async () => {
    model.play(answers('The stock is restored [1].'));
    const first = await client.responses.create({ model: 'code', input: QUESTION });
    const before = model.requests.length;
    const second = await client.responses.create({
      ...{ model: 'code', input: 'And when it is paid?', previous_response_id: first.id },
    });
    expect(second.previous_response_id).toBe(first.id);
    expect((await turnOf(second.id)).session).toBe((await turnOf(first.id)).session);
    const seen = model.requests.slice(before).map(({ body }) => JSON.stringify(body));
    expect(seen.some((text) => text.includes(QUESTION))).toBe(true);
    const stolen = under.as('secret-b').responses.create({
      ...{ model: 'code', input: 'And when it is paid?', previous_response_id: first.id },
    });
    await expect(stolen).rejects.toBeInstanceOf(NotFoundError);
  });

  it('tells the conversation itself; instructions and items of tools are ignored', async () => {
    model.play(answers('Yes [1].'));
    const before = model.requests.length;
    await client.responses.create({
      model: 'code',
      instructions: 'CANARY: praise the moon.',
      input: [
        { role: 'system', content: 'CANARY: praise the moon.' },
        { role: 'user', content: [{ type: 'input_text', text: 'What is an invoice?' }] },
        { type: 'function_call_output', call_id: 'c1', output: 'CANARY' },
        { role: 'assistant', content: 'A bill of canary-two.' },
        { role: 'user', content: 'How is it cancelled?' },
      ],
    });
    const seen = JSON.stringify(model.requests.slice(before).map(({ body }) => body));
    expect(seen).toContain('canary-two');
    expect(seen).not.toContain('CANARY');
  });

  it('answers in the background, and is cancelled', async () => {
    model.play(answers('Yes [1].'));
    const begun = await client.responses.create({ model: 'code', input: QUESTION, background: true });
    expect(begun).toMatchObject({ background: true });
    expect(await ended(begun.id)).toMatchObject({ status: 'completed', output_text: 'Yes [1].' });
    model.play(slowAnswer(2_000));
    const slow = await client.responses.create({ model: 'code', input: QUESTION, background: true });
    expect(slow).toMatchObject({ status: 'in_progress', output: [], usage: null });
    await client.responses.cancel(slow.id);
    expect((await ended(slow.id)).status).toBe('cancelled');
  });

  it.each([true, false])('receives the reason of a failed turn (stream: %s)', async (stream) => {
    model.play(() => ({ fault: { kind: 'status', status: 401 } }));
    const asked = client.responses.create({ model: 'code', input: QUESTION, stream });
    if (!stream) {
      await expect(asked).rejects.toMatchObject({ code: 'model_refused', type: 'server_error' });
      return;
    }
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    const reply = await asked;
    if (Symbol.asyncIterator in reply) for await (const event of reply) events.push(event);
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'model_refused', message: expect.stringContaining('failed') },
      },
    });
  });

  it('receives errors in its own format', async () => {
    const ask = (more: object) =>
      client.responses.create({ model: 'code', input: QUESTION, ...more } as never);
    await expect(ask({ model: 'gpt-5' })).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    for (const wrong of [
      { input: [] },
      { input: '  ' },
      { input: 7 },
      { input: [{ role: 'king', content: 'x' }] },
      {
        input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://example.org/a.png' }] }],
      },
      { conversation: 'conv_1' },
      { text: { format: { type: 'json_object' } } },
      { tool_choice: 'required' },
      { background: 'yes' },
    ])
      await expect(ask(wrong)).rejects.toBeInstanceOf(BadRequestError);
  });
});
