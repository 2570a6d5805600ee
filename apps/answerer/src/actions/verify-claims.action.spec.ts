import { openChatModel } from '@quarry/chat-model';
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
  it('judges every sentence by the evidence that it cites, and says what decided', async () => {
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

  it('says where other evidence has it than is cited', async () => {
    const { patch } = await noModel(
      asked('Logs are kept for 90 days [2]. The warehouse in Oslo was closed.'),
    );
    expect(patch?.claims).toMatchObject([
      { status: 'inferred', why: '[1] says it, which it does not cite' },
      { status: 'supported' },
    ]);
  });

  it.each([
    ['mark', `${RIGHT} Logs are kept for 80 days [1] [contradicted].`, [1, 2]],
    ['cut', RIGHT, [1]],
    ['report', `${RIGHT} ${WRONG}`, [1, 2]],
  ])('%s: what becomes of a sentence that does not hold', async (unsupported, english, cited) => {
    const { answer } = (await noModel(asked(`${RIGHT} ${WRONG}`), { unsupported })).patch ?? {};
    expect(answer).toMatchObject({ english, text: english });
    expect(answer?.citations.map(({ n }) => n)).toEqual(cited);
  });

  it('an answer of which nothing is left says so, and has no citations', async () => {
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
    ['what was not found', 'Nothing about tapes was found. The evidence does not say who pays.'],
    ['lists of what was not found', 'Not found:\n- `Vault.Seal`: looked in 3 places\n- tapes of 1999'],
    ['announcements', 'These are the steps:'],
    ['words alone', 'Yes. Certainly.'],
  ])('%s claim nothing', async (_what, english) => {
    expect((await noModel(asked(english))).patch?.claims).toEqual([]);
  });

  it('of the extractive responder, the quotations are looked at, and nothing else', async () => {
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
        why: 'quoted as [1] has it',
      },
    ]);
    const wrong = await noModel(turn('The export runs every night at three.'));
    expect(wrong.patch?.claims).toMatchObject([{ status: 'unsupported' }]);
  });

  it('answers from general knowledge have nothing to be held against', async () => {
    const turn = aTurn({ answer: answering('Good morning to you!'), plan: { mode: 'direct', queries: [] } });
    expect(await noModel(turn)).toMatchObject({ outcome: 'ok', patch: { claims: [] } });
    expect((await noModel(aTurn({ answer: answering('Good morning to you!') }))).patch?.claims).toMatchObject(
      [{ status: 'unsupported', why: 'there is no evidence' }],
    );
  });

  it('goes on without vectors where the embedder fails, and says so', async () => {
    const embedder: Embedder = {
      id: 'x',
      dimension: 1,
      embed: () => Promise.reject(new Fault('embedder_unavailable', 'gone')),
      close: () => Promise.resolve(),
    };
    const { patch, note } = await noModel(asked(OPEN), {}, embedder);
    expect(patch?.claims).toMatchObject([{ status: 'unsupported', by: 'code' }]);
    expect(note).toContain('not compared by meaning: gone');
  });
});
