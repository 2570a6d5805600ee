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

  it.each(['It retries.', '[Answer:]', ''])('reports %j as malformed', async (text) => {
    const result = await run(text);
    expect(result.outcome).toBe('malformed');
    expect(result.patch).toBeUndefined();
  });

  it('treats a marker inside an answer as text', async () => {
    const result = await run('[Answer:] The prompt says `[Requesting data on:] x` [1].');
    expect(result).toMatchObject({
      outcome: 'answer',
      patch: { answer: { english: 'The prompt says `[Requesting data on:] x` [1].' } },
    });
  });

  it('records the author', async () => {
    const result = await action.run(replied('[Answer:] quoted [1]', true), { reply: 'answer' }, aContext());
    expect(result.patch?.answer?.writtenBy).toBe('extractive');
  });

  it.each([
    [true, 'Not worked out without a model: no value was found'],
    [false, 'The documents do not answer this: no value was found'],
  ])('says what a failure means; by rules: %s', async (extractive, english) => {
    const text = JSON.stringify({ status: 'fail', reason: 'no value was found\n- a row [1]' });
    const result = await action.run(replied(text, extractive), { reply: 'evaluator' }, aContext());
    expect(result).toMatchObject({
      outcome: 'fail',
      patch: { answer: { english: `${english}\n- a row [1]`, insufficient: 'no value was found' } },
    });
  });

  describe('assessments and synthesis', () => {
    const read = (protocol: string, text: string) =>
      action.run(
        aTurn({ reply: { protocol, text, model: 'm', extractive: false } }),
        { reply: protocol },
        aContext(),
      );

    it('keeps an assessment and raises its queries (002 §2, step 4)', async () => {
      const text =
        '{"is_complete": false, "missing_information": "limits", "follow_up_queries": ["rate limit", "quota"]}';
      expect(await read('completeness', text)).toMatchObject({
        outcome: 'incomplete',
        patch: {
          assessments: [{ pass: 1, by: 'completeness', complete: false, missing: ['limits'] }],
          needs: [{ text: 'rate limit' }, { text: 'quota' }],
        },
      });
    });

    it.each(['yes, complete', '{"missing_information": ""}', '{"is_complete": "perhaps"}'])(
      'does not read %j as complete',
      async (text) => {
        expect(await read('completeness', text)).toMatchObject({
          outcome: 'malformed',
          patch: { assessments: [{ complete: false }] },
          note: expect.stringContaining('unusable') as string,
        });
      },
    );

    it('keeps what a synthesis names: contradictions, and what is missing (004)', async () => {
      const text = 'ANSWER: It is so [1].\nCONTRADICTIONS:\n- [1] and [2] differ\nINSUFFICIENT: the date';
      expect(await read('synthesis', text)).toMatchObject({
        outcome: 'answer',
        patch: {
          answer: {
            english: 'It is so [1].',
            contradictions: ['[1] and [2] differ'],
            insufficient: 'the date',
          },
        },
      });
    });
  });
});
