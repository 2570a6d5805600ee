import timers, { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  startScriptedModel,
  type ScriptedFault,
  type ScriptedModel,
} from '../../../../test/scripted-model/server';
import { openChatModel, type ChatModelOptions } from '../adapters';
import { conformanceRequest } from '../conformance';
import type { ChatModel, ChatRequest } from '../port';

const KEY = 'sk-very-secret-0123456789';
const TEXT = '[Answer:] yes, it is the sum of all lines [1].';

/** Only timeouts use the manual clock; sockets run in real time. */
const ALL_BUT_TIMEOUTS = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];

let server: ScriptedModel;
beforeEach(async () => {
  server = await startScriptedModel({ replies: [{ text: TEXT, usage: { input: 70, output: 12 } }] });
});
afterEach(() => server.close());

function open(provider: 'openai' | 'anthropic', more: Partial<ChatModelOptions> = {}): ChatModel {
  const baseUrl = provider === 'openai' ? server.baseUrl : server.anthropicUrl;
  return openChatModel({ provider, baseUrl, apiKey: KEY, model: 'scripted-1', ...more });
}

/** The fault of a call, and what was streamed before it. */
async function faultOf(model: ChatModel, more: Partial<ChatRequest> = {}) {
  const pieces: string[] = [];
  const error: unknown = await model
    .complete(conformanceRequest({ onDelta: (text) => void pieces.push(text), ...more }))
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect(error).toMatchObject({ name: 'Fault' });
  const fault = error as Error & { code: string; retryable: boolean };
  expect(fault.message).not.toContain(KEY);
  expect(fault.message).not.toContain('very-secret');
  return { code: fault.code, retryable: fault.retryable, message: fault.message, shown: pieces.join('') };
}

