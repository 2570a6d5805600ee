import { openChatModel } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { SentPrompt } from '@quarry/turn';
import { ask } from './ask';
import { inputsOf, variablesOf } from './inputs';

const prompts = { 'p.md': { system: 'System {{ max_passes }}.', user: '{{ question }} {{ text }}' } };
const context = aContext({ prompts });
const base = {
  context,
  turn: aTurn(),
  params: { prompt: 'p.md' },
  variables: variablesOf(aTurn(), context, { text: '{{ 1 }}' }),
  inputs: inputsOf(aTurn(), context, 'answer'),
  maxOutputTokens: 100,
};

describe('ask', () => {
  it('fills in the prompt; values are data', async () => {
    const chat = chatThatSays('fine');
    await ask({ ...base, chat, protocol: null });
    expect(chat.asked[0]?.messages.map((message) => message.content)).toEqual([
      'System 5.',
      'How does the retry work? {{ 1 }}',
    ]);
  });

  it('adds up both calls if a reply had to be repaired', async () => {
    const asked = await ask({ ...base, chat: chatThatSays('prose', '[Answer:] yes'), protocol: 'answer' });
    expect(asked).toMatchObject({
      repaired: true,
      reply: { text: '[Answer:] yes' },
      usage: [
        { model: 'said-1', inputTokens: 10, outputTokens: 5 },
        { model: 'said-1', inputTokens: 10, outputTokens: 5 },
      ],
    });
  });

  it('logs every reply of a model with the hash of what was sent, so that the turn can be run again', async () => {
    const logged = async () => {
      const own = aContext({ prompts, step: { id: 'answer' } });
      await ask({ ...base, context: own, chat: chatThatSays('prose', '[Answer:] yes'), protocol: 'answer' });
      return own.emitted.filter(({ type }) => type === 'model.replied');
    };
    const [first, second] = await logged();
    expect([first, second]).toMatchObject([
      { step: 'answer', prompt: 'p.md', model: 'said-1', text: 'prose' },
      { step: 'answer', prompt: 'p.md', model: 'said-1', text: '[Answer:] yes' },
    ]);
    expect(await logged()).toEqual([first, second]);
    expect(first).not.toEqual(
      expect.objectContaining({ promptHash: Reflect.get(second ?? {}, 'promptHash') }),
    );
  });

  it('records the prompt under the hash of the reply, before the model is asked', async () => {
    const sent: SentPrompt[] = [];
    const own = aContext({ prompts, step: { id: 'answer' } });
    const chat = chatThatSays('prose', '[Answer:] yes');
    await ask({
      ...base,
      context: { ...own, sent: (prompt) => sent.push(prompt) },
      chat,
      protocol: 'answer',
    });
    const hashes = own.emitted.flatMap((body) => (body.type === 'model.replied' ? [body.promptHash] : []));
    expect(sent.map(({ hash }) => hash)).toEqual(hashes);
    expect(sent.map(({ messages }) => messages)).toEqual(chat.asked.map(({ messages }) => messages));
    expect(sent[0]).toMatchObject({ step: 'answer', prompt: 'p.md' });
    const failing = { ...chat, complete: () => Promise.reject(new Error('away')) };
    await expect(
      ask({
        ...base,
        context: { ...own, sent: (prompt) => sent.push(prompt) },
        chat: failing,
        protocol: null,
      }),
    ).rejects.toThrow('away');
    expect(sent).toHaveLength(3);
  });

  it('records nothing for the extractive responder, which receives no prompt', async () => {
    const sent = jest.fn();
    const own = { ...aContext({ prompts }), sent };
    await ask({ ...base, context: own, chat: openChatModel({ provider: 'extractive' }), protocol: 'answer' });
    expect(sent).not.toHaveBeenCalled();
  });

  it('logs no reply of the extractive responder, which is deterministic', async () => {
    const own = aContext({ prompts });
    await ask({ ...base, context: own, chat: openChatModel({ provider: 'extractive' }), protocol: 'answer' });
    expect(own.emitted).toEqual([]);
  });

  it('shows free text as it arrives, and of a protocol only the text for users', async () => {
    const shown: string[] = [];
    await ask({
      ...base,
      chat: chatThatSays('a text without markers'),
      protocol: null,
      onText: (text) => shown.push(text),
    });
    expect(shown.join('')).toBe('a text without markers');
    shown.length = 0;
    await ask({
      ...base,
      chat: chatThatSays('[Requesting data on:] x'),
      protocol: 'answer',
      onText: (text) => shown.push(text),
    });
    expect(shown).toEqual([]);
  });

  it('asks the extractive responder once and counts no tokens', async () => {
    const asked = await ask({ ...base, chat: openChatModel({ provider: 'extractive' }), protocol: 'answer' });
    expect(asked).toMatchObject({
      repaired: false,
      reply: { extractive: true },
      usage: [],
    });
  });

  it('refuses an unknown protocol', async () => {
    await expect(ask({ ...base, chat: chatThatSays('x'), protocol: 'morse' })).rejects.toMatchObject({
      code: 'pipeline_invalid',
    });
  });
});

