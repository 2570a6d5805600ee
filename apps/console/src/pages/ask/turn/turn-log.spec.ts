import type { TurnEvent } from '@quarry/client';
import { EMPTY_LOG, withEvent, type TurnLog } from './turn-log';

type Told = TurnEvent extends infer Each ? (Each extends TurnEvent ? Omit<Each, 'id' | 'at'> : never) : never;

function told(...events: readonly Told[]): TurnLog {
  return events.reduce<TurnLog>(
    (log, event, at) => withEvent(log, { ...event, id: `1000-${at}`, at: '2026-11-22T00:00:00Z' }),
    EMPTY_LOG,
  );
}

const FIRST: Told = {
  type: 'pass.started',
  pass: 1,
  why: 'hybrid search for: stock',
  message: 'Retrieving context…',
};
const SECOND: Told = {
  type: 'pass.started',
  pass: 2,
  why: 'still missing: dbo.Stock · TaxOffice',
  message: 'Retrieving additional context…',
};
const item = (n: number, path: string) => ({ n, path, startLine: 1, endLine: 2, foundBy: 'bm25' });

describe('a turn as its log tells it', () => {
  it('counts the calls of the model and their tokens', () => {
    const reply = {
      type: 'model.replied',
      step: 'answer',
      prompt: 'answer',
      promptHash: '',
      model: 'm',
      text: '',
    } as const;
    const done = {
      type: 'step.finished',
      service: 'answerer',
      step: 'answer',
      action: 'answer',
      outcome: 'ok',
    } as const;
    const log = told(FIRST, reply, { ...done, ms: 5, inputTokens: 90, outputTokens: 10, note: '' }, reply);
    expect([log.modelCalls, log.tokens]).toEqual([2, 100]);
  });

  it('shows what each pass asked, looked for, found and did not find', () => {
    const log = told(
      FIRST,
      { type: 'search.made', pass: 1, mode: 'bm25', query: 'stock', hits: [{ id: 'a', relevance: 1 }] },
      { type: 'search.made', pass: 1, mode: 'bm25', query: 'stock!', hits: [], skipped: 'said before' },
      { type: 'evidence.found', pass: 1, items: [item(1, 'a.sql'), item(2, 'b.cs')] },
      { type: 'context.assessed', pass: 1, complete: false, missing: ['the tax office'] },
      SECOND,
      { type: 'need.resolved', pass: 2, text: 'dbo.Stock', by: [1] },
      { type: 'search.made', pass: 2, mode: 'bm25', query: 'TaxOffice', hits: [] },
    );
    expect(log.passes).toEqual([
      {
        pass: 1,
        why: 'hybrid search for: stock',
        asked: [{ text: 'stock', state: 'found', by: [], hits: 1, why: null }],
        evidence: [1, 2],
        judged: { complete: false, missing: ['the tax office'] },
        without: [],
      },
      {
        pass: 2,
        why: 'still missing: dbo.Stock · TaxOffice',
        asked: [
          { text: 'dbo.Stock', state: 'found', by: [1], hits: null, why: null },
          { text: 'TaxOffice', state: 'looking', by: [], hits: 0, why: null },
        ],
        evidence: [],
        judged: null,
        without: [],
      },
    ]);
    expect(log.doing).toBe('Retrieving additional context…');
    expect(log.places.get(2)).toBe('b.cs');
  });

  it('leaves nothing looking once the turn is over', () => {
    const log = told(
      SECOND,
      { type: 'need.missed', pass: 2, text: 'TaxOffice', why: 'nothing names it' },
      {
        type: 'turn.finished',
        outcome: 'partial',
        reason: 'x',
      },
    );
    expect(log.passes[0]?.asked.map(({ state, why }) => [state, why])).toEqual([
      ['missed', 'the turn ended before'],
      ['missed', 'nothing names it'],
    ]);
    expect(log).toMatchObject({ ended: true, doing: null });
  });

  it('adds up the answer, restarts it after a partial one, and takes back what an interrupted step wrote', () => {
    const step: Told = {
      type: 'step.finished',
      service: 'answerer',
      step: 'answer',
      action: 'call_model',
      outcome: 'ok',
      ms: 1,
      inputTokens: 10,
      outputTokens: 2,
      note: '',
    };
    const delta = (text: string): Told => ({ type: 'answer.delta', text });
    expect(told(delta('It '), delta('is'))).toMatchObject({ answer: 'It is' });
    expect(told(delta('Draft'), { type: 'answer.partial', pass: 1, text: 'Draft.' })).toMatchObject({
      answer: 'Draft.',
    });
    expect(
      told(delta('Draft'), { type: 'answer.partial', pass: 1, text: 'Draft.' }, delta('New')),
    ).toMatchObject({
      answer: 'New',
    });
    expect(told(delta('Kept.'), step, delta(' lost'), { type: 'reset' })).toMatchObject({
      answer: 'Kept.',
      tokens: 12,
    });
  });

  it('takes a mark that points at nothing out of what was streamed', () => {
    const { answer } = told(
      FIRST,
      { type: 'answer.delta', text: 'It retries [1, 99] and stops【99†x】.' },
      { type: 'citation.removed', pass: 1, mark: '[1, 99]', replacement: '[1]' },
      { type: 'citation.removed', pass: 1, mark: '【99†x】', replacement: '' },
    );
    expect(answer).toBe('It retries [1] and stops.');
  });
});
