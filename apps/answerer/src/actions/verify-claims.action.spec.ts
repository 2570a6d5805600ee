import { openChatModel } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import type { Embedder } from '@quarry/embedder';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import { Fault, type Answer, type Turn } from '@quarry/turn';
import { VerifyClaimsAction } from './verify-claims.action';

const PROMPT = 'prompts/verify-claims.md';
const prompts = { [PROMPT]: { system: 'You check.', user: '{{ context }}\n---\n{{ text }}' } };
const evidence = [
  someEvidence(1, { path: 'a.md', text: 'The export runs every night at two. Logs are kept for 90 days.' }),
  someEvidence(2, { path: 'b.md', text: 'The warehouse in Oslo was closed after the flood.' }),
];
const RIGHT = 'The export runs every night at two [1].';
const WRONG = 'Logs are kept for 80 days [1].';
const OPEN = 'Old tapes gather dust there [2].';

function answering(english: string, more: Partial<Answer> = {}): Answer {
  const citations = [1, 2].map((n) => ({ n, path: `${n}.md`, startLine: 1, endLine: 3, pass: 1 }));
  return { english, text: english, citations, removedCitations: [], writtenBy: 'm', ...more };
}
const asked = (english: string, groups: Partial<Turn> = {}): Turn =>
  aTurn({ evidence, answer: answering(english), ...groups });

const extractive = openChatModel({ provider: 'extractive' });
const noModel = (turn: Turn, claims = {}, embedder: Embedder | null = null) =>
  new VerifyClaimsAction(extractive, embedder).run(turn, { prompt: PROMPT }, context(claims));

function context(claims = {}, signal = new AbortController().signal) {
  const { settings } = aContext();
  return aContext({ prompts, signal, settings: { claims: { ...settings.claims, ...claims } } });
}