describe('preview', () => {
  it('shows the best five of the running pass, then the best five of the former ones (002 §2, step 4)', () => {
    const evidence = Array.from({ length: 14 }, (_, at) =>
      someEvidence(at + 1, {
        pass: at < 7 ? 1 : 2,
        relevance: at / 20,
        title: `T${at + 1}`,
        text: 'a  text',
      }),
    );
    const spent = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };
    const { preview } = variablesOf(aTurn({ evidence, spent }), context);
    const titles = [...(preview as string).matchAll(/Document (\d+): T(\d+) /g)].map(([, n, t]) =>
      [n, t].join(':'),
    );
    expect(titles).toEqual(['1:14', '2:13', '3:12', '4:11', '5:10', '6:7', '7:6', '8:5', '9:4', '10:3']);
    expect(preview).toContain('Summary: a text');
  });

  it('shows the best five of one pass', () => {
    const { preview } = variablesOf(
      aTurn({ evidence: [1, 2, 3, 4, 5, 6].map((n) => someEvidence(n)) }),
      context,
    );
    expect((preview as string).match(/Document/g)).toHaveLength(5);
  });
});

describe('inputsOf', () => {
  const node = (name: string, path: string, startLine: number, depth = 1) => ({
    key: `typescript:${name}|FUNCTION`,
    kind: 'FUNCTION',
    name,
    path,
    startLine,
    depth,
  });
  const definableOf = (question: string) => {
    const graph = {
      entries: [],
      edges: [],
      nodes: [
        node('far', 'src/9.ts', 1, 2),
        node('near', 'src/8.ts', 1),
        node('known', 'src/1.ts', 2),
        node('tested', 'src/a.spec.ts', 1),
      ],
    };
    const turn = aTurn({
      graph,
      evidence: [someEvidence(1)],
      question: { original: question, isEnglish: true, english: question },
    });
    return inputsOf(turn, context, 'answer').definable;
  };

  it('names definitions of the graph that the evidence lacks, nearest first', () => {
    expect(definableOf('How does it work?')).toEqual(['near', 'far']);
  });

  it('names definitions in tests only for questions about tests', () => {
    expect(definableOf('Which tests are there?')).toContain('tested');
  });
});

describe('how a step wants to be answered', () => {
  const asked = async (params: object, maxOutputTokens: number) => {
    const chat = chatThatSays('text');
    await ask({ ...base, chat, params: { prompt: 'p.md', ...params }, protocol: null, maxOutputTokens });
    return chat.asked[0];
  };

  it('takes the temperature of the step, and 0 where it has none', async () => {
    expect(await asked({ temperature: 0.7 }, 100)).toMatchObject({ temperature: 0.7, maxOutputTokens: 100 });
    expect(await asked({}, 100)).toMatchObject({ temperature: 0, maxOutputTokens: 100 });
  });

  it('lets a step shorten the reply, and never lengthen it', async () => {
    expect((await asked({ max_output_tokens: 40 }, 100))?.maxOutputTokens).toBe(40);
    expect((await asked({ max_output_tokens: 400 }, 100))?.maxOutputTokens).toBe(100);
  });
});

describe('ask within a budget', () => {
  const limited = (max_turn_tokens: number) => ({
    ...base,
    context: aContext({
      prompts: { 'p.md': { system: 'Answer.', user: '{{ context }}' } },
      settings: { max_turn_tokens },
    }),
    variables: variablesOf(aTurn(), context, { context: 'word '.repeat(500) }),
    protocol: 'answer',
  });
  const shorten = jest.fn((tokens: number) => ({
    ...{ text: 'word '.repeat(tokens - 10), tokens, items: [1], condensed: false },
  }));

  it('shortens the evidence so that prompt and reply fit, and reports the shortened prompt', async () => {
    const chat = chatThatSays('[Answer:] short');
    const asked = await ask({ ...limited(300), chat, shorten });
    expect(shorten).toHaveBeenCalledWith(expect.any(Number));
    const [request] = chat.asked;
    expect(request?.messages[1]?.content.length).toBeLessThan(5 * 300);
    expect(request?.maxOutputTokens).toBe(100);
    expect(asked.patch.context).toMatchObject({ items: [1] });
  });

  it.each([1, 90])('of %d tokens makes no call: rules reply, and the turn records why', async (tokens) => {
    const chat = chatThatSays('[Answer:] never');
    const asked = await ask({ ...limited(tokens), chat, shorten });
    expect(chat.asked).toEqual([]);
    expect(asked).toMatchObject({
      usage: [],
      reply: { extractive: true },
      patch: {
        stop: { rule: 'token_budget', reason: expect.stringContaining(`of ${tokens} tokens`) as string },
      },
    });
  });
});
