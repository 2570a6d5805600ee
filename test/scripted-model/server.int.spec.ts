import { startScriptedModel, type Script, type ScriptedModel } from './server';

let model: ScriptedModel;
const start = async (replies: Script) => {
  model = await startScriptedModel({ replies });
};
afterEach(() => model.close());

function post(path: string, body: object): Promise<Response> {
  return fetch(model.anthropicUrl + path, { method: 'POST', body: JSON.stringify(body) });
}
const ask = (last: string, more: object = {}) =>
  post('/v1/chat/completions', {
    model: 'm',
    messages: [
      { role: 'system', content: 'sys' },
      { role: 'user', content: last },
    ],
    ...more,
  });
const said = async (response: Response): Promise<string> => {
  const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] };
  return choices[0].message.content;
};

describe('scripted model', () => {
  it('plays a list in order, repeats its last entry, and records requests', async () => {
    await start(['one', 'two']);
    expect([await said(await ask('a')), await said(await ask('b')), await said(await ask('c'))]).toEqual([
      'one',
      'two',
      'two',
    ]);
    expect(
      model.requests.map(({ protocol, system, last, stream }) => ({ protocol, system, last, stream })),
    ).toEqual(['a', 'b', 'c'].map((last) => ({ protocol: 'openai', system: 'sys', last, stream: false })));
  });

  it('matches rules on system and last message, counts them, and refuses what no rule foresees', async () => {
    await start({
      rules: [
        { last: 'red', times: 1, reply: 'first' },
        { system: 'sys', last: 'red', reply: 'then' },
      ],
    });
    expect([await said(await ask('red')), await said(await ask('red'))]).toEqual(['first', 'then']);
    expect((await ask('blue')).status).toBe(400);
  });

  it('asks a function', async () => {
    await start((request, index) => `${index}:${request.last}`);
    expect(await said(await ask('x'))).toBe('0:x');
    expect(await said(await ask('y'))).toBe('1:y');
  });

  it("streams OpenAI's events, with usage where it is asked for", async () => {
    await start([{ text: 'hello world', usage: { input: 3, output: 2 } }]);
    const events = (await (await ask('a', { stream: true, stream_options: { include_usage: true } })).text())
      .trim()
      .split('\n\n');
    const chunks = events.slice(0, -1).map((line) => JSON.parse(line.replace('data: ', '')));
    expect(events.at(-1)).toBe('data: [DONE]');
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('hello world');
    expect(chunks.at(-1).usage).toEqual({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
    expect(await (await ask('a', { stream: true })).text()).not.toContain('usage');
  });

  it("streams Anthropic's events", async () => {
    await start([{ text: 'hello world', usage: { input: 3, output: 2 } }]);
    const body = {
      model: 'm',
      system: 'sys',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    };
    const events = (await (await post('/v1/messages', { ...body, stream: true })).text())
      .trim()
      .split('\n\n');
    const datas = events.map((event) => JSON.parse(event.replace(/^event: \w+\ndata: /, '')));
    expect(datas.map((data) => data.delta?.text ?? '').join('')).toBe('hello world');
    expect(datas.at(-2)).toMatchObject({ type: 'message_delta', usage: { output_tokens: 2 } });
    expect(model.requests[0]).toMatchObject({ system: 'sys', last: 'hi', protocol: 'anthropic' });
    expect(await (await post('/v1/messages', body)).json()).toMatchObject({
      content: [{ text: 'hello world' }],
    });
  });

  it('calls tools, whole and streamed, in both protocols', async () => {
    const calls = [
      { name: 'search', arguments: { query: 'total' } },
      { id: 'own', name: 'lookup', arguments: '{"name": broken' },
    ];
    await start([{ text: 'Let me see.', calls }]);
    const whole = (await (await ask('a')).json()) as { choices: [{ message: object }] };
    expect(whole.choices[0]).toMatchObject({
      message: {
        content: 'Let me see.',
        tool_calls: [
          { id: 'call_1', function: { name: 'search', arguments: '{"query":"total"}' } },
          { id: 'own', function: { name: 'lookup', arguments: '{"name": broken' } },
        ],
      },
      finish_reason: 'tool_calls',
    });
    const streamed = await (await ask('a', { stream: true })).text();
    const deltas = streamed
      .split('\n\n')
      .filter((line) => line.startsWith('data: {'))
      .flatMap((line) => JSON.parse(line.slice(6)).choices[0]?.delta.tool_calls ?? []);
    const written = (index: number) =>
      deltas
        .filter((delta) => delta.index === index)
        .map((delta) => delta.function.arguments)
        .join('');
    expect([written(0), written(1)]).toEqual(['{"query":"total"}', '{"name": broken']);
    const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
    expect(await (await post('/v1/messages', body)).json()).toMatchObject({
      content: [
        { type: 'text' },
        { type: 'tool_use', name: 'search', input: { query: 'total' } },
        { type: 'tool_use', id: 'own', input: {} },
      ],
      stop_reason: 'tool_use',
    });
    const events = await (await post('/v1/messages', { ...body, stream: true })).text();
    expect(events.match(/partial_json/g)!.length).toBeGreaterThan(3);
    expect(events).toContain('"stop_reason":"tool_use"');
  });

  it('records the results of tools as the last message', async () => {
    await start(['fine']);
    await post('/v1/messages', {
      model: 'm',
      messages: [
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'it is red' }] },
      ],
    });
    expect(model.requests[0]?.last).toBe('it is red');
  });

  it('fails on demand, once each, then continues with the script', async () => {
    await start(['fine']);
    model.failNext(
      { kind: 'status', status: 429, retryAfter: 1 },
      { kind: 'status', status: 500 },
      { kind: 'cut' },
    );
    const first = await ask('a');
    expect([first.status, first.headers.get('retry-after'), (await ask('a')).status]).toEqual([
      429,
      '1',
      500,
    ]);
    await expect(ask('a')).rejects.toThrow();
    expect(await said(await ask('a'))).toBe('fine');
  });

  it('hangs, cuts and repeats endlessly as scripted', async () => {
    await start([{ text: 'abcdefgh', fault: { kind: 'cut', after: 4 }, deltaSize: 2 }]);
    await expect(ask('a', { stream: true }).then((response) => response.text())).rejects.toThrow();
    model.play([{ text: 'abc', fault: { kind: 'hang' } }]);
    await expect(
      fetch(`${model.baseUrl}/chat/completions`, {
        method: 'POST',
        body: '{}',
        signal: AbortSignal.timeout(50),
      }),
    ).rejects.toThrow();
    model.play([{ text: 'abc', fault: { kind: 'endless' } }]);
    const reader = (await ask('a', { stream: true })).body!.getReader();
    let bytes = 0;
    while (bytes < 200_000) bytes += (await reader.read()).value!.length;
    await reader.cancel();
  });

  it('stands still in a stream until the test goes on', async () => {
    let go = (): void => undefined;
    const until = new Promise<void>((resolve) => (go = resolve));
    await start([{ text: 'hello world', fault: { kind: 'held', after: 5, until } }]);
    const reply = await ask('a', { stream: true });
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of reply.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (text.includes('hello w')) go();
    }
    const pieces = [...text.matchAll(/"content":"([^"]+)"/g)].map(([, piece]) => piece);
    expect(pieces).toEqual(['hello w', 'orld']);
  });

  it('reports a client that disconnects', async () => {
    await start([{ text: 'hello world', fault: { kind: 'hang', after: 5 } }]);
    const leaving = new AbortController();
    const reply = await fetch(`${model.baseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', stream: true }),
      signal: leaving.signal,
    });
    await reply.body?.getReader().read();
    leaving.abort();
    await model.requests[0]?.gone;
    expect(model.requests).toHaveLength(1);
  });

  it('embeds deterministically: unit vectors, near where words are shared, as floats or base64', async () => {
    await start([]);
    const input = ['pay the invoice', 'invoice to pay', 'quite unlike'];
    const embed = async <E>(more: object): Promise<E[]> => {
      const response = await post('/v1/embeddings', { model: 'e', input, ...more });
      const { data } = (await response.json()) as { data: { embedding: E }[] };
      return data.map((item) => item.embedding);
    };
    const vectors = await embed<number[]>({});
    const dot = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    expect(dot(vectors[0]!, vectors[0]!)).toBeCloseTo(1);
    expect(dot(vectors[0]!, vectors[1]!)).toBeGreaterThan(dot(vectors[0]!, vectors[2]!));
    const coded = Buffer.from((await embed<string>({ encoding_format: 'base64' }))[0]!, 'base64');
    expect(coded.readFloatLE(0)).toBeCloseTo(vectors[0]![0]!);
  });

  it('lists models, refuses a wrong key and unknown paths', async () => {
    model = await startScriptedModel({ replies: ['x'], models: ['a', 'b'], apiKey: 'secret' });
    const authorization = { authorization: 'Bearer secret' };
    const response = await fetch(`${model.baseUrl}/models`, { headers: authorization });
    const listed = (await response.json()) as { data: { id: string }[] };
    expect(listed.data.map((entry) => entry.id)).toEqual(['a', 'b']);
    expect((await ask('a')).status).toBe(401);
    expect((await post('/v1/nothing', {})).status).toBe(404);
  });
});