describe('verify_claims', () => {
  it('judges every sentence by the evidence that it cites, and records what decided', async () => {
    const { patch, note, usage } = await noModel(
      asked(`# Export\n\n${RIGHT} ${WRONG} \`Vault\` seals them [2].`),
    );
    expect(patch?.claims).toEqual([
      { text: RIGHT, cites: [1], status: 'supported', by: 'code', why: '[1] says it' },
      {
        text: WRONG,
        cites: [1],
        status: 'contradicted',
        by: 'code',
        why: "[1] has '90 days' instead of '80 days'",
      },
      {
        text: '`Vault` seals them [2].',
        cites: [2],
        status: 'unsupported',
        by: 'code',
        why: '`Vault` is not in [2]',
      },
    ]);
    expect(note).toBe('3 sentences: 1 supported, 1 unsupported, 1 contradicted');
    expect(usage).toEqual([]);
    expect(patch?.answer?.english).toContain(WRONG);
  });

  it('an answer that begins by saying what the documents lack is not complete', async () => {
    const lacking = 'The provided documents do not contain the price of tapes.';
    const { patch } = await noModel(asked(`${lacking} ${RIGHT}`));
    expect(patch?.claims).toMatchObject([{ text: RIGHT, status: 'supported' }]);
    expect(patch?.answer?.insufficient).toBe(lacking);
    const whole = await noModel(asked(`${RIGHT} ${lacking}`));
    expect(whole.patch?.answer?.insufficient).toBeUndefined();
    const known = asked(lacking, { answer: answering(lacking, { insufficient: 'the price' }) });
    expect((await noModel(known)).patch?.answer?.insufficient).toBe('the price');
  });

  it('counts what the prompt shows of the code graph as said by the evidence', async () => {
    const key = 'java:jsoup.Evaluator.Has|TYPE';
    const turn = asked('`Has` is created in `QueryParser.has`, line 431 [1].', {
      evidence: [someEvidence(1, { nodeKey: key, text: 'static class Has extends Evaluator {' })],
    });
    const edge = {
      from: 'java:jsoup.QueryParser.has|METHOD',
      to: key,
      kind: 'USES',
      line: 431,
      path: 'QueryParser.java',
    };
    const graph = { entries: [], nodes: [], edges: [edge] };
    expect((await noModel(turn)).patch?.claims?.[0]?.status).toBe('unsupported');
    expect((await noModel({ ...turn, graph })).patch?.claims?.[0]?.status).not.toBe('unsupported');
    expect(
      (await noModel({ ...turn, graph: { ...graph, edges: [{ ...edge, line: 430 }] } })).patch?.claims?.[0]
        ?.status,
    ).toBe('contradicted');
  });

  it('puts the lists of the code graph before the answer to the rest, unjudged', async () => {
    const turn = asked(RIGHT);
    const listed = { text: '1 caller of `keep` [2]:\n\n- `main`', rest: 'how long are logs kept' };
    const { patch } = await noModel({ ...turn, question: { ...turn.question, listed } });
    expect(patch?.answer?.english).toBe(
      `${listed.text}\n\nThe rest of the question, “${listed.rest}”:\n\n${RIGHT}`,
    );
    expect(patch?.answer?.citations.map(({ n }) => n)).toEqual([2, 1]);
    expect(patch?.claims?.map(({ status }) => status)).toEqual(['supported']);
  });

  it('names evidence that supports a sentence, but is not cited', async () => {
    const { patch } = await noModel(
      asked('Logs are kept for 90 days [2]. The warehouse in Oslo was closed.'),
    );
    expect(patch?.claims).toMatchObject([
      { status: 'inferred', why: '[1] says it, but is not cited' },
      { status: 'supported' },
    ]);
  });

  it.each(['mark', 'cut', 'report'])(
    '%s: the numbers of the answer keep their positions',
    async (unsupported) => {
      const finding = { id: 'finding-1', pass: 1, item: 'q', path: 'a.md', section: 's', sectionTitle: 'S' };
      const findings = [
        { ...finding, n: 1, label: 'kept', value: 90, check: { stands: 'on_page', why: '' } as const },
      ];
      const english = `${WRONG} Logs are kept for 90 days [1].`;
      const turn = asked(english, { findings, answer: answering(english, { figures: [] }) });
      const { answer } = (await noModel(turn, { unsupported })).patch ?? {};
      const { figures = [] } = answer ?? {};
      expect(figures.at(-1)).toMatchObject({ text: '90', source: { kind: 'finding', n: 1 } });
      for (const { text, start, end } of figures) expect(answer?.english.slice(start, end)).toBe(text);
    },
  );

  it.each([
    ['mark', `${RIGHT} Logs are kept for 80 days [1] [contradicted].`, [1, 2]],
    ['cut', RIGHT, [1]],
    ['report', `${RIGHT} ${WRONG}`, [1, 2]],
  ])('%s: the treatment of a refuted sentence', async (unsupported, english, cited) => {
    const { answer } = (await noModel(asked(`${RIGHT} ${WRONG}`), { unsupported })).patch ?? {};
    expect(answer).toMatchObject({ english, text: english });
    expect(answer?.citations.map(({ n }) => n)).toEqual(cited);
  });

  it('an answer without remaining sentences says so, and has no citations', async () => {
    const { patch } = await noModel(asked(WRONG), { unsupported: 'cut' });
    expect(patch?.answer).toMatchObject({
      citations: [],
      text: expect.stringContaining('No sentence') as string,
    });
    expect(patch?.claims).toHaveLength(1);
  });

  it.each([
    ['questions', 'Is that all? Do you mean the tapes?'],
    ['headings', '# The export runs every day'],
    ['remarks about the search', 'Nothing about tapes was found. The evidence does not say who pays.'],
    ['lists of what was not found', 'Not found:\n- `Vault.Seal`: looked in 3 places\n- tapes of 1999'],
    ['announcements', 'These are the steps:'],
    ['words without content', 'Yes. Certainly.'],
  ])('%s are not claims', async (_what, english) => {
    expect((await noModel(asked(english))).patch?.claims).toEqual([]);
  });

  it('checks only the quotations of the extractive responder', async () => {
    const notice = 'No language model wrote this answer: these are the passages.';
    const quote = (line: string): string => `${notice}\n\n\`a.md\`, line 1 [1]\n\n> ${line}`;
    const turn = (line: string) =>
      aTurn({ evidence, answer: answering(quote(line), { writtenBy: 'extractive' }) });
    const right = await noModel(turn('The export runs every night at two. Logs'));
    expect(right.patch?.claims).toEqual([
      {
        text: '`a.md`, line 1 [1]',
        cites: [1],
        status: 'supported',
        by: 'code',
        why: 'quoted from [1]',
      },
    ]);
    const wrong = await noModel(turn('The export runs every night at three.'));
    expect(wrong.patch?.claims).toMatchObject([{ status: 'unsupported' }]);
  });

  it('does not check answers from general knowledge', async () => {
    const turn = aTurn({ answer: answering('Good morning to you!'), plan: { mode: 'direct', queries: [] } });
    expect(await noModel(turn)).toMatchObject({ outcome: 'ok', patch: { claims: [] } });
    expect((await noModel(aTurn({ answer: answering('Good morning to you!') }))).patch?.claims).toMatchObject(
      [{ status: 'unsupported', why: 'there is no evidence' }],
    );
  });

  it('continues without vectors if the embedder fails, and reports it', async () => {
    const embedder: Embedder = {
      id: 'x',
      dimension: 1,
      embed: () => Promise.reject(new Fault('embedder_unavailable', 'gone')),
      close: () => Promise.resolve(),
    };
    const { patch, note } = await noModel(asked(OPEN), {}, embedder);
    expect(patch?.claims).toMatchObject([{ status: 'unchecked', by: 'code' }]);
    expect(note).toContain('not compared by meaning: gone');
  });
});

