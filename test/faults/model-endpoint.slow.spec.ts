import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { call, EventStream, startGateway } from '../api/gateway-under-test';
import { indexFixture } from '../scenarios/index-fixture';
import { judgement } from '../scripted-model/judge';
import {
  startScriptedModel,
  type RecordedRequest,
  type ScriptedFault,
  type ScriptedModel,
  type ScriptedReply,
} from '../scripted-model/server';
import { report } from './figures';

const FIRST = 'Cancelling runs a procedure, and more is not known yet [1].';
const SECOND = 'Cancelling restores the stock and keeps the movement [1].';
const ANSWERS = [`ANSWER:\n${FIRST}\n\nMISSING:\n- dbo.StockMovement`, `ANSWER:\n${SECOND}\n\nMISSING: NONE`];
/** Seconds of a turn that its deadline is to end: enough for its first pass on a busy machine. */
const SHORT = 16;
const PASSES = [1, 2] as const;

/** How a turn ends, and how often it has asked the model for an answer by then. */
type End = readonly [outcome: string, code: string | null, calls: number];

/**
 * A fault of the endpoint, and the result of a turn if it occurs in the first pass, and in the second, when there is an
 * answer.
 */
interface Case {
  /** Befall one call each; `always`: the last of them every further one, too. */
  readonly faults: readonly (ScriptedFault | ScriptedReply)[];
  readonly always?: true;
  /** True where only the deadline ends the turn. */
  readonly short?: true;
  readonly ends: readonly [first: End, second: End];
  /** Least milliseconds between the call that failed and the next one. */
  readonly pause?: number;
}

const WELL: Pick<Case, 'ends'> = {
  ends: [
    ['answered', null, 3],
    ['answered', null, 3],
  ],
};
const LATE: Pick<Case, 'ends' | 'always' | 'short'> = {
  always: true,
  short: true,
  ends: [
    // Rules answer in what is left of the time: with the passages.
    ['budget', null, 1],
    ['budget', null, 2],
  ],
};
const NO_CHAT: Pick<Case, 'ends' | 'always'> = {
  always: true,
  ends: [
    ['failed', 'model_bad_reply', 3],
    ['failed', 'model_bad_reply', 4],
  ],
};
/** An invalid reply is requested once again. */
const UNUSABLE: Pick<Case, 'ends' | 'always'> = {
  always: true,
  ends: [
    ['insufficient', null, 2],
    ['partial', null, 3],
  ],
};
const ERROR: ScriptedFault = { kind: 'status', status: 500 };

const CASES: Readonly<Record<string, Case>> = {
  'a time-out': { faults: [{ kind: 'hang' }], ...LATE },
  'a stream that falls silent': { faults: [{ kind: 'hang', after: 20 }], ...LATE },
  'a reply that trickles': { faults: [{ kind: 'slow', ms: 1_200 }], ...LATE },
  '429, Retry-After a second': {
    faults: [{ kind: 'status', status: 429, retryAfter: 1 }],
    pause: 1_000,
    ...WELL,
  },
  '429, Retry-After an hour': {
    faults: [{ kind: 'status', status: 429, retryAfter: 3_600 }],
    always: true,
    ends: [
      ['failed', 'model_unavailable', 3],
      ['failed', 'model_unavailable', 4],
    ],
  },
  '500 twice': {
    faults: [ERROR, ERROR],
    ends: [
      ['answered', null, 4],
      ['answered', null, 4],
    ],
  },
  // Three attempts of the hop, with three of the client each.
  '500 for ever': {
    faults: [ERROR],
    always: true,
    ends: [
      ['failed', 'model_unavailable', 9],
      ['failed', 'model_unavailable', 10],
    ],
  },
  'a cut before the first byte': { faults: [{ kind: 'cut' }], ...WELL },
  'a cut in the middle': { faults: [{ kind: 'cut', after: 20 }], ...WELL },
  'a polite end in the middle': { faults: [{ kind: 'unfinished', after: 20 }], ...WELL },
  'an error within the stream': {
    faults: [{ kind: 'error_event', type: 'server_error', after: 20 }],
    ...WELL,
  },
  'a page of HTML, once': { faults: [{ kind: 'garbage' }], ...WELL },
  'a page of HTML': { faults: [{ kind: 'garbage' }], ...NO_CHAT },
  'broken JSON': { faults: [{ kind: 'broken_json' }], ...NO_CHAT },
  'JSON of another form': { faults: [{ kind: 'wrong_json' }], ...NO_CHAT },
  'a stream without end': { faults: [{ kind: 'endless' }], ...UNUSABLE },
  'an empty reply': { faults: [{ text: '' }], ...UNUSABLE },
  'a reply of blanks': { faults: [{ text: ' \n\t ' }], ...UNUSABLE },
};

interface Ran {
  readonly turn: TurnDto;
  /** Types of the events of its log. */
  readonly events: readonly (string | undefined)[];
  /** The calls for an answer. */
  readonly calls: readonly RecordedRequest[];
}

