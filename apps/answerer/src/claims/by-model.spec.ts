import { chatThatSays } from '@quarry/chat-model/testing';
import { sourceOf, statementsOf, type Verdict, verdictOf } from '@quarry/claims';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import { countTokens } from '@quarry/turn';
import { formatEvidence } from '@quarry/prompting';
import { judgeByModel, needsModel, sizeOf } from './by-model';

const PROMPT = 'prompts/verify-claims.md';
const context = aContext({
  prompts: { [PROMPT]: { system: 'You check.', user: '{{ context }}\n---\n{{ text }}' } },
});
const evidence = [1, 2, 3].map((n) => someEvidence(n, { path: 'a.md', text: `Text ${'tape '.repeat(n)}` }));

function verdict(text: string, more: Partial<Verdict>, ...cites: readonly number[]): Verdict {
  const [statement] = statementsOf(text);
  if (!statement) throw new Error('no statement');
  const sources = evidence.filter(({ n }) => cites.includes(n)).map((item) => sourceOf(item));
  return { ...verdictOf(statement, sources), status: 'unsupported', open: 'to meaning', sources, ...more };
}
const decided = verdict('It rains.', { open: 'no' }, 1);
const open = [verdict('Logs\n  rot.', {}, 3, 2), verdict('Tapes rot.', { open: 'to a model' }, 2)];

it.each<[Verdict['open'], Verdict['status'], boolean]>([
  ['to meaning', 'unsupported', true],
  ['to a model', 'unsupported', true],
  ['no', 'unsupported', false],
  ['to meaning', 'inferred', true],
  ['to a model', 'unchecked', true],
  ['to meaning', 'supported', false],
])('a verdict that is open %s and %s needs a call: %s', (isOpen, status, expected) => {
  expect(needsModel([decided, verdict('It rains.', { open: isOpen, status }, 1)])).toBe(expected);
});

it('the size of a call is that of the open evidence, each piece once, the sentences and the longest reply', () => {
  const shown = evidence.slice(1).map(formatEvidence).join('\n\n');
  expect(sizeOf([decided, ...open], context)).toEqual({
    inputTokens: countTokens(shown) + countTokens('Logs rot.\nTapes rot.'),
    outputTokens: context.settings.max_output_tokens,
  });
});

it('shows the lines of several pieces once', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `tape ${at + 1}`);
  const part = (n: number, first: number, last: number) =>
    sourceOf(
      someEvidence(n, {
        ...{ path: 'a.ts', startLine: first, endLine: last },
        text: lines.slice(first - 1, last).join('\n'),
      }),
    );
  const sizeWith = (...sources: ReturnType<typeof part>[]): number =>
    sizeOf([verdict('Logs rot.', { sources }, 1)], context).inputTokens;
  const again = sizeWith(part(1, 5, 25), part(2, 4, 26)) - sizeWith(part(1, 5, 25));
  expect(again).toBeLessThan(countTokens(lines.slice(3, 26).join('\n')) / 2);
});

it('asks about open sentences, numbered from 1, and reports an unreadable reply', async () => {
  const judge = async (...replies: string[]) => {
    const chat = chatThatSays(...replies);
    const params = { prompt: PROMPT };
    return { chat, ...(await judgeByModel([decided, ...open], aTurn(), { chat, context, params })) };
  };
  const claims = [{ n: 2, status: 'supported', why: 'it says so' }];
  const { chat, verdicts, problem } = await judge(JSON.stringify({ claims }));
  const shown = evidence.slice(1).map(formatEvidence).join('\n\n');
  expect(chat.asked[0]?.messages.at(-1)?.content).toBe(`${shown}\n---\n1. Logs rot.\n2. Tapes rot.`);
  expect(verdicts).toEqual([
    decided,
    open[0],
    { ...open[1], status: 'supported', why: 'it says so', by: 'model' },
  ]);
  expect(problem).toBeUndefined();
  const failed = await judge('All fine!', 'Really!');
  expect(failed).toMatchObject({ verdicts: [decided, ...open] });
  expect(failed.problem).toContain('Reply with one JSON object');
});

it('asks about an item of a list behind the sentence that announces the list', async () => {
  const chat = chatThatSays(JSON.stringify({ claims: [] }));
  const [, item] = statementsOf('Rejected are:\n\n- Old tapes [1].');
  if (!item) throw new Error('no item');
  const params = { prompt: PROMPT };
  await judgeByModel([{ ...verdict('x y.', {}, 1), statement: item }], aTurn(), { chat, context, params });
  expect(chat.asked[0]?.messages.at(-1)?.content).toMatch(/\n1\. Rejected are: Old tapes \[1\]\.$/);
});
