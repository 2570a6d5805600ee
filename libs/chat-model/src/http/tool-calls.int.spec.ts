import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import {
  startScriptedModel,
  type ScriptedCall,
  type ScriptedFault,
  type ScriptedModel,
} from '../../../../test/scripted-model/server';
import { openChatModel, type ChatModelOptions } from '../adapters';
import { conformanceRequest } from '../conformance';
import type { ChatMessage, ChatModel, ChatRequest, ChatTool } from '../port';

const TOOLS: readonly ChatTool[] = [
  {
    name: 'search',
    description: 'Finds passages.',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  },
];
const CALLS: readonly ScriptedCall[] = [
  { id: 'a1', name: 'search', arguments: { query: 'invoice total {{ braces }}' } },
  { id: 'a2', name: 'lookup', arguments: { name: 'Invoice.Cancel' } },
];
const SCHEMA = { name: 'verdict', schema: { type: 'object', additionalProperties: false } };
/** A conversation with two calls in one reply. */
const CONVERSATION: readonly ChatMessage[] = [
  { role: 'system', content: 'Use the tools.' },
  { role: 'user', content: 'How?' },
  {
    role: 'assistant',
    content: '',
    toolCalls: [
      { id: 'a:1', name: 'search', arguments: '{"query":"x"}' },
      { id: 'a2', name: 'lookup', arguments: 'no JSON' },
    ],
  },
  { role: 'tool', toolCallId: 'a:1', content: '[1] src/a.ts:1-2' },
  { role: 'tool', toolCallId: 'a2', content: 'nothing' },
];

let server: ScriptedModel;
beforeEach(async () => {
  server = await startScriptedModel({ replies: [{ calls: CALLS, usage: { input: 70, output: 12 } }] });
});
afterEach(() => server.close());

function open(provider: 'openai' | 'anthropic', more: Partial<ChatModelOptions> = {}): ChatModel {
  const baseUrl = provider === 'openai' ? server.baseUrl : server.anthropicUrl;
  return openChatModel({ provider, baseUrl, apiKey: 'k', model: 'scripted-1', ...more });
}
const request = (more: Partial<ChatRequest> = {}) => conformanceRequest({ tools: TOOLS, ...more });

