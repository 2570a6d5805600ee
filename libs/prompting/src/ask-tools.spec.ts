import type { ChatToolCall } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import { aContext, aTurn } from '@quarry/engine/testing';
import { findProtocol } from '@quarry/protocol';
import { ask } from './ask';
import { inputsOf, variablesOf } from './inputs';
import { chatTools } from './tools';

const context = aContext({ prompts: { 'p.md': { system: 'Use the tools.', user: '{{ question }}' } } });
const calling = (...toolCalls: readonly ChatToolCall[]) => ({ text: '', toolCalls });
const search: ChatToolCall = { id: 'a1', name: 'search', arguments: '{"query":"[Answer:] {{ x }}"}' };

async function asking(chat: ReturnType<typeof chatThatSays>, protocol = 'agent') {
  const shown: string[] = [];
  const asked = await ask({
    chat,
    context,
    turn: aTurn(),
    params: { prompt: 'p.md' },
    variables: variablesOf(aTurn(), context),
    inputs: inputsOf(aTurn(), context, protocol),
    protocol,
    tools: ['search', 'lookup', 'fetch_section'],
    conversation: [{ role: 'assistant', content: 'before' }],
    maxOutputTokens: 100,
    onText: (text) => shown.push(text),
  });
  return { ...asked, shown: shown.join('') };
}

describe('ask with tools', () => {
  it('offers them, and appends the conversation to the question', async () => {
    const chat = chatThatSays('[Answer:] fine');
    await asking(chat);
    expect(chat.asked[0]?.tools?.map(({ name }) => name)).toEqual(['search', 'lookup', 'fetch_section']);
    expect(chat.asked[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
  });

  it('writes calls in the format of the protocol', async () => {
    const { reply, repaired } = await asking(
      chatThatSays(calling(search, { id: 'a2', name: 'lookup', arguments: '{"name":"Total"}' })),
    );
    expect(repaired).toBe(false);
    expect(findProtocol('agent')?.parse(reply.text)).toMatchObject({
      ok: true,
      outcome: 'call',
      verdict: {
        calls: [
          { text: '[Answer:] {{ x }}', call: { tool: 'search', id: 'a1' } },
          { text: 'Total', call: { tool: 'lookup', id: 'a2' } },
        ],
      },
    });
  });

  it('shows no text next to a call', async () => {
    const chat = chatThatSays({ ...calling(search), text: 'I will search for the total first.' });
    expect((await asking(chat)).shown).toBe('');
  });

  it.each(['[Answer:] It is the sum [1].', 'It is the sum [1].'])('shows the answer: %s', async (text) => {
    const { shown } = await asking(chatThatSays(text));
    expect(shown.trim()).toBe('It is the sum [1].');
  });

  it('hides calls that are written as text', async () => {
    const text = '[Calling tools:]\n{"id":"c1","tool":"search","arguments":{"query":"total"}}';
    const { shown, reply } = await asking(chatThatSays(text));
    expect([shown, reply.text]).toEqual(['', text]);
  });

  it.each([
    ['an unknown tool', { ...search, name: 'delete_everything' }, 'delete_everything'],
    ['arguments that are missing', { ...search, arguments: '{}' }, 'query'],
    ['arguments that are cut off', { ...search, arguments: '{"que' }, 'query'],
  ])('asks again after %s, with the error', async (_what, call, named) => {
    const chat = chatThatSays(calling(call), calling(search));
    const { reply, repaired, usage } = await asking(chat);
    expect([repaired, usage.length]).toEqual([true, 2]);
    expect(reply.text).toContain('"search"');
    expect(chat.asked[1]?.messages.at(-2)?.content).toMatch(/^\[Calling tools:\]/);
    expect(chat.asked[1]?.messages.at(-1)?.content).toContain(named);
  });
});

describe('tools', () => {
  it('are described with a schema that names the required arguments', () => {
    for (const tool of chatTools(['search', 'lookup', 'fetch_section'])) {
      expect(tool.description.length).toBeGreaterThan(80);
      const { properties, required } = tool.parameters as { properties: object; required: string[] };
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
    }
  });
});

describe('ask for a protocol with a schema', () => {
  it('sends the schema, and none for other protocols', async () => {
    const chat = chatThatSays('{}', '[Answer:] x');
    const base = {
      chat,
      context,
      turn: aTurn(),
      params: { prompt: 'p.md' },
      variables: variablesOf(aTurn(), context),
      inputs: inputsOf(aTurn(), context, 'x'),
      maxOutputTokens: 100,
    };
    await ask({ ...base, protocol: 'critique' });
    await ask({ ...base, protocol: 'answer' });
    expect(chat.asked[0]?.replySchema).toEqual({
      name: 'critique',
      schema: findProtocol('critique')?.schema,
    });
    expect(chat.asked.at(-1)).not.toHaveProperty('replySchema');
  });
});
