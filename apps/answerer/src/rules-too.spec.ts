import type { PipelineSettings } from '@quarry/pipeline';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { Turn } from '@quarry/turn';
import { HandlePrefixAction } from './actions/handle-prefix.action';

const QUESTION = 'Where was the composer of film Billy Elliot born?';
const passage = (n: number, title: string, text: string) =>
  someEvidence(n, { title, text, path: 'corpus.jsonl', language: 'text', document: title });
const NAMESAKES = [
  passage(1, 'Andrew J. Elliot', 'Andrew J. Elliot is a composer of film music, born in Leeds.'),
  passage(2, 'Billy Boyle', 'Billy Boyle is an Irish actor, born in Dublin.'),
];
const FOUND = [
  passage(1, 'Billy Elliot', 'Billy Elliot is a film whose music was composed by Stephen Warbeck.'),
  passage(2, 'Stephen Warbeck', 'Stephen Warbeck, the composer, was born in Southampton.'),
];

const action = new HandlePrefixAction();

/** What `handle_prefix` makes of the reply of a scripted model. */
function read(
  text: string,
  protocol: string,
  {
    evidence = NAMESAKES,
    completeness = 'rules_too',
    endsLoop = true,
    extractive = false,
    turn = {},
  }: {
    readonly evidence?: Turn['evidence'];
    readonly completeness?: PipelineSettings['completeness'];
    readonly endsLoop?: boolean;
    readonly extractive?: boolean;
    readonly turn?: Partial<Turn>;
  } = {},
) {
  const asked = aTurn({ evidence, reply: { protocol, text, model: 'm', extractive }, ...turn });
  return action.run(
    { ...asked, question: { ...asked.question, original: QUESTION, english: QUESTION } },
    { reply: protocol, ends_loop: endsLoop },
    aContext({ settings: { completeness } }),
  );
}

const ANSWER = '[Answer:] In Leeds [1].';
const COMPLETE = '{"is_complete": true, "missing_information": "", "follow_up_queries": []}';
const SUFFICIENT = '{"sufficient": true, "reason": "all there", "follow_up_queries": []}';

describe('completeness: rules_too', () => {
  it('requests what the rules miss instead of ending with the answer of a model, and keeps that answer', async () => {
    const { outcome, patch, note } = await read(ANSWER, 'answer');
    expect(outcome).toBe('need');
    expect(patch?.needs?.[0]).toMatchObject({
      text: 'Billy Elliot',
      status: 'open',
      why: expect.stringContaining('rules') as string,
    });
    expect(patch?.answer).toMatchObject({ english: 'In Leeds [1].', writtenBy: 'm' });
    expect(note).toMatch(/^the model requests nothing, the rules request: Billy Elliot/);
  });

  it.each([
    ['completeness', COMPLETE, 'incomplete'],
    ['critique', SUFFICIENT, 'insufficient'],
  ])('turns a judgement by %s that nothing is missing', async (protocol, text, outcome) => {
    const result = await read(text, protocol);
    expect(result.outcome).toBe(outcome);
    expect(result.patch?.assessments).toMatchObject([{ by: 'rules', complete: false }]);
    expect(result.patch?.needs?.[0]).toMatchObject({ text: 'Billy Elliot', status: 'open' });
  });

  it('applies to an answer with its gaps in one reply (000)', async () => {
    expect((await read('ANSWER:\nIn Leeds [1].\n\nMISSING: NONE', 'cgrag')).outcome).toBe('need');
  });

  it('requests nothing twice: the loop ends when the rules have nothing new to search for', async () => {
    const asked = ['Billy Elliot', 'Andrew J. Elliot', 'Billy Boyle', 'Leeds', 'Dublin', 'Irish', 'Elliot'];
    const searches = asked.map((query) => ({ pass: 1, mode: 'hybrid', query, hits: 0, added: 0 }) as const);
    expect((await read(ANSWER, 'answer', { turn: { searches } })).outcome).toBe('answer');
  });

  it('follows the model where the rules agree, where the model itself requests something or says that it cannot answer', async () => {
    expect((await read(ANSWER, 'answer', { evidence: FOUND })).outcome).toBe('answer');
    const own = await read('[Requesting data on:] Elton John', 'answer');
    expect(own.patch?.needs?.map(({ text }) => text)).toEqual(['Elton John']);
  });

  it('leaves the decision to the model by default, and where the reply does not end the loop', async () => {
    expect((await read(ANSWER, 'answer', { completeness: 'model' })).outcome).toBe('answer');
    expect((await read(ANSWER, 'answer', { endsLoop: false })).outcome).toBe('answer');
    expect((await read(COMPLETE, 'completeness', { completeness: 'model' })).outcome).toBe('complete');
  });

  it('never judges a reply of the rules themselves again', async () => {
    expect((await read(ANSWER, 'answer', { extractive: true })).outcome).toBe('answer');
  });
});
