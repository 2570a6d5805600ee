import { startScriptedModel, type ScriptedReply } from '../../../test/scripted-model/server';
import { openChatModel } from './adapters';
import { chatModelConformance, conformanceRequest } from './conformance';

const TEXT = '[Answer:] The total is the sum of the lines, as `invoiceTotal` computes it [1].';
/** A server that obeys the limit, as real ones do. */
const obedient = (limit: unknown): ScriptedReply =>
  Number(limit) < 20 ? { text: TEXT.slice(0, Number(limit) * 4), finish: 'length' } : { text: TEXT };

chatModelConformance('extractive', async () => ({
  model: openChatModel({ provider: 'extractive' }),
  close: async () => undefined,
}));

chatModelConformance('openai', async () => {
  const server = await startScriptedModel({
    replies: ({ body }) => obedient(body['max_tokens']),
    apiKey: 'k',
  });
  const model = openChatModel({
    provider: 'openai',
    baseUrl: server.baseUrl,
    apiKey: 'k',
    model: 'scripted-1',
  });
  return { model, close: () => server.close() };
});

chatModelConformance('anthropic', async () => {
  const server = await startScriptedModel({
    replies: ({ body }) => obedient(body['max_tokens']),
    apiKey: 'k',
  });
  const model = openChatModel({
    provider: 'anthropic',
    baseUrl: server.anthropicUrl,
    apiKey: 'k',
    model: 'scripted-1',
  });
  return { model, close: () => server.close() };
});

describe('openChatModel', () => {
  it.each([
    ['no model', { provider: 'openai' as const }, 'model'],
    ['blank model', { provider: 'openai' as const, model: ' ' }, 'model'],
    ['no key for Anthropic', { provider: 'anthropic' as const, model: 'm' }, 'key'],
    [
      'a base URL that is none',
      { provider: 'openai' as const, model: 'm', baseUrl: 'localhost:8080' },
      'base URL',
    ],
    [
      'a base URL of a file',
      { provider: 'openai' as const, model: 'm', baseUrl: 'file:///etc/x' },
      'base URL',
    ],
  ])('refuses %s and says what to set', (_what, options, word) => {
    expect(() => openChatModel(options)).toThrow(
      expect.objectContaining({ name: 'Fault', code: 'bad_request' }),
    );
    expect(() => openChatModel(options)).toThrow(word);
  });

  it('needs no key for a server that asks for none, and sends none', async () => {
    const server = await startScriptedModel({ replies: ['hi'] });
    const model = openChatModel({ provider: 'openai', baseUrl: `${server.baseUrl}/`, model: 'm' });
    await expect(model.complete(conformanceRequest())).resolves.toMatchObject({ text: 'hi' });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    await server.close();
  });
});
