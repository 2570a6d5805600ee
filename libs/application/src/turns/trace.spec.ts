import type { SentPrompt, TurnEvent, TurnEventBody } from '@quarry/turn';
import { traceOf } from './trace';

const ASKED_AT = 1_000;
let at = ASKED_AT;
beforeEach(() => (at = ASKED_AT));

function event(id: string, body: TurnEventBody): TurnEvent {
  return { id, at: (at += 10), body };
}

function finished(
  id: string,
  service: string,
  step: string,
  more: { ms?: number; waitedMs?: number } = {},
): TurnEvent {
  return event(id, {
    type: 'step.finished',
    service,
    step,
    action: step,
    outcome: 'ok',
    ms: 5,
    inputTokens: 0,
    outputTokens: 0,
    note: `${step} done`,
    ...more,
  });
}

function replied(id: string, step: string, promptHash: string): TurnEvent {
  return event(id, { type: 'model.replied', step, prompt: 'p.md', promptHash, model: 'm', text: 'said' });
}

const started = (): TurnEvent => event('0-1', { type: 'turn.started', question: 'q', pipeline: 'p@d' });
const ended = (id: string): TurnEvent =>
  event(id, { type: 'turn.finished', outcome: 'answered', reason: '' });
const promptOf = (hash: string): SentPrompt => ({ step: 's', prompt: 'p.md', hash, at: 1, messages: [] });

describe('traceOf', () => {
  it('joins events to the steps of each hop, and prompts to their replies', () => {
    const events = [
      started(),
      replied('1-1', 'route', 'h1'),
      finished('1-2', 'router', 'route', { ms: 40, waitedMs: 7 }),
      event('1-3', { type: 'pass.started', pass: 1, why: 'w', message: 'm' }),
      finished('1-4', 'router', 'second'),
      event('1001-1', { type: 'search.made', pass: 1, mode: 'bm25', query: 'q', hits: [] }),
      finished('1001-2', 'retriever', 'fetch', { waitedMs: 3 }),
      event('1001-3', {
        type: 'evidence.found',
        pass: 1,
        items: [{ n: 1, path: 'a', startLine: 1, endLine: 2, foundBy: 'bm25' }],
      }),
      event('1001-4', { type: 'need.raised', pass: 1, text: 'x' }),
      ended('1001-5'),
    ];
    const trace = traceOf({ askedAt: ASKED_AT }, events, [promptOf('h1'), promptOf('lost')]);
    expect(trace).toMatchObject({ waitedMs: 10, workMs: 50, totalMs: 100 });
    expect(trace.unanswered.map(({ hash }) => hash)).toEqual(['lost']);
    expect(trace.hops).toMatchObject([
      {
        hop: 0,
        attempt: 1,
        service: 'router',
        waitedMs: 7,
        workMs: 45,
        startedAt: 990,
        endedAt: 1_050,
        steps: [
          {
            step: 'route',
            finished: { note: 'route done', ms: 40 },
            calls: [{ promptHash: 'h1', text: 'said', sent: { hash: 'h1' } }],
            passes: [{ pass: 1 }],
          },
          { step: 'second', calls: [] },
        ],
      },
      {
        hop: 1,
        service: 'retriever',
        waitedMs: 3,
        steps: [{ step: 'fetch', searches: [{ query: 'q' }], evidence: [1], needs: [{ text: 'x' }] }],
      },
    ]);
  });

  it('distinguishes attempts of one hop, and shows an unfinished step', () => {
    const events = [
      started(),
      replied('1-1', 'route', 'h1'),
      event('2-0', { type: 'reset' }),
      replied('2-1', 'route', 'h1'),
      finished('2-2', 'router', 'route'),
      event('1001-1', { type: 'store.away', pass: 1, step: 'fetch', reason: 'locked', waits: true }),
      ended('1001-2'),
    ];
    const { hops } = traceOf({ askedAt: ASKED_AT }, events, []);
    expect(hops).toMatchObject([
      { hop: 0, attempt: 1, service: null, waitedMs: null, steps: [{ step: 'route', finished: null }] },
      { hop: 0, attempt: 2, service: 'router', steps: [{ step: 'route', calls: [{ sent: null }] }] },
      { hop: 1, service: null, steps: [{ step: 'fetch', finished: null, away: [{ reason: 'locked' }] }] },
    ]);
  });

  it('has no hop if no service claimed the turn', () => {
    expect(traceOf({ askedAt: ASKED_AT }, [started(), ended('0-2')], [])).toEqual({
      hops: [],
      unanswered: [],
      waitedMs: 0,
      workMs: 0,
      totalMs: 20,
    });
  });
});
