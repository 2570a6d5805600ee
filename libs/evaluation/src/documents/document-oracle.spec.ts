import { bareInputs, type ChatInputs, type ChatModel, type ExtractionInputs } from '@quarry/chat-model';
import { defined, type Evidence, type Finding, type Need, type OutlineSection } from '@quarry/turn';
import { DocumentOracle } from './document-oracle';
import type { AnswerQuestion } from './question-set';

const QUESTION: AnswerQuestion = {
  id: 'q',
  text: 'What is A as a percentage of B?',
  answers: ['50%'],
  gold: [],
  allOf: false,
  values: [
    { label: 'A 2022', value: '17', unit: 'millions', file: 'r.pdf', page: 4 },
    { label: 'B 2022', value: '34', file: 'r.pdf', page: 9 },
  ],
  derivation: '[1] / [2] * 100',
  unanswerable: false,
};

function section(id: string, startPage: number, endPage: number): OutlineSection {
  return { id, path: 'docs/r.pdf', title: id, level: 1, startPage, endPage, summary: '', characters: 1_000 };
}

const SECTIONS = [section('all', 1, 20), section('four', 4, 5), section('nine', 9, 9)];

function text(n: number, page: number, body: string): Evidence {
  const found = { pass: 1, kind: 'chunk', relevance: 1, foundBy: 'section', query: '' } as const;
  return {
    id: `e${n}`,
    n,
    text: body,
    path: 'docs/r.pdf',
    startLine: 1,
    endLine: 1,
    section: `s${n}`,
    pages: [{ page, box: null }],
    ...found,
  };
}

function finding(n: number, value: string): Finding {
  const at = { path: 'docs/r.pdf', section: 's', sectionTitle: 'S', page: 4 };
  return {
    id: `f${n}`,
    n,
    pass: 1,
    item: '',
    label: 'x',
    value,
    ...at,
    check: { stands: 'on_page', why: '' },
  };
}

function call(id: string, note?: string): Need {
  const made = {
    tool: 'fetch_section',
    id,
    arguments: { id },
    ...defined({ note }),
  } as const;
  return { id, pass: 1, text: id, status: 'resolved', resolvedBy: [1], call: made };
}

const PLAN = JSON.stringify({ fetch: [{ section: 'four', item: 'x' }], compute: [], synthesis: 'y' });
const NOBODY: ChatModel = {
  id: 'planner',
  generative: false,
  complete: () =>
    Promise.resolve({ text: PLAN, model: 'planner', inputTokens: 0, outputTokens: 0, finish: 'stop' }),
};

async function ask(
  task: string,
  more: Partial<ExtractionInputs> = {},
  turn: Partial<ChatInputs> = {},
  question = QUESTION,
) {
  const inputs = bareInputs(task, question.text, {
    extraction: {
      items: [question.text],
      sections: SECTIONS,
      read: [],
      calls: [],
      findings: [],
      calculations: [],
      lastTurn: false,
      lastPass: false,
      ...more,
    },
    ...turn,
  });
  const messages = [{ role: 'user', content: 'one two three' } as const];
  const reply = await new DocumentOracle([question], NOBODY).complete({
    messages,
    inputs,
    maxOutputTokens: 500,
  });
  const calls = reply.toolCalls?.map((one) => [one.name, JSON.parse(one.arguments)] as const);
  return {
    reply,
    calls,
    said: reply.text.startsWith('{') ? (JSON.parse(reply.text) as unknown) : reply.text,
  };
}

describe('the oracle over documents', () => {
  it('fetches the innermost sections of the gold pages, and counts its tokens', async () => {
    const { calls, reply } = await ask('extraction');
    expect(calls).toEqual([
      ['fetch_section', { id: 'four' }],
      ['fetch_section', { id: 'nine' }],
    ]);
    expect(reply.inputTokens).toBe(3);
    expect(reply.outputTokens).toBeGreaterThan(5);
  });

  it('reads the next page, then the enclosing section, if the value is not in the text so far', async () => {
    const calls = [call('four', 'to read on, call it again with offset 900'), call('nine')];
    expect((await ask('extraction', { calls })).calls).toEqual([
      ['fetch_section', { id: 'four', offset: 900 }],
      ['fetch_section', { id: 'all' }],
    ]);
  });

  it('reports only values in the text that it read, on the gold page', async () => {
    const read = [text(1, 4, 'A | 17 | 18'), text(2, 8, 'B | 34'), text(3, 9, 'B | 3,340')];
    const { said } = await ask('extraction', { read, lastTurn: true });
    expect(said).toEqual({
      findings: [{ label: 'A 2022', value: '17', unit: 'millions', page: 4, section: 's1' }],
      sections_searched: ['s1', 's2', 's3'],
    });
    const { said: none } = await ask('extraction', { read: read.slice(1), lastTurn: true });
    expect(none).toMatchObject({ fail: 'no section that was read shows it', sections_tried: ['s2', 's3'] });
  });

  it('requests the next gold value by name, once; then fails', async () => {
    const findings = [finding(3, '17')];
    expect((await ask('evaluator', { findings })).said).toMatchObject({ status: 'needs', needs: 'B 2022' });
    const misses = [{ pass: 2, text: 'b 2022', why: '', where: [] }];
    expect((await ask('evaluator', { findings }, { misses })).said).toMatchObject({ status: 'fail' });
    expect((await ask('evaluator', { findings, lastPass: true })).said).toMatchObject({ status: 'fail' });
  });

  it('calculates the derivation of the answer, and cites values and result', async () => {
    const findings = [finding(3, '17'), finding(5, '34')];
    expect((await ask('evaluator', { findings })).calls).toEqual([
      ['calculate', { expression: '[3] / [5] * 100', label: QUESTION.text }],
    ]);
    const calculations = [
      { id: 'c', n: 6, pass: 1, expression: '[3] / [5] * 100', inputs: [], result: '50' },
    ];
    expect((await ask('evaluator', { findings, calculations })).said).toMatchObject({
      answer: '50% [3] [5] [6]',
    });
  });

  it('fails if the documents do not contain the answer', async () => {
    const none = { ...QUESTION, answers: [], values: [], unanswerable: true };
    expect((await ask('extraction', {}, {}, none)).said).toMatchObject({
      fail: 'the documents do not say it',
    });
    expect((await ask('evaluator', {}, {}, none)).said).toMatchObject({ status: 'fail' });
  });

  it('as an agent, searches, reads around the hits, and answers from them', async () => {
    expect((await ask('agent')).calls).toEqual([['search', { query: QUESTION.text }]]);
    const needs = [QUESTION.text, 'A 2022', 'B 2022'].map((query) => call(query));
    const evidence = [text(1, 4, 'A | 17')];
    expect((await ask('agent', {}, { needs, evidence })).calls).toEqual([['fetch_section', { id: 's1' }]]);
    const all = [...evidence, text(2, 9, 'B | 34')];
    expect((await ask('agent', {}, { evidence: all })).said).toBe('[Answer:] 50% [1] [2]');
    expect((await ask('answer', {}, { evidence })).said).toContain('do not say it');
  });

  it('delegates the plan to a model that knows titles, and rejects unknown questions', async () => {
    expect((await ask('task_plan')).said).toEqual({
      fetch: [{ section: 'four', item: 'A 2022; B 2022' }],
      compute: [{ label: 'answer', expression: 'a_2022 / b_2022 * 100' }],
      synthesis: 'y',
    });
    await expect(ask('agent', {}, { question: 'Another?' })).rejects.toMatchObject({ code: 'model_refused' });
  });
});
