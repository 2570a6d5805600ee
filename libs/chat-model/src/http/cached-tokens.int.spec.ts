import { startScriptedModel, type ScriptedModel } from '../../../../test/scripted-model/server';
import { openChatModel } from '../adapters';
import { conformanceRequest } from '../conformance';
import { readChunk } from '../openai/chunk';
import type { ChatMessage, ChatModel, ChatTool } from '../port';

const TOOLS: readonly ChatTool[] = [{ name: 'search', description: 'Finds passages.', parameters: {} }];
const REFUSED = { kind: 'status', status: 400 } as const;

let server: ScriptedModel;
beforeEach(async () => {
  server = await startScriptedModel({
    replies: [{ text: 'Yes.', usage: { input: 2_000, output: 12, cached: 1_536, written: 300 } }],
  });
});
afterEach(() => server.close());

function open(provider: 'openai' | 'anthropic'): ChatModel {
  const baseUrl = provider === 'openai' ? server.baseUrl : server.anthropicUrl;
  return openChatModel({ provider, baseUrl, apiKey: 'k', model: 'scripted-1' });
}

describe('input from a cache of the provider', () => {
  it('is part of the input that OpenAI and vLLM report', async () => {
    const reply = await open('openai').complete(conformanceRequest());
    expect(reply).toMatchObject({ inputTokens: 2_000, outputTokens: 12, cachedTokens: 1_536 });
    expect(reply).not.toHaveProperty('cacheWriteTokens');
  });

  it('is added to the input that Anthropic reports, as is what was written to it', async () => {
    const reply = await open('anthropic').complete(conformanceRequest());
    expect(reply).toMatchObject({
      ...{ inputTokens: 2_000, outputTokens: 12, cachedTokens: 1_536, cacheWriteTokens: 300 },
    });
  });

  it('is absent if the provider reports none', async () => {
    server.play([{ text: 'Yes.', usage: { input: 70, output: 12, cached: 0, written: 0 } }]);
    for (const provider of ['openai', 'anthropic'] as const) {
      const reply = await open(provider).complete(conformanceRequest());
      expect(Object.keys(reply)).toEqual(['text', 'model', 'inputTokens', 'outputTokens', 'finish']);
    }
  });

  it.each([
    ['DeepSeek', { usage: { prompt_tokens: 90, completion_tokens: 1, prompt_cache_hit_tokens: 64 } }],
    [
      'llama.cpp',
      { usage: { prompt_tokens: 90, completion_tokens: 1 }, timings: { cache_n: 64, prompt_n: 26 } },
    ],
  ])('is read as %s reports it', (_server, chunk) => {
    expect(readChunk({ choices: [], ...chunk })).toEqual([
      { kind: 'usage', inputTokens: 90, outputTokens: 1, cachedTokens: 64 },
    ]);
  });
});

describe("OpenAI's prompt_cache_key", () => {
  it('is the key of the request', async () => {
    await open('openai').complete(conformanceRequest({ cacheKey: 'a-key' }));
    await open('openai').complete(conformanceRequest());
    expect(server.requests.map(({ body }) => body['prompt_cache_key'])).toEqual(['a-key', undefined]);
  });

  it('is omitted after the server rejects it, and that is remembered', async () => {
    server.failNext({ ...REFUSED, message: "property 'prompt_cache_key' is unsupported" });
    const model = open('openai');
    await model.complete(conformanceRequest({ cacheKey: 'a-key' }));
    await model.complete(conformanceRequest({ cacheKey: 'a-key' }));
    expect(server.requests.map(({ body }) => 'prompt_cache_key' in body)).toEqual([true, false, false]);
  });
});

describe("Anthropic's breakpoints", () => {
  const MARK = { type: 'ephemeral' };
  const SAID: readonly ChatMessage[] = [
    { role: 'system', content: 'Use the tools.' },
    { role: 'user', content: 'How?' },
    { role: 'assistant', content: 'First.', toolCalls: [{ id: 'a1', name: 'search', arguments: '{}' }] },
    { role: 'tool', toolCallId: 'a1', content: '[1] src/a.ts:1-2' },
  ];

  it('stand after the system text, which ends what all prompts of a step begin with', async () => {
    await open('anthropic').complete(conformanceRequest());
    expect(server.requests[0]?.body).toMatchObject({
      system: [{ type: 'text', text: 'Answer from the evidence.', cache_control: MARK }],
      messages: [{ role: 'user', content: 'How is the invoice total computed?' }],
    });
  });

  it('stand after a conversation that the next request continues, and nowhere else in it', async () => {
    await open('anthropic').complete(conformanceRequest({ messages: SAID, tools: TOOLS }));
    const more: ChatMessage = { role: 'user', content: 'Continue.' };
    await open('anthropic').complete(conformanceRequest({ messages: [...SAID, more], tools: TOOLS }));
    const marks = server.requests.map(({ body }) =>
      (body['messages'] as { content: unknown }[]).map(({ content }) =>
        JSON.stringify(content).includes('cache_control'),
      ),
    );
    expect(marks).toEqual([
      [false, false, true],
      [false, false, false, true],
    ]);
  });

  it('are omitted after a compatible server rejects them, and that is remembered', async () => {
    server.failNext({ ...REFUSED, message: 'system.0.cache_control: Extra inputs are not permitted' });
    const model = open('anthropic');
    await model.complete(conformanceRequest());
    await model.complete(conformanceRequest());
    expect(server.requests.map(({ body }) => JSON.stringify(body).includes('cache_control'))).toEqual([
      ...[true, false, false],
    ]);
    expect(server.requests[2]?.body['system']).toBe('Answer from the evidence.');
  });
});
