import { openChatModel } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import { aContext, aTurn } from '@quarry/engine/testing';
import { CallModelAction } from './call-model.action';

const params = { prompt: 'prompts/router.md', reply: 'router' };
const prompts = {
  'prompts/router.md': {
    system: 'Plan. {% for mode in modes %}{{ mode }} {% endfor %}',
    user: '{{ history }}{{ question }}',
  },
};

describe('router.call_model', () => {
  it('keeps the unchanged reply with its protocol', async () => {
    const result = await new CallModelAction(chatThatSays('[BM25:] retry')).run(
      aTurn(),
      params,
      aContext({ prompts }),
    );
    expect(result.patch?.reply).toEqual({
      protocol: 'router',
      text: '[BM25:] retry',
      model: 'said-1',
      extractive: false,
    });
  });

  it('asks again with the error if the reply violates the protocol', async () => {
    const chat = chatThatSays('I would search for retry.', '[BM25:] retry');
    const result = await new CallModelAction(chat).run(aTurn(), params, aContext({ prompts }));
    expect(chat.asked).toHaveLength(2);
    expect(chat.asked[1]?.messages.at(-1)?.content).toContain('could not be read');
    expect(result.patch?.reply?.text).toBe('[BM25:] retry');
    expect(result.usage).toHaveLength(2);
  });

  it('gives up after one repair', async () => {
    const chat = chatThatSays('no', 'still no', '[BM25:] too late');
    const result = await new CallModelAction(chat).run(aTurn(), params, aContext({ prompts }));
    expect(chat.asked).toHaveLength(2);
    expect(result.patch?.reply?.text).toBe('still no');
  });

  it('plans without a model, and counts no model call', async () => {
    const result = await new CallModelAction(openChatModel({ provider: 'extractive' })).run(
      aTurn(),
      params,
      aContext({ prompts }),
    );
    expect(result.patch?.reply).toMatchObject({ extractive: true });
    expect(result.patch?.reply?.text).toMatch(/^\[HYBRID:\] .*retry/);
    expect(result.usage).toEqual([]);
  });

  it('names a missing prompt', async () => {
    await expect(
      new CallModelAction(chatThatSays('x')).run(aTurn(), params, aContext()),
    ).rejects.toMatchObject({ code: 'pipeline_invalid' });
  });
});
