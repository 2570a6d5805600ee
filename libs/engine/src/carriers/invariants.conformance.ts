import * as fc from 'fast-check';
import { isAfter, type Spent } from '@quarry/turn';
import type { HopResult } from './carrier';
import { hopController, serve, type HopHandler } from './testing/services';
import { aTurn, collect, evidence, target, type CarrierFactory } from './testing/turns';

const SERVICES = ['alpha', 'beta', 'gamma'] as const;
const MAX_PASSES = 3;

/** Where a hop breaks on its first attempt. */
type Break = 'never' | 'before claim' | 'after claim' | 'after work' | 'after commit';

/** The path of a turn: how many passes over the services it makes, and where each hop breaks once. */
interface Way {
  readonly passes: number;
  readonly breaks: readonly Break[];
}

const ways = fc.array(
  fc.record<Way>({
    passes: fc.integer({ min: 1, max: 5 }),
    breaks: fc.array(
      fc.constantFrom<Break>(
        'never',
        'never',
        'never',
        'before claim',
        'after claim',
        'after work',
        'after commit',
      ),
      { minLength: 9, maxLength: 9 },
    ),
  }),
  { minLength: 5, maxLength: 12 },
);

/**
 * I1–I7 over turns that break at every point of a hop. I8 and I9 need the store, and are in the carriers' own specs.
 */
export function invariantConformance(create: CarrierFactory): void {
  describe('invariants', () => {
    test('I1–I7 are true for turns whose hops break anywhere', async () => {
      await fc.assert(
        fc.asyncProperty(ways, async (batch) => {
          const { carrier, dispose } = await create();
          const ledger = new Observations();
          const plans = new Map<string, Way>();
          const handler = (service: string): HopHandler => {
            return async (job, { delivery }) => {
              const way = plans.get(job.t);
              if (!way) throw new Error(`unknown turn ${job.t}`);
              const broken = delivery === 1 ? way.breaks[job.v] : 'never';
              const fail = (point: Break): void => {
                if (broken === point) throw new Error(point);
              };
              fail('before claim');
              const claim = await carrier.claim(job.t, job.v);
              if (claim.kind !== 'claimed') return;
              if (broken === 'after claim') ledger.interrupted(job.t);
              fail('after claim');
              const { turn, fence } = claim;
              ledger.modelCall(job.t);
              await carrier.emit(job.t, job.v, fence, 1, { type: 'answer.delta', text: service });
              if (broken === 'after work') ledger.interrupted(job.t);
              fail('after work');
              const last = service === 'gamma';
              const enough = turn.spent.loops + 1 >= Math.min(way.passes, MAX_PASSES);
              const spent: Spent = { ...turn.spent, loops: turn.spent.loops + (last && !enough ? 1 : 0) };
              const found = [...turn.evidence, evidence(turn.evidence.length + 1, `${service} ${job.v}`)];
              const next: HopResult['next'] = !last
                ? target(service === 'alpha' ? 'beta' : 'gamma')
                : enough
                  ? { outcome: 'answered', reason: 'done' }
                  : target('alpha');
              if (last && enough) ledger.persist(job.t);
              const commit = await carrier.advance(job.t, job.v, fence, {
                patch: { spent, evidence: found },
                next,
                events: [],
              });
              if (commit === 'ok') ledger.committed(job.t, job.v);
              fail('after commit');
            };
          };
          const app = await serve(
            carrier,
            SERVICES.map((service) => hopController(service, handler(service))),
          );
          try {
            await Promise.all(
              batch.map(async (way) => {
                const turn = aTurn();
                plans.set(turn.id, way);
                await carrier.start(turn, target('alpha'));
                const live = await collect(carrier.events(turn.id));
                const view = await carrier.read(turn.id);
                const passes = Math.min(way.passes, MAX_PASSES);
                const hops = passes * SERVICES.length;
                expect(live.filter((event) => event.body.type === 'turn.finished')).toHaveLength(1); // I1
                expect(view).toMatchObject({
                  status: 'ended',
                  v: hops,
                  turn: { end: { outcome: 'answered' } },
                });
                // The log shows the end before the hop that wrote it learns of its commit.
                while (ledger.commits(turn.id).length < hops)
                  await new Promise((done) => setTimeout(done, 10));
                expect(ledger.commits(turn.id)).toEqual(Array.from({ length: hops }, (_, v) => v)); // I2, I3
                expect(view?.turn.evidence.map(({ text }) => text)).toEqual(
                  Array.from({ length: hops }, (_, v) => `${SERVICES[v % 3]} ${v}`),
                );
                live
                  .slice(1)
                  .forEach((event, index) => expect(isAfter(event.id, live[index]?.id ?? '')).toBe(true));
                expect(await collect(carrier.events(turn.id))).toEqual(live); // I4
                expect(ledger.rows(turn.id)).toBe(1); // I5
                expect(ledger.calls(turn.id)).toBeLessThanOrEqual(hops + ledger.interruptions(turn.id)); // I6
                expect((view?.turn.spent.loops ?? 0) + 1).toBeLessThanOrEqual(MAX_PASSES); // I7
              }),
            );
          } finally {
            await app.close();
            await dispose();
          }
        }),
        { numRuns: 4, seed: 20_251_121, endOnFailure: true },
      );
    });
  });
}

/** What the handlers did, as an external store would record it. */
class Observations {
  private readonly history = new Set<string>();
  private readonly done = new Map<string, number[]>();
  private readonly called = new Map<string, number>();
  private readonly broken = new Map<string, number>();

  modelCall(turnId: string): void {
    this.called.set(turnId, this.calls(turnId) + 1);
  }

  interrupted(turnId: string): void {
    this.broken.set(turnId, this.interruptions(turnId) + 1);
  }

  /** An upsert by turn id, like that of the history store. */
  persist(turnId: string): void {
    this.history.add(turnId);
  }

  committed(turnId: string, v: number): void {
    this.done.set(turnId, [...this.commits(turnId), v]);
  }

  commits(turnId: string): readonly number[] {
    return this.done.get(turnId) ?? [];
  }

  calls(turnId: string): number {
    return this.called.get(turnId) ?? 0;
  }

  interruptions(turnId: string): number {
    return this.broken.get(turnId) ?? 0;
  }

  rows(turnId: string): number {
    return [...this.history].filter((id) => id === turnId).length;
  }
}
