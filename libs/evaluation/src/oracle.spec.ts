import { bareInputs, type ChatInputs } from '@quarry/chat-model';
import { OracleModel, type Knowledge } from './oracle';

const QUESTION = {
  id: 'q',
  text: 'Who founded the publisher of The Atlas?',
  gold: ['a', 'b'].map((document) => ({ document, grade: 1 })),
  unanswerable: false,
  answer: 'Mary Carver',
  answers: ['Mary Carver'],
  allOf: false,
  hops: [
    { question: 'The Atlas >> publisher', answer: 'Northgate Press' },
    { question: 'Who founded #1 ?', answer: 'Mary Carver' },
  ],
};

function ask(task: string, knowledge: Knowledge, more: Partial<ChatInputs> = {}) {
  const inputs = bareInputs(task, QUESTION.text, { modes: ['semantic'], ...more });
  return new OracleModel([QUESTION], knowledge).complete({ messages: [], inputs, maxOutputTokens: 100 });
}

const PASSAGE = {
  id: 'c#a',
  n: 1,
  pass: 1,
  kind: 'chunk',
  text: 'Northgate Press is the publisher of The Atlas.',
  path: 'c',
  startLine: 1,
  endLine: 1,
  relevance: 1,
  foundBy: 'semantic',
  query: '',
} as const;

describe('the oracle', () => {
  it('requests only what it can know: the next hop once the evidence contains its answer', async () => {
    const first = await ask('decomposition', 'reading');
    expect(JSON.parse(first.text)).toEqual({ sub_queries: ['The Atlas publisher'] });
    const blind = await ask('critique', 'reading', { queries: ['The Atlas publisher', 'The Atlas'] });
    expect(JSON.parse(blind.text)).toMatchObject({ sufficient: true, follow_up_queries: [] });
    const reading = await ask('critique', 'reading', {
      queries: ['The Atlas publisher'],
      evidence: [PASSAGE],
    });
    expect(JSON.parse(reading.text)).toMatchObject({
      sufficient: false,
      follow_up_queries: ['Who founded Northgate Press?'],
    });
  });

  it('requests every hop at once if it knows the answers', async () => {
    expect(JSON.parse((await ask('decomposition', 'told')).text)).toEqual({
      sub_queries: ['The Atlas publisher', 'Who founded Northgate Press?'],
    });
  });

  it('answers with the passage that contains the answer, once everything was requested', async () => {
    const queries = ['The Atlas publisher', 'who founded northgate press', 'northgate press'];
    const evidence = [PASSAGE, { ...PASSAGE, n: 2, text: 'It was founded by Mary Carver.' }];
    const { text } = await ask('cgrag', 'reading', { queries, evidence });
    expect(text).toBe('ANSWER:\nMary Carver [2]\n\nMISSING:\nNONE');
    const asking = await ask('cgrag', 'reading', { queries: [queries[0] ?? ''], evidence });
    expect(asking.text).toContain('MISSING:\n- Who founded Northgate Press?');
  });

  it('requests the subject of a sub-question that was not found, once', async () => {
    const first = ['The Atlas publisher'];
    const again = await ask('gaps', 'reading', { queries: first });
    expect(JSON.parse(again.text)).toMatchObject({ follow_up_queries: ['The Atlas'] });
    const second = [...first, 'The Atlas', 'Who founded Northgate Press?'];
    const named = await ask('gaps', 'reading', { queries: second, evidence: [PASSAGE] });
    expect(JSON.parse(named.text)).toMatchObject({ follow_up_queries: ['Northgate Press'] });
    const all = await ask('gaps', 'reading', {
      queries: [...second, 'Northgate Press'],
      evidence: [PASSAGE],
    });
    expect(JSON.parse(all.text)).toMatchObject({ follow_up_queries: [] });
  });

  it('does not request what one passage already contains', async () => {
    const read = {
      ...PASSAGE,
      text: 'The publisher of The Atlas, Northgate Press, was founded by Mary Carver.',
    };
    const complete = await ask('critique', 'reading', { evidence: [read] });
    expect(JSON.parse(complete.text)).toMatchObject({ sufficient: true });
    const apart = [PASSAGE, { ...PASSAGE, n: 2, text: 'Mary Carver lived there.' }];
    const open = await ask('critique', 'reading', { evidence: apart });
    expect(JSON.parse(open.text)).toMatchObject({ follow_up_queries: ['Who founded Northgate Press?'] });
  });

  it('calls a tool as an agent, for the question first, and rejects a question without gold sub-questions', async () => {
    expect((await ask('agent', 'reading')).toolCalls).toEqual([
      { id: 'oracle-1-1', name: 'search', arguments: JSON.stringify({ query: QUESTION.text }) },
    ]);
    expect((await ask('agent', 'reading', { queries: [QUESTION.text] })).toolCalls).toEqual([
      { id: 'oracle-1-1', name: 'search', arguments: '{"query":"The Atlas publisher"}' },
    ]);
    await expect(
      Promise.resolve().then(() => ask('answer', 'told', { question: 'Another?' })),
    ).rejects.toMatchObject({
      code: 'model_refused',
    });
  });
});
