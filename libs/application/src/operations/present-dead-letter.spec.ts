import { createMemoryCarrier, type DeadLetter } from '@quarry/engine';
import { aTurn } from '@quarry/engine/testing';
import type { TurnEvent, TurnEventBody } from '@quarry/turn';
import { cursorFromText, cursorText, presentDeadLetter, presentDetail } from './present-dead-letter';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const end = { outcome: 'failed', reason: 'no model', code: 'model_unavailable' } as const;

function letter(changes: Partial<DeadLetter> = {}): DeadLetter {
  return {
    turn: aTurn({ end }),
    service: 'answerer',
    at: 'answer',
    attempts: 2,
    endedAt: AT,
    lastError: null,
    retriedAs: null,
    ...changes,
  };
}

const finished: TurnEventBody = {
  type: 'step.finished',
  service: 'router',
  step: 'route',
  action: 'call_model',
  outcome: 'ok',
  ms: 12,
  inputTokens: 3,
  outputTokens: 4,
  note: 'a note about zanzibar',
};

const event = (id: string, body: TurnEventBody): TurnEvent => ({ id, at: AT, body });

describe('a dead letter as operators see it', () => {
  it('shows the step where the turn ended and why', () => {
    expect(presentDeadLetter(letter({ lastError: 'socket hang up', retriedAs: 't2' }))).toMatchObject({
      code: 'model_unavailable',
      reason: 'no model',
      lastError: 'socket hang up',
      service: 'answerer',
      step: 'answer',
      attempts: 2,
      endedAt: '2026-01-02T03:04:05.000Z',
      retryOf: null,
      retriedAs: 't2',
    });
    const options = { depth: 'auto', budget: {}, retryOf: 't0' } as const;
    expect(presentDeadLetter(letter({ turn: aTurn({ end, options }) }))).toMatchObject({ retryOf: 't0' });
  });

  it('contains the question only if requested', () => {
    expect(presentDetail(letter(), [], false)).toMatchObject({ question: null });
    expect(presentDetail(letter(), [], true)).toMatchObject({ question: 'How does the retry work?' });
  });

  it.each([
    ['1795439918572-1000001', 0, 1],
    ['1795439918572-12034000003', 12, 34],
    ['1795439918572-1', 0, 0],
    // An id of an older Quarry, without a time.
    ['12034-5', 12, 34],
  ])('reads hop and attempt from the event id %s', (id, hop, attempt) => {
    expect(presentDetail(letter(), [event(id, finished)], false).trail).toMatchObject([{ hop, attempt }]);
  });

  it('shows the hop and attempt of each event of a carrier', async () => {
    const carrier = createMemoryCarrier();
    const turn = aTurn();
    await carrier.start(turn, { service: 'router', step: 'route' });
    const first = await carrier.claim(turn.id, 0);
    if (first.kind !== 'claimed') throw new Error(first.kind);
    const next = { service: 'answerer', step: 'answer' };
    await carrier.advance(turn.id, 0, first.fence, { patch: {}, next, events: [finished] });
    await carrier.claim(turn.id, 1);
    const again = await carrier.claim(turn.id, 1);
    if (again.kind !== 'claimed') throw new Error(again.kind);
    await carrier.advance(turn.id, 1, again.fence, { patch: {}, next: end, events: [] });
    const failed = await carrier.deadLetter(turn.id);
    const events: TurnEvent[] = [];
    for await (const one of carrier.events(turn.id)) events.push(one);
    await carrier.close();
    if (!failed) throw new Error('no dead letter');
    expect(presentDetail(failed, events, false).trail).toMatchObject([
      { type: 'step.finished', hop: 0, attempt: 1 },
      { type: 'reset', hop: 1, attempt: 2 },
      { type: 'turn.finished', hop: 1, attempt: 2 },
    ]);
  });

  it('shows the path of the turn, without its texts', () => {
    const events = [
      event('1795439918572-1', { type: 'turn.started', question: 'About zanzibar?', pipeline: 'code@d' }),
      event('1795439918572-1000001', { type: 'answer.delta', text: 'zanzibar' }),
      event('1795439918572-1000002', finished),
      event('1795439918572-1000003', {
        type: 'store.away',
        pass: 1,
        step: 'fetch',
        reason: 'no zanzibar',
        waits: true,
      }),
      event('1795439918573-2000001', { type: 'reset' }),
      event('1795439918573-2000002', { type: 'turn.finished', ...end }),
    ];
    const { trail } = presentDetail(letter(), events, false);
    expect(trail.map(({ type, service, step, outcome, ms }) => [type, service, step, outcome, ms])).toEqual([
      ['step.finished', 'router', 'route', 'ok', 12],
      ['store.away', null, 'fetch', null, null],
      ['reset', null, null, null, null],
      ['turn.finished', null, null, 'failed', null],
    ]);
    expect(JSON.stringify(trail)).not.toContain('zanzibar');
  });
});

it('a cursor survives a round trip, even if the id contains a dash', () => {
  const cursor = { endedAt: AT, turnId: 't0-1_a' };
  expect(cursorFromText(cursorText(cursor) ?? '')).toEqual(cursor);
  expect(cursorText(null)).toBeNull();
});
