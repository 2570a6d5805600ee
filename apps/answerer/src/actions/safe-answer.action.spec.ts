import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import { citationMarks } from '@quarry/turn';
import { SafeAnswerAction } from './safe-answer.action';

describe('safe_answer', () => {
  it('explains the reason, and quotes the best evidence with citations', async () => {
    const evidence = [
      someEvidence(1, {
        text: 'function retry(job) {\n  // the retry waits, then works again\n  return job.attempt + 1;\n}',
        relevance: 0.9,
      }),
    ];
    const turn = aTurn({
      evidence,
      stop: { rule: 'stuck', reason: 'pass 2 brought nothing new' },
      spent: { loops: 1, modelCalls: 2, inputTokens: 0, outputTokens: 0, calls: [] },
    });
    const text = (await new SafeAnswerAction().run(turn, {}, aContext())).patch?.answer?.english ?? '';
    expect(text).toContain('pass 2 brought nothing new');
    expect(citationMarks(text)).toEqual([1]);
  });

  it('does not end a turn as answered if its model gave no usable answer', async () => {
    const result = await new SafeAnswerAction().run(aTurn({ evidence: [someEvidence(1)] }), {}, aContext());
    expect(result.patch?.stop).toEqual({ rule: 'malformed', reason: 'the model gave no usable answer' });
  });

  it('says what the last reply requested, if no further pass follows', async () => {
    const reply = { protocol: 'answer', text: '[Requesting data on:] retry', model: 'm', extractive: true };
    const result = await new SafeAnswerAction().run(aTurn({ reply }), {}, aContext());
    expect(result.patch?.stop?.reason).toBe(
      'the last reply still requested retry, and no further pass follows',
    );
  });

  it('raises no alarm above passages that no model was to read', async () => {
    const reply = { protocol: 'answer', text: '[Requesting data on:] retry', model: 'm', extractive: true };
    const answerOf = async (extractive: boolean) => {
      const turn = aTurn({ evidence: [someEvidence(1)], reply: { ...reply, extractive } });
      return (await new SafeAnswerAction().run(turn, {}, aContext())).patch?.answer?.english;
    };
    expect(await answerOf(true)).not.toContain('No complete answer');
    expect(await answerOf(false)).toContain('No complete answer was reached: ');
  });

  it('claims nothing without evidence', async () => {
    const answer = (await new SafeAnswerAction().run(aTurn(), {}, aContext())).patch?.answer;
    expect(answer?.english).not.toBe('');
    expect(citationMarks(answer?.english ?? '')).toEqual([]);
  });

  it('keeps the answer of an earlier reply, and reports that the last one was unusable', async () => {
    const answer = {
      english: 'So [1].',
      text: 'So [1].',
      citations: [],
      removedCitations: [],
      writtenBy: 'a-model',
      pass: 1,
    };
    const result = await new SafeAnswerAction().run(aTurn({ answer }), {}, aContext());
    expect(result.patch).toEqual({
      stop: { rule: 'malformed', reason: 'the last reply was unusable; this is the answer of pass 1' },
    });
    const stop = { rule: 'max_turn_loops', reason: 'after 3 passes' };
    const stopped = await new SafeAnswerAction().run(aTurn({ answer, stop }), {}, aContext());
    expect(stopped.patch).toEqual({ stop });
  });
});
