import { openChatModel } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import { countTokens } from '@quarry/turn';
import { evidenceHead } from '@quarry/prompting';
import { CondenseContextAction } from './condense-context.action';

const params = { prompt: 'prompts/condense.md' };
const prompts = { 'prompts/condense.md': { system: 'Condense.', user: '{{ question }}\n{{ text }}' } };
const long = (n: number) =>
  someEvidence(n, {
    nodeKey: `typescript:src/${n}.thing${n}|FUNCTION`,
    text: `function thing${n}() {\n${'  // something about the retry and its delay\n'.repeat(60)}}`,
  });
const turn = aTurn({ evidence: [1, 2, 3, 4, 5, 6].map(long) });
const settings = { max_context_tokens: 600, model_context_window: 8_000 };

describe('condense_context', () => {
  it.each([
    ['a model that loses them all', chatThatSays('It is about the retry.')],
    ['a model that says too much', chatThatSays('words '.repeat(5_000))],
    ['the extractive responder', openChatModel({ provider: 'extractive' })],
  ])('keeps every identifier within the limit, with %s', async (_name, chat) => {
    const result = await new CondenseContextAction(chat).run(turn, params, aContext({ prompts, settings }));
    const pack = result.patch?.context;
    expect(pack?.condensed).toBe(true);
    for (const item of turn.evidence) expect(pack?.text).toContain(evidenceHead(item));
    expect(countTokens(pack?.text ?? '')).toBeLessThanOrEqual(settings.max_context_tokens);
    expect(pack?.items).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('keeps relations of the graph as whole lines, however long the reply is', async () => {
    const keyOf = (n: number) => `typescript:src/${n}.thing${n}|FUNCTION`;
    const edges = Array.from({ length: 30 }, (_, index) => ({
      from: keyOf(1 + (index % 6)),
      to: `typescript:lib/other.helper${index}|FUNCTION`,
      kind: 'CALLS',
    }));
    const chat = chatThatSays('words '.repeat(5_000));
    const result = await new CondenseContextAction(chat).run(
      { ...turn, graph: { entries: [], nodes: [], edges } },
      params,
      aContext({ prompts, settings }),
    );
    const text = result.patch?.context?.text ?? '';
    const lines = text.slice(text.indexOf('Relations, with')).split('\n').slice(1);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines)
      expect(line).toMatch(
        /^(?:typescript:src\/\d\.thing\d\|FUNCTION(?: in src\/\d\.ts)?| {2}calls: (?:helper\d+(?:, )?)+(?: \(\+\d more\))?|Relations not shown: \d+ calls\. Request a name to see those of it\.)$/,
      );
    expect(countTokens(text)).toBeLessThanOrEqual(settings.max_context_tokens);
  });

  it('gives the model the question and no more evidence than fits its context window', async () => {
    const chat = chatThatSays('short');
    const huge = aTurn({ evidence: Array.from({ length: 60 }, (_, index) => long(index + 1)) });
    await new CondenseContextAction(chat).run(huge, params, aContext({ prompts, settings }));
    const asked = chat.asked[0]?.messages[1]?.content ?? '';
    expect(asked).toContain('How does the retry work?');
    const output = chat.asked[0]?.maxOutputTokens ?? 0;
    expect(countTokens(asked) + output + 512).toBeLessThanOrEqual(settings.model_context_window);
    expect(output).toBeGreaterThan(100);
  });
});
