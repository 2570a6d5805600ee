import { aContext, aTurn } from '@quarry/engine/testing';
import { HandlePrefixAction } from './handle-prefix.action';

const action = new HandlePrefixAction();
const replied = (text: string, extractive = false) =>
  aTurn({ reply: { protocol: 'answer', text, model: 'm', extractive } });
const run = (text: string) => action.run(replied(text), { reply: 'answer' }, aContext());

describe('answerer.handle_prefix', () => {
  it('drafts the answer', async () => {
    expect(await run('[Answer:] It retries [1].')).toMatchObject({
      outcome: 'answer',
      patch: { answer: { english: 'It retries [1].', writtenBy: 'm' } },
    });
  });

  it('raises each requested item as a need of this pass', async () => {
    const result = await run('[Requesting data on:] parseLine, parseFile');
    expect(result.outcome).toBe('need');
    expect(result.patch?.needs).toMatchObject([
      { text: 'parseLine', pass: 1, status: 'open' },
      { text: 'parseFile', pass: 1, status: 'open' },
    ]);
  });

  it.each(['It retries.', '[Answer:]', ''])('calls %j malformed', async (text) => {
    const result = await run(text);
    expect(result.outcome).toBe('malformed');
    expect(result.patch).toBeUndefined();
  });

  it('takes a marker inside an answer for text', async () => {
    const result = await run('[Answer:] The prompt says `[Requesting data on:] x` [1].');
    expect(result).toMatchObject({
      outcome: 'answer',
      patch: { answer: { english: 'The prompt says `[Requesting data on:] x` [1].' } },
    });
  });

  it('says who wrote it', async () => {
    const result = await action.run(replied('[Answer:] quoted [1]', true), { reply: 'answer' }, aContext());
    expect(result.patch?.answer?.writtenBy).toBe('extractive');
  });
});