describe.each(['openai', 'anthropic'] as const)('tools over %s', (provider) => {
  it('returns complete calls with the counts, and streams no text', async () => {
    const pieces: string[] = [];
    const reply = await open(provider).complete(request({ onDelta: (text) => void pieces.push(text) }));
    expect(reply).toEqual({
      text: '',
      toolCalls: [
        { id: 'a1', name: 'search', arguments: '{"query":"invoice total {{ braces }}"}' },
        { id: 'a2', name: 'lookup', arguments: '{"name":"Invoice.Cancel"}' },
      ],
      model: 'scripted-1',
      inputTokens: 70,
      outputTokens: 12,
      finish: 'stop',
    });
    expect(pieces).toEqual([]);
  });

  it('returns text and calls of one reply, and omits empty calls', async () => {
    server.play([{ text: 'I will search.', calls: CALLS }, 'an answer']);
    const model = open(provider);
    const first = await model.complete(request());
    expect([first.text, first.toolCalls?.length]).toEqual(['I will search.', 2]);
    expect(await model.complete(request())).not.toHaveProperty('toolCalls');
  });

  it('assembles calls from any pieces', async () => {
    const call = fc.record({
      name: fc.constantFrom('search', 'lookup'),
      arguments: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        async (calls, deltaSize) => {
          server.play([{ calls, deltaSize }]);
          const { toolCalls = [] } = await open(provider).complete(request());
          expect(toolCalls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(calls);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('returns arguments unchanged, even if they are not JSON, and an empty object for none', async () => {
    server.play([
      {
        calls: [
          { name: 'search', arguments: '{"query": ' },
          { name: 'search', arguments: '' },
        ],
      },
    ]);
    const { toolCalls } = await open(provider).complete(request());
    expect(toolCalls?.map((call) => call.arguments)).toEqual(['{"query": ', '{}']);
  });

  it('assigns an id to a call without one', async () => {
    server.play([{ calls: [{ id: '', name: 'search', arguments: { query: 'x' } }] }]);
    const { toolCalls } = await open(provider).complete(request());
    expect(toolCalls).toEqual([{ id: 'call_1', name: 'search', arguments: '{"query":"x"}' }]);
  });

  it.each<[string, ScriptedFault]>([
    ['torn down', { kind: 'cut', after: 9 }],
    ['ended politely', { kind: 'unfinished', after: 9 }],
    ['ended by an error event', { kind: 'error_event', type: 'overloaded_error', after: 9 }],
  ])('retries if the stream was %s within a call, because nothing was streamed', async (_what, fault) => {
    server.failNext(fault);
    const reply = await open(provider).complete(request());
    expect(reply.toolCalls).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });

  it('reports a failed connection if it always ends within a call', async () => {
    server.play([{ calls: CALLS, fault: { kind: 'unfinished', after: 9 } }]);
    await expect(open(provider, { maxRetries: 0 }).complete(request())).rejects.toMatchObject({
      code: 'model_unavailable',
      retryable: true,
      message: expect.stringContaining('in the middle of the reply'),
    });
  });

  it('times out on silence within a call, and can be cancelled there', async () => {
    server.play([{ calls: CALLS, fault: { kind: 'hang', after: 9 } }]);
    const silent = open(provider, { idleTimeoutMs: 100 }).complete(request());
    await expect(silent).rejects.toMatchObject({ code: 'model_timeout' });
    const controller = new AbortController();
    const ended = open(provider).complete(request({ signal: controller.signal }));
    while (server.requests.length < 2) await sleep(10);
    controller.abort();
    await expect(ended).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('stops reading arguments without end', async () => {
    const endless = { name: 'search', arguments: 'x'.repeat(5_000) };
    server.play([{ calls: [endless], fault: { kind: 'endless' }, deltaSize: 500 }]);
    const reply = await open(provider).complete(request({ maxOutputTokens: 50 }));
    expect(reply.finish).toBe('length');
    expect(reply.toolCalls?.map((call) => call.arguments).join('')).toHaveLength(400);
  });

  it('estimates counts of calls and tools that the server does not report', async () => {
    server.play([{ calls: CALLS, usage: null }]);
    const counted = await open(provider).complete(request({ messages: CONVERSATION }));
    expect(counted.outputTokens).toBeGreaterThan(10);
    server.play([{ text: '.', usage: null }]);
    const bare = await open(provider).complete(conformanceRequest({ messages: CONVERSATION.slice(0, 2) }));
    expect(counted.inputTokens).toBeGreaterThan(bare.inputTokens + 30);
  });

  it('writes calls and results as text if no tools are offered', async () => {
    server.play(['[Answer:] done']);
    await open(provider).complete(conformanceRequest({ messages: CONVERSATION }));
    const body = JSON.stringify(server.requests[0]?.body);
    expect(body).not.toMatch(/tool_calls|tool_use|tool_call_id/);
    expect(server.requests[0]?.body['messages']).toContainEqual({
      role: 'assistant',
      content:
        '[Calling tools:]\n{"id":"a:1","tool":"search","arguments":{"query":"x"}}\n{"id":"a2","tool":"lookup","arguments":"no JSON"}',
    });
    expect(server.requests[0]?.last).toBe(
      'Result of call a:1:\n[1] src/a.ts:1-2\n\nResult of call a2:\nnothing',
    );
  });
});

describe('the OpenAI form', () => {
  it('sends tools, calls and results', async () => {
    await open('openai').complete(request({ messages: CONVERSATION }));
    const { body } = server.requests[0]!;
    expect(body['tools']).toEqual([
      {
        type: 'function',
        function: { name: 'search', description: 'Finds passages.', parameters: TOOLS[0]!.parameters },
      },
    ]);
    expect((body['messages'] as object[]).slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a:1', type: 'function', function: { name: 'search', arguments: '{"query":"x"}' } },
          { id: 'a2', type: 'function', function: { name: 'lookup', arguments: 'no JSON' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a:1', content: '[1] src/a.ts:1-2' },
      { role: 'tool', tool_call_id: 'a2', content: 'nothing' },
    ]);
  });

  it('requests the schema, then any JSON, then no format, and remembers', async () => {
    server.play(['{}']);
    server.failNext(
      { kind: 'status', status: 400, message: "Invalid parameter: 'response_format' of type 'json_schema'" },
      { kind: 'status', status: 422, message: 'response_format is not supported by this model' },
    );
    const model = open('openai');
    const asking = { replySchema: SCHEMA };
    await model.complete(conformanceRequest(asking));
    await model.complete(conformanceRequest(asking));
    const formats = server.requests.map(({ body }) => body['response_format']);
    expect(formats).toEqual([
      {
        type: 'json_schema',
        json_schema: { name: 'verdict', strict: true, schema: SCHEMA.schema },
      },
      { type: 'json_object' },
      undefined,
      undefined,
    ]);
  });

  it.each([
    [400, 'registry.example/gemma does not support tools'],
    [500, 'tools param requires --jinja flag'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [404, 'No endpoints found that support tool use.'],
  ])('falls back to text if tools are rejected with %d: %s', async (status, message) => {
    server.failNext({ kind: 'status', status, message });
    server.play(['[Calling tools:]']);
    const model = open('openai');
    await model.complete(request({ messages: CONVERSATION }));
    await model.complete(request());
    expect(server.requests.map(({ body }) => 'tools' in body)).toEqual([true, false, false]);
    expect(server.requests[1]?.last).toContain('Result of call a2:\nnothing');
  });

  it('does not attribute a rejection to a parameter that was not sent', async () => {
    server.failNext({ kind: 'status', status: 400, message: 'response_format and tools are wrong' });
    await expect(open('openai').complete(conformanceRequest())).rejects.toMatchObject({
      code: 'model_refused',
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the Anthropic form', () => {
  it('sends tools, calls and results, all results in one message', async () => {
    await open('anthropic').complete(request({ messages: CONVERSATION, replySchema: SCHEMA }));
    const { body } = server.requests[0]!;
    expect(body['tools']).toEqual([
      { name: 'search', description: 'Finds passages.', input_schema: TOOLS[0]!.parameters },
    ]);
    expect((body['messages'] as object[]).slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a_1', name: 'search', input: { query: 'x' } },
          { type: 'tool_use', id: 'a2', name: 'lookup', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a_1', content: '[1] src/a.ts:1-2' },
          {
            ...{ type: 'tool_result', tool_use_id: 'a2', content: 'nothing' },
            cache_control: { type: 'ephemeral' },
          },
        ],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('verdict');
  });
});