describe.each(['openai', 'anthropic'] as const)('%s over a real socket', (provider) => {
  it("reports the server's counts", async () => {
    const reply = await open(provider).complete(conformanceRequest());
    expect(reply).toEqual({
      text: TEXT,
      model: 'scripted-1',
      inputTokens: 70,
      outputTokens: 12,
      finish: 'stop',
    });
  });

  it('estimates counts that the server does not report', async () => {
    server.play([{ text: TEXT, usage: null }]);
    const reply = await open(provider).complete(conformanceRequest());
    expect(reply.inputTokens).toBeGreaterThan(10);
    expect(reply.outputTokens).toBeGreaterThan(8);
  });

  it('sends system text, messages, limit and temperature', async () => {
    await open(provider).complete(conformanceRequest({ temperature: 0.5, maxOutputTokens: 77 }));
    expect(server.requests[0]).toMatchObject({
      system: 'Answer from the evidence.',
      last: 'How is the invoice total computed?',
      stream: true,
      body: { model: 'scripted-1', max_tokens: 77, temperature: 0.5 },
    });
  });

  it.each<[string, ScriptedFault]>([
    ['429', { kind: 'status', status: 429, retryAfter: 0 }],
    ['500', { kind: 'status', status: 500, retryAfter: 0 }],
    ['529', { kind: 'status', status: 529, retryAfter: 0 }],
    ['a connection that is cut', { kind: 'cut' }],
    ['a page of HTML', { kind: 'garbage' }],
    ['broken JSON', { kind: 'broken_json' }],
    ['JSON of another form', { kind: 'wrong_json' }],
    ['an error event before the first token', { kind: 'error_event', type: 'overloaded_error' }],
  ])('tries again after %s', async (_what, fault) => {
    server.failNext(fault);
    const pieces: string[] = [];
    const reply = await open(provider).complete(
      conformanceRequest({ onDelta: (text) => void pieces.push(text) }),
    );
    expect([reply.text, pieces.join('')]).toEqual([TEXT, TEXT]);
    expect(server.requests).toHaveLength(2);
  });

  it('waits for the time in Retry-After', async () => {
    server.failNext({ kind: 'status', status: 429, retryAfter: 1 });
    await open(provider).complete(conformanceRequest());
    const [first, second] = server.requests;
    // The default back-off would be half a second at most.
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(990);
  });

  it('gives up at once if Retry-After is longer than the timeout', async () => {
    server.failNext({ kind: 'status', status: 429, retryAfter: 3600 });
    const fault = await faultOf(open(provider, { timeoutMs: 5_000 }));
    expect(fault).toMatchObject({
      code: 'model_unavailable',
      retryable: true,
      message: expect.stringContaining('3600 s'),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('stops after the maximum number of retries', async () => {
    server.failNext(
      ...Array.from({ length: 9 }, () => ({ kind: 'status', status: 503, retryAfter: 0 }) as const),
    );
    const fault = await faultOf(open(provider, { maxRetries: 2 }));
    expect(fault).toMatchObject({
      code: 'model_unavailable',
      retryable: true,
      message: expect.stringContaining('3 attempts'),
    });
    expect(fault.message).toContain(server.anthropicUrl);
    expect(server.requests).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 413])('does not retry after %d, and says what to check', async (status) => {
    server.failNext({ kind: 'status', status, message: `no: ${KEY} and Bearer abcdef` });
    const fault = await faultOf(open(provider));
    expect(fault).toMatchObject({ code: 'model_refused', retryable: false });
    expect(fault.message).toMatch(/Check|Lower/);
    expect(fault.message).toContain(server.anthropicUrl);
    expect(server.requests).toHaveLength(1);
  });

  it('does not retry an account without credit', async () => {
    server.failNext({ kind: 'status', status: 429, code: 'insufficient_quota' });
    expect(await faultOf(open(provider))).toMatchObject({ code: 'model_refused' });
    expect(server.requests).toHaveLength(1);
  });

  it('reports a refused connection', async () => {
    const model = open(provider, { maxRetries: 0 });
    await server.close();
    const fault = await faultOf(model);
    expect(fault).toMatchObject({ code: 'model_unavailable', retryable: true });
    expect(fault.message).toContain('ECONNREFUSED');
    expect(fault.message).toContain(server.anthropicUrl);
  });

  it.each<[string, ScriptedFault, string]>([
    ['no answer at all', { kind: 'hang' }, ''],
    ['silence in the middle', { kind: 'hang', after: 20 }, TEXT.slice(0, 20)],
  ])('times out on %s', async (_what, fault, before) => {
    server.failNext(fault);
    jest.useFakeTimers({ doNotFake: ALL_BUT_TIMEOUTS });
    try {
      let seen = '';
      const over = new AbortController();
      const onDelta = (text: string): void => {
        seen += text;
      };
      const ending = faultOf(open(provider, { idleTimeoutMs: 150 }), { onDelta }).finally(() => {
        over.abort();
      });
      while (server.requests.length === 0 || seen !== before) await setImmediate();
      while (!over.signal.aborted) {
        jest.advanceTimersByTime(50);
        await setImmediate();
      }
      const ended = await ending;
      expect(ended).toMatchObject({
        code: 'model_timeout',
        retryable: true,
        message: expect.stringContaining('150 ms'),
      });
      expect(ended.message).toContain(server.anthropicUrl);
      expect(server.requests).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('times out as a whole, even if pieces keep arriving', async () => {
    server.play([{ text: 'x'.repeat(2_000), fault: { kind: 'slow', ms: 1 }, deltaSize: 1 }]);
    jest.useFakeTimers({ doNotFake: ALL_BUT_TIMEOUTS });
    try {
      const model = open(provider, { timeoutMs: 400, idleTimeoutMs: 300 });
      const pieces: string[] = [];
      const onDelta = (text: string): void => {
        pieces.push(text);
        jest.advanceTimersByTime(200);
      };
      expect(await faultOf(model, { onDelta })).toMatchObject({
        code: 'model_timeout',
        message: expect.stringContaining('400 ms'),
      });
      expect(pieces.join('')).toMatch(/^x+$/);
    } finally {
      jest.useRealTimers();
    }
  });

  it('tolerates a slow stream', async () => {
    server.play([{ text: TEXT, fault: { kind: 'slow', ms: 30 } }]);
    await expect(
      open(provider, { idleTimeoutMs: 5_000 }).complete(conformanceRequest()),
    ).resolves.toMatchObject({ text: TEXT });
  });

  it.each<[string, ScriptedFault, string]>([
    ['torn down', { kind: 'cut', after: 20 }, 'model_unavailable'],
    ['ended politely', { kind: 'unfinished', after: 20 }, 'model_unavailable'],
    [
      'ended by an error event',
      { kind: 'error_event', type: 'overloaded_error', after: 20 },
      'model_unavailable',
    ],
  ])('never retries a stream that was %s after text was passed on', async (_what, fault, code) => {
    server.failNext(fault);
    const ended = await faultOf(open(provider));
    expect(ended).toMatchObject({ code, retryable: true, shown: TEXT.slice(0, 20) });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, ScriptedFault]>([
    ['a page of HTML', { kind: 'garbage' }],
    ['broken JSON', { kind: 'broken_json' }],
    ['JSON of another form', { kind: 'wrong_json' }],
  ])('reports that %s is not its protocol', async (_what, fault) => {
    server.failNext(fault, fault, fault);
    const ended = await faultOf(open(provider, { maxRetries: 2 }));
    expect(ended).toMatchObject({ code: 'model_bad_reply', retryable: false, shown: '' });
    expect(ended.message).toContain('after 3 attempts');
    expect(ended.message).toContain('QUARRY_CHAT_BASE_URL');
    expect(ended.message).not.toMatch(/https?:|127\.0\.0\.1|localhost|Sign in/);
    expect(server.requests).toHaveLength(3);
  });

  it('stops reading an endless stream', async () => {
    server.play([{ text: 'again and ', fault: { kind: 'endless' } }]);
    const pieces: string[] = [];
    const reply = await open(provider).complete(
      conformanceRequest({ maxOutputTokens: 50, onDelta: (text) => void pieces.push(text) }),
    );
    expect(reply.finish).toBe('length');
    expect(reply.text).toHaveLength(400);
    expect(pieces.join('')).toBe(reply.text);
    expect(reply.outputTokens).toBeGreaterThan(50);
  });

  it('reports that the model declined', async () => {
    server.play([{ text: '', finish: 'refused' }]);
    expect(await faultOf(open(provider))).toMatchObject({ code: 'model_refused' });
  });

  it('can be cancelled while it waits for a retry', async () => {
    const pauses = jest.spyOn(timers, 'setTimeout');
    server.failNext({ kind: 'status', status: 429, retryAfter: 30 });
    const controller = new AbortController();
    const ended = faultOf(open(provider), { signal: controller.signal });
    while (!pauses.mock.calls.some(([ms]) => ms === 30_000)) await sleep(10);
    controller.abort();
    pauses.mockRestore();
    expect(await ended).toMatchObject({ code: 'cancelled' });
    expect(server.requests).toHaveLength(1);
  });

  it('closes the connection when the caller stops reading', async () => {
    server.play([{ text: 'x', fault: { kind: 'endless' } }]);
    const controller = new AbortController();
    const ended = faultOf(open(provider), { signal: controller.signal, onDelta: () => controller.abort() });
    expect(await ended).toMatchObject({ code: 'cancelled' });
    // close() waits for open connections only if the client kept one.
    await server.close();
  });

  it('omits temperature after the server rejects it, and remembers', async () => {
    const refuse = {
      kind: 'status',
      status: 400,
      message: "Unsupported value: 'temperature' does not support 0",
    } as const;
    server.failNext(refuse);
    const model = open(provider);
    await model.complete(conformanceRequest());
    await model.complete(conformanceRequest());
    expect(server.requests.map(({ body }) => 'temperature' in body)).toEqual([true, false, false]);
  });
});

describe('compatible servers', () => {
  it('get no stream_options if they do not support it', async () => {
    server.failNext({ kind: 'status', status: 400, message: 'unknown field: stream_options' });
    const reply = await open('openai').complete(conformanceRequest());
    expect(server.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false]);
    expect(reply.inputTokens).toBeGreaterThan(10);
  });

  it('get max_completion_tokens if they require it', async () => {
    server.failNext({
      kind: 'status',
      status: 400,
      message: "Use 'max_completion_tokens' instead of 'max_tokens'.",
    });
    await open('openai').complete(conformanceRequest({ maxOutputTokens: 99 }));
    expect(server.requests[1]?.body).toMatchObject({ max_completion_tokens: 99 });
    expect(server.requests[1]?.body).not.toHaveProperty('max_tokens');
  });

  it('never show a key in the query of the URL in a message', async () => {
    const baseUrl = `${server.baseUrl}?token=hunter3`;
    const model = open('openai', { baseUrl, maxRetries: 0 });
    await server.close();
    const fault = await faultOf(model);
    expect(fault.message).not.toMatch(/hunter/);
  });
});
