import { createMemoryCarrier, type Carrier, type Target } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { newTurnId, openTurn, type TurnEnd } from '@quarry/turn';
import * as fc from 'fast-check';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { auditTurns } from './audit';
import { LONG, report } from './figures';

/** Versions that a turn has at its end, if nothing ends it before. */
const HOPS = 4;
const DONE: TurnEnd = { outcome: 'answered', reason: 'done' };
const CANCELLED: TurnEnd = { outcome: 'cancelled', reason: 'cancelled by the asker' };

/** What may befall a turn: `which` chooses one of the attempts that were claimed so far, `late` how many versions back a delivery is from. */
type Happening =
  | { readonly kind: 'deliver'; readonly late: number; readonly times: number }
  | { readonly kind: 'emit'; readonly which: number; readonly times: number }
  | { readonly kind: 'commit'; readonly which: number; readonly times: number }
  | { readonly kind: 'reap' }
  | { readonly kind: 'cancel' };

const which = fc.nat(1_000);
const times = fc.integer({ min: 1, max: 3 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      late: fc.integer({ min: -1, max: 3 }),
      times,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('emit' as const), which, times }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('commit' as const), which, times }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reap' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
);

interface Attempt {
  readonly v: number;
  readonly fence: number;
  emitted: number;
}

/** One turn, with all workers that ever received it: each remembers it, and continues at a random time. */
class Played {
  readonly id = newTurnId();
  /** How often a version was committed, by what `advance` replied. */
  readonly commits = new Map<number, number>();
  private readonly attempts: Attempt[] = [];

  constructor(private readonly carrier: Carrier) {}

  async start(): Promise<void> {
    const askedAt = Date.now();
    const turn = openTurn({
      ...{
        id: this.id,
        tenant: 'acme',
        session: 's',
        pipeline: 'code@0',
        question: 'Where?',
        isEnglish: true,
      },
      ...{ askedAt, deadline: askedAt + 3_600_000 },
    });
    await this.carrier.start(turn, step(0));
  }

  async happen(what: Happening): Promise<void> {
    if (what.kind === 'cancel' || what.kind === 'reap') {
      if (what.kind === 'cancel') await this.carrier.cancel(this.id);
      else await this.carrier.reap(Date.now() + 200_000);
    } else if (what.kind === 'deliver') {
      const v = ((await this.carrier.read(this.id))?.v ?? 0) - what.late;
      if (v >= 0) await atOnce(what.times, () => this.claim(v));
    } else {
      const attempt = this.attempts[what.which % Math.max(1, this.attempts.length)];
      if (!attempt) return;
      await atOnce(what.times, () => (what.kind === 'emit' ? this.emit(attempt) : this.commit(attempt)));
    }
  }

  /** Deliveries of its current version, until the turn has ended. */
  async end(): Promise<void> {
    for (;;) {
      const view = await this.carrier.read(this.id);
      if (view?.status !== 'running') return;
      await this.claim(view.v);
      const last = this.attempts.at(-1);
      if (last?.v === view.v) await this.commit(last);
    }
  }

  private async claim(v: number): Promise<void> {
    const claim = await this.carrier.claim(this.id, v);
    if (claim.kind === 'claimed') this.attempts.push({ v, fence: claim.fence, emitted: 0 });
  }

  private async emit(attempt: Attempt): Promise<void> {
    const n = ++attempt.emitted;
    await this.carrier.emit(this.id, attempt.v, attempt.fence, n, {
      type: 'answer.delta',
      text: `${attempt.fence}`,
    });
  }

  private async commit({ v, fence }: Attempt): Promise<void> {
    const next = v + 1 < HOPS ? step(v + 1) : DONE;
    const reply = await this.carrier.advance(this.id, v, fence, { patch: {}, next, events: [] });
    if (reply === 'ok') this.commits.set(v, (this.commits.get(v) ?? 0) + 1);
  }
}

function step(v: number): Target {
  return { service: `service_${v % 2}`, step: `step_${v}` };
}

async function atOnce(times: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: times }, work));
}

/** Deliveries that arrive twice, simultaneously, late, early, or after the end: late ones change nothing. */
function deliveries(name: string, carrier: () => Carrier, runs: number): void {
  it(`${name}: I1 to I4 hold over ${runs} random courses of events`, async () => {
    const sum = { accepted: 0, ended: 0, lost: 0, doubled: 0, hopsDoubled: 0, streamGaps: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (course) => {
        const played = new Played(carrier());
        await played.start();
        for (const what of course) await played.happen(what);
        await played.end();
        const audit = await auditTurns(carrier(), new Map([[played.id, undefined]]));
        const hopsDoubled = [...played.commits.values()].filter((count) => count > 1).length;
        add(sum, { ...audit, hopsDoubled });
        expect(audit.violations).toEqual([]);
        expect(hopsDoubled).toBe(0);
        const view = await carrier().read(played.id);
        // Each version that the turn went through was committed, once, in order; only an end from outside leaves the last one open.
        expect([...played.commits.keys()]).toEqual(Array.from({ length: view?.v ?? 0 }, (_, v) => v));
        if (view?.v === HOPS) expect(view.turn.end).toEqual(DONE);
        else expect([CANCELLED.outcome, 'failed']).toContain(view?.turn.end?.outcome);
      }),
      { numRuns: runs, seed: 20_261_122, endOnFailure: true },
    );
    report({
      outcomes: null,
      fault: `${name}: deliveries doubled, late, early and after the end`,
      ...sum,
      ...{ extraModelCalls: null, streamsResumed: null, recoveryMs: null },
    });
  }, 300_000);
}

type Sum = Record<'accepted' | 'ended' | 'lost' | 'doubled' | 'hopsDoubled' | 'streamGaps', number>;

function add(sum: { -readonly [Key in keyof Sum]: number }, more: Sum): void {
  for (const key of Object.keys(sum) as (keyof Sum)[]) sum[key] += more[key];
}

describe('deliveries over memory', () => {
  const carrier = createMemoryCarrier();
  afterAll(() => carrier.close());
  deliveries('memory', () => carrier, LONG ? 5_000 : 500);
});

describeWithRedis('deliveries over Redis', () => {
  let redis: TestRedis;
  let carrier: Carrier;
  beforeAll(async () => {
    redis = await TestRedis.start();
    carrier = createBullmqCarrier({ redisUrl: redis.url, onError: () => undefined });
  });
  afterAll(async () => {
    await carrier.close();
    await redis.stop();
  });
  deliveries('bullmq', () => carrier, LONG ? 2_000 : 100);
});
