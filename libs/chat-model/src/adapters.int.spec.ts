import { startScriptedModel, type ScriptedReply } from '../../../test/scripted-model/server';
import { CHAT_PROVIDERS, openChatModel, type ChatProvider } from './adapters';
import { chatModelConformance, conformanceRequest } from './conformance';

const TEXT = '[Answer:] The total is the sum of the lines, as `invoiceTotal` computes it [1].';
/** A server that enforces the limit, as real servers do. */
const obedient = (limit: unknown): ScriptedReply =>
  Number(limit) < 20 ? { text: TEXT.slice(0, Number(limit) * 4), finish: 'length' } : { text: TEXT };

const startServer = () =>
  startScriptedModel({ replies: ({ body }) => obedient(body['max_tokens']), apiKey: 'k' });
type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * The server of each provider's protocol; null: the provider needs none. A new provider does not compile without its
 * line.
 */
const BASE_URLS: Readonly<Record<ChatProvider, ((server: Server) => string) | null>> = {
  extractive: null,
  openai: ({ baseUrl }) => baseUrl,
  anthropic: ({ anthropicUrl }) => anthropicUrl,
};

for (const provider of CHAT_PROVIDERS)
  chatModelConformance(provider, async () => {
    const baseUrlOf = BASE_URLS[provider];
    if (baseUrlOf === null) return { model: openChatModel({ provider }), close: async () => undefined };
    const server = await startServer();
    const options = { provider, baseUrl: baseUrlOf(server), apiKey: 'k', model: 'scripted-1' };
    return { model: openChatModel(options), close: () => server.close() };
  });

describe('openChatModel', () => {
  it.each([
    ['no model', { provider: 'openai' as const }, 'model'],
    ['blank model', { provider: 'openai' as const, model: ' ' }, 'model'],
    ['no key for Anthropic', { provider: 'anthropic' as const, model: 'm' }, 'key'],
    [
      'a malformed base URL',
      { provider: 'openai' as const, model: 'm', baseUrl: 'localhost:8080' },
      'base URL',
    ],
    [
      'a base URL of a file',
      { provider: 'openai' as const, model: 'm', baseUrl: 'file:///etc/x' },
      'base URL',
    ],
  ])('rejects %s and says what to set', (_what, options, word) => {
    expect(() => openChatModel(options)).toThrow(
      expect.objectContaining({ name: 'Fault', code: 'bad_request' }),
    );
    expect(() => openChatModel(options)).toThrow(word);
  });

  it('needs no key for a server that requires none, and sends none', async () => {
    const server = await startScriptedModel({ replies: ['hi'] });
    const model = openChatModel({ provider: 'openai', baseUrl: `${server.baseUrl}/`, model: 'm' });
    await expect(model.complete(conformanceRequest())).resolves.toMatchObject({ text: 'hi' });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    await server.close();
  });
});