describe('faults of the model endpoint, in whole turns', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };
  const ran = new Map<string, Ran>();
  const nameOf = (what: string, pass: number): string =>
    `in case ${Object.keys(CASES).indexOf(what)} of ${pass}`;
  const answers = (name: string): readonly RecordedRequest[] =>
    model.requests.filter(
      ({ system, body }) =>
        system.startsWith('You are answering') && JSON.stringify(body).includes(`${name}?`),
    );

  /** Answers an undisturbed turn in two passes, each turn by itself; the faults befall the calls of one pass. */
  function play(): void {
    const states = new Map<string, { answered: number; left: Case['faults'] }>();
    model.play((request) => {
      const { system, body } = request;
      if (!system.startsWith('You are answering')) return judgement(request) ?? '{"claims": []}';
      const [name = '', at, pass] = /in case (\d+) of (\d)/.exec(JSON.stringify(body)) ?? [];
      const one = Object.values(CASES)[Number(at)];
      if (!one) throw new Error('This is no call of a case.');
      const state = states.get(name) ?? { answered: 0, left: one.faults };
      states.set(name, state);
      const text = ANSWERS[Math.min(state.answered, 1)] ?? '';
      const fault = state.answered === Number(pass) - 1 ? state.left[0] : undefined;
      if (fault === undefined) {
        state.answered += 1;
        return { text, deltaSize: 7 };
      }
      if (one.always !== true) state.left = state.left.slice(1);
      return 'kind' in fault ? { text, deltaSize: 7, fault } : fault;
    });
  }

  async function run(name: string, short: boolean): Promise<void> {
    const body = {
      question: `What happens to stock when an invoice is cancelled ${name}?`,
      ...{ pipeline: 'cgrag', wait: true },
      ...(short ? { budget: { seconds: SHORT } } : {}),
    };
    const { status, body: turn } = await call<TurnDto>(gateway.url, 'POST /v1/turns', { body });
    expect(status).toBe(200);
    const log = await EventStream.open(gateway.url, turn.links.events);
    const events = (await log.rest()).map(({ event }) => event);
    ran.set(name, { turn, events, calls: answers(name) });
  }

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: [] });
    gateway = await startGateway(fixture.dataDir, {
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
    });
    play();
    // Those that wait for their deadline first, by themselves: the others would take their time from them.
    for (const short of [true, false]) {
      const some = Object.entries(CASES).filter(([, one]) => (one.short ?? false) === short);
      await Promise.all(some.flatMap(([what]) => PASSES.map((pass) => run(nameOf(what, pass), short))));
    }
  }, 240_000);
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  it.each(Object.entries(CASES).flatMap(([what, one]) => PASSES.map((pass) => [what, pass, one] as const)))(
    '%s, in pass %i: the turn ends once, as it is to, with the answer that there was',
    async (what, pass, { ends, pause = 0 }) => {
      const found = ran.get(nameOf(what, pass));
      if (!found) throw new Error('It did not run.');
      const { turn, events, calls } = found;
      const [outcome, code, most] = ends[pass - 1] ?? [];
      expect({ outcome: turn.outcome, code: turn.code }).toEqual({ outcome, code });
      expect(events.filter((type) => type === 'turn.finished')).toHaveLength(1);
      expect(events.at(-1)).toBe('turn.finished');
      if (outcome !== 'answered') expect(turn.reason).not.toBe('');
      if (outcome === 'answered') expect(turn.answer?.text).toBe(SECOND);
      else if (pass === 2) expect(turn.answer?.text).toBe(FIRST);
      expect(calls.length).toBeLessThanOrEqual(most ?? 0);
      const [failed, next] = calls.slice(pass - 1);
      if (pause > 0) expect((next?.at ?? 0) - (failed?.at ?? 0)).toBeGreaterThanOrEqual(pause);
      // Nothing continues after the end: the state is unchanged, and no further requests arrive.
      const again = await call<TurnDto>(gateway.url, `GET ${turn.links.self}`);
      expect(again.body.outcome).toBe(outcome);
      expect(answers(nameOf(what, pass))).toHaveLength(calls.length);
    },
  );

  it.each(Object.entries(CASES))('%s: told', (what, { ends }) => {
    const both = PASSES.map((pass) => ran.get(nameOf(what, pass)));
    const finished = both.map((one) => one?.events.filter((type) => type === 'turn.finished').length ?? 0);
    const extra = both.map((one, at) => {
      // Up to the end of its pass, where it went no further.
      const undisturbed = ends[at]?.[0] === 'answered' ? 2 : at + 1;
      return (one?.calls.length ?? 0) - undisturbed;
    });
    report({
      outcomes: null,
      fault: `model endpoint: ${what}`,
      accepted: both.length,
      ended: finished.filter((count) => count > 0).length,
      lost: finished.filter((count) => count === 0).length,
      doubled: finished.filter((count) => count > 1).length,
      ...{ hopsDoubled: null, streamsResumed: null, streamGaps: null, recoveryMs: null },
      extraModelCalls: extra.reduce((sum, calls) => sum + calls, 0),
    });
    expect(finished).toEqual([1, 1]);
    for (const calls of extra) expect(calls).toBeGreaterThanOrEqual(0);
  });
});
