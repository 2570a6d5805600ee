import { openTurn, type Outcome, type Turn } from '@quarry/turn';
import type { AskRequest, Served } from '../asking/ask-turn';
import { RecordedTerminal } from '../testing/recorded-terminal';
import { chat, completions } from './chat';

const citations = [
  { n: 3, path: 'src/tax.ts', startLine: 2, endLine: 4, pass: 1, symbol: 'taxOf' },
  { n: 4, path: '../secret.ts', startLine: 1, endLine: 1, pass: 1 },
  { n: 5, path: 'calculation', startLine: 1, endLine: 1, pass: 1, kind: 'calculation' as const },
];

function aTurn(question: string, session: string, outcome: Outcome): Turn {
  const opened = openTurn({
    ...{ id: `t-${question}`, tenant: 'local', session, pipeline: 'code@1', question },
    ...{ isEnglish: true, askedAt: 0, deadline: 1 },
  });
  const text = `Answer to ${question} [3].`;
  const answer = { english: text, text, citations, removedCitations: [], writtenBy: 'm' };
  const end = { outcome, reason: outcome === 'failed' ? 'It died.' : 'done' };
  const without = { ...answer, text: 'Nothing was found.', citations: [] };
  const answers: Partial<Record<Outcome, Turn['answer']>> = { answered: answer, insufficient: without };
  return { ...opened, answer: answers[outcome] ?? null, end };
}

/** Runs a chat on these lines. */
async function chatted(lines: readonly string[], ends: Readonly<Record<string, Outcome>> = {}) {
  const terminal = new RecordedTerminal();
  const asked: AskRequest[] = [];
  const served: Served = {
    pipelines: [{ name: 'code' }],
    root: '/shop',
    rootOf: () => Promise.resolve('/shop'),
    graph: (name) => Promise.reject(new Error(`no graph of ${name}`)),
    ask: (request) => {
      asked.push(request);
      const { question, session = 's-new' } = request;
      return Promise.resolve({ turn: aTurn(question, session, ends[question] ?? 'answered'), events: [] });
    },
  };
  const rest = [...lines];
  const code = await chat({
    served,
    terminal,
    lines: { isTyped: false, next: () => Promise.resolve(rest.shift() ?? null) },
    request: { pipeline: 'code' },
  });
  return { code, asked, ...terminal.said };
}

describe('a chat', () => {
  it('answers each line, and asks follow-ups in the session of the first', async () => {
    const { asked, out, code } = await chatted(['one', '', ' two ']);
    expect(asked.map(({ question, session }) => [question, session])).toEqual([
      ['one', undefined],
      ['two', 's-new'],
    ]);
    expect(out).toContain('> one\nAnswer to one [3].\n\n  [3] /shop/src/tax.ts:2 (to 4)\n');
    expect(code).toBe(0);
  });

  it('/new forgets the conversation, /quit ends it', async () => {
    const { asked } = await chatted(['one', '/new', 'two', '/quit', 'three']);
    expect(asked.map(({ session }) => session)).toEqual([undefined, undefined]);
  });

  it('/sources lists the sources of the last answer', async () => {
    expect((await chatted(['/sources'])).out).toContain('No answer with sources yet.');
    expect((await chatted(['one', '/sources'])).out).toContain('  [3] /shop/src/tax.ts:2 (to 4)  taxOf\n');
  });

  it('/sources and /open take the last answer that has sources, and say so', async () => {
    const { out, err } = await chatted(['one', 'two', '/sources', '/open 9'], { two: 'insufficient' });
    const whose = 'The last answer has no sources; these are those of “one”.\n';
    expect(out).toContain(`${whose}  [3] /shop/src/tax.ts:2 (to 4)  taxOf\n`);
    expect(err).toContain('Name a source: /open 3, 4, 5.');
    const after = await chatted(['one', '/new', '/sources']);
    expect(after.out).toContain('No answer with sources yet.');
  });

  it.each([
    ['/open 3', 'No answer with sources yet.'],
    ['one\n/open 9', 'Name a source: /open 3, 4, 5.'],
    ['one\n/open x', 'Name a source: /open 3, 4, 5.'],
    ['one\n/open 4', '[4] is outside of the indexed folder: ../secret.ts.'],
    ['one\n/open 5', '[5] is a value of the documents'],
    ['/graph', 'Name a function'],
    ['/graph taxOf', 'no graph of taxOf'],
    ['/surces', "There is no command '/surces'; did you mean '/sources'?"],
    ['/constructor', "There is no command '/constructor'"],
  ])('%j is refused, and the chat goes on', async (lines, message) => {
    const { err, asked } = await chatted([...lines.split('\n'), 'last']);
    expect(err).toContain(message);
    expect(asked.at(-1)?.question).toBe('last');
  });

  it('ends with 1 if a question failed, after the other questions', async () => {
    const { code, out, asked } = await chatted(['one', 'two'], { one: 'failed' });
    expect(code).toBe(1);
    expect(out).toContain('error internal: It died.');
    expect(asked).toHaveLength(2);
  });

  it('completes its commands', () => {
    expect(completions('/s')).toEqual(['/sources']);
    expect(completions('so')).toEqual([]);
  });
});