describe('verify_claims with a model', () => {
  const judging = (...statuses: string[]): string =>
    JSON.stringify({ claims: statuses.map((status, at) => ({ n: at + 1, status, why: 'because' })) });
  const run = (turn: Turn, replies: string[], claims = {}) => {
    const chat = chatThatSays(...replies);
    return {
      chat,
      result: new VerifyClaimsAction(chat, null).run(turn, { prompt: PROMPT }, context(claims)),
    };
  };

  it('asks once, only about open sentences, with the evidence that they cite', async () => {
    const { chat, result } = run(asked(`${RIGHT} ${WRONG} ${OPEN}`), [judging('inferred')]);
    const { patch, usage } = await result;
    expect(patch?.claims?.map(({ status, by }) => [status, by])).toEqual([
      ['supported', 'code'],
      ['contradicted', 'code'],
      ['inferred', 'model'],
    ]);
    expect(usage).toHaveLength(1);
    expect(chat.asked).toHaveLength(1);
    const prompt = chat.asked[0]?.messages.at(-1)?.content;
    expect(prompt).toContain(`1. ${OPEN}`);
    expect(prompt).toContain('Oslo');
    expect(prompt).not.toContain('every night');
  });

  it('does not ask if nothing is open, if the setting forbids it, or if the budget is spent', async () => {
    const stop = { rule: 'token_budget', reason: 'spent' };
    for (const [turn, claims] of [
      [asked(`${RIGHT} ${WRONG}`), {}],
      [asked(OPEN), { ask_model: false }],
      [asked(OPEN, { stop }), {}],
    ] as const) {
      const { chat, result } = run(turn, [judging('supported')], claims);
      expect((await result).usage).toEqual([]);
      expect(chat.asked).toHaveLength(0);
    }
  });

  it('does not ask if the call could exceed the rest of the budget', async () => {
    const { settings } = aContext();
    const size = settings.max_output_tokens;
    const prices = [{ model: '*', input: 1, output: 1_000 }];
    for (const limits of [
      { max_turn_tokens: size },
      { max_turn_cost: (size / 1_000) * 0.9, prices },
      { max_turn_cost: 1, prices: [] },
    ]) {
      const chat = chatThatSays(judging('supported'));
      const hop = aContext({ prompts, settings: limits });
      const { note, usage } = await new VerifyClaimsAction(chat, null).run(
        asked(OPEN),
        { prompt: PROMPT },
        hop,
      );
      expect(usage).toEqual([]);
      expect(note).toContain('the model was not asked: it could exceed');
    }
    const chat = chatThatSays(judging('supported'));
    const hop = aContext({
      prompts,
      settings: { max_turn_tokens: 2 * size, max_turn_cost: 2 * size, prices },
    });
    expect(
      (await new VerifyClaimsAction(chat, null).run(asked(OPEN), { prompt: PROMPT }, hop)).usage,
    ).toHaveLength(1);
  });

  it('lets no model overrule missing names, numbers and quotations', async () => {
    const { result } = run(asked(`${OPEN} ${WRONG} \`Vault\` seals [2].`), [
      judging('supported', 'supported', 'supported'),
    ]);
    expect((await result).patch?.claims?.map(({ status }) => status)).toEqual([
      'supported',
      'contradicted',
      'unsupported',
    ]);
  });

  it('has not checked a sentence that the model leaves out, however close it is', async () => {
    const claims = [{ n: 1, status: 'inferred', why: 'it follows' }];
    const close = 'The export runs every morning at two [1].';
    const { result } = run(asked(`${OPEN} ${close}`), [JSON.stringify({ claims })]);
    expect((await result).patch?.claims).toMatchObject([
      { status: 'inferred', by: 'model' },
      {
        status: 'unchecked',
        by: 'code',
        why: 'the model said nothing of it: no model has judged it',
      },
    ]);
  });

  it('keeps the verdicts of code if the reply is unreadable, counts both attempts, and reports it', async () => {
    const { result } = run(asked(OPEN), ['All fine!', 'Really!']);
    const { patch, usage, note } = await result;
    expect(patch?.claims).toMatchObject([{ status: 'unchecked', by: 'code' }]);
    expect(usage).toHaveLength(2);
    expect(note).toContain('could not be read');
  });

  it('keeps the verdicts of code if the call fails; a cancelled turn stays cancelled', async () => {
    const failing = {
      ...chatThatSays(),
      complete: () => Promise.reject(new Fault('model_unavailable', 'down')),
    };
    const action = new VerifyClaimsAction(failing, null);
    const { patch, note } = await action.run(asked(OPEN), { prompt: PROMPT }, context());
    expect(patch?.claims).toMatchObject([{ status: 'unchecked', by: 'code' }]);
    expect(note).toContain('the model could not be asked: down');
    // Far from every passage in meaning, too: only a model could say more.
    const far: Embedder = {
      ...{ id: 'x', dimension: 64, close: () => Promise.resolve() },
      embed: (texts) =>
        Promise.resolve(
          texts.map((_, at) => new Float32Array(64).map((_zero, index) => Number(index === at))),
        ),
    };
    const { patch: compared } = await new VerifyClaimsAction(failing, far).run(
      asked(OPEN),
      { prompt: PROMPT },
      context(),
    );
    expect(compared?.claims).toMatchObject([
      { status: 'unchecked', why: 'the model could not be asked: no model has judged it' },
    ]);
    const gone = AbortSignal.abort(new Fault('cancelled', 'cancelled'));
    await expect(action.run(asked(OPEN), { prompt: PROMPT }, context({}, gone))).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('verify_claims with findings', () => {
  const given = { pass: 1, item: 'q', path: 'a.pdf', section: 's', sectionTitle: 'S', unit: 'millions_usd' };
  const check = { stands: 'on_page', verdict: 'supported', why: '' } as const;
  const finding = (n: number, value: number) => ({
    ...{ ...given, check, id: `finding-${n}`, n, label: 'net_sales_2017', value },
  });
  const items = [177866, 135987].map((value, at) =>
    someEvidence(at + 1, { kind: 'finding', path: 'a.pdf', text: `net_sales_2017 = ${value} millions_usd` }),
  );
  const turnWith = (...values: readonly number[]) =>
    aTurn({
      evidence: items.slice(0, values.length),
      findings: values.map((value, at) => finding(at + 1, value)),
      answer: answering('Net sales were $177,866 million in 2017 [1].', {
        contradictions: ['a writer’s own'],
      }),
    });

  it('names findings that disagree under one label as contradictions', async () => {
    const { patch } = await noModel(turnWith(177866, 135987));
    expect(patch?.answer?.contradictions).toEqual([
      'a writer’s own',
      'net_sales_2017 is 177866 millions usd in [1] and 135987 millions usd in [2]',
    ]);
    expect(patch?.claims).toMatchObject([{ status: 'unchecked', by: 'code' }]);
  });

  it('a single finding contradicts nothing', async () => {
    const { patch } = await noModel(turnWith(177866));
    expect(patch?.answer?.contradictions).toEqual(['a writer’s own']);
    expect(patch?.claims).toMatchObject([{ status: 'supported' }]);
  });
});
