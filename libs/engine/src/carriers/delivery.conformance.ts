import { Catch, UseFilters, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import type {
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  INestMicroservice,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import { tap, throwError, type Observable } from 'rxjs';
import type { HopJob } from './carrier';
import { hopController, serve } from './testing/services';
import {
  aTurn,
  collect,
  mustClaim,
  target,
  types,
  type CarrierFactory,
  type CarrierUnderTest,
} from './testing/turns';

const DONE = { outcome: 'answered', reason: 'done' } as const;

/** From queue to Nest handler: order of Nest's parts, retries, the watchdog, closing. */
export function deliveryConformance(create: CarrierFactory): void {
  describe('delivery', () => {
    let under: CarrierUnderTest;
    const apps: INestMicroservice[] = [];
    beforeEach(async () => {
      under = await create();
    });
    afterEach(async () => {
      await Promise.all(apps.splice(0).map((app) => app.close()));
      await under.dispose();
    });

    async function finish(job: HopJob): Promise<void> {
      const { fence } = await mustClaim(under.carrier, job.t, job.v);
      await under.carrier.advance(job.t, job.v, fence, { patch: {}, next: DONE, events: [] });
    }

    async function run(): Promise<string[]> {
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      return types(await collect(under.carrier.events(turn.id)));
    }

    test("a hop passes Nest's guards, interceptors and pipes", async () => {
      const trail: string[] = [];
      class Guard implements CanActivate {
        canActivate(context: ExecutionContext): boolean {
          trail.push(`guard ${context.getType()}`);
          return true;
        }
      }
      class Interceptor implements NestInterceptor {
        intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
          trail.push('before');
          return next.handle().pipe(tap({ complete: () => trail.push('after') }));
        }
      }
      class Pipe implements PipeTransform {
        transform(value: unknown): unknown {
          trail.push('pipe');
          return value;
        }
      }
      const Alpha = hopController('alpha', async (job, context) => {
        trail.push(`${context.service} delivery ${context.delivery}`);
        await finish(job);
      });
      for (const decorate of [UseGuards(Guard), UseInterceptors(Interceptor), UsePipes(Pipe)])
        decorate(Alpha);
      apps.push(await serve(under.carrier, [Alpha]));
      expect(await run()).toEqual(['turn.started', 'turn.finished']);
      await apps.splice(0)[0]?.close();
      expect(trail.filter((entry) => entry !== 'pipe')).toEqual([
        'guard rpc',
        'before',
        'alpha delivery 1',
        'after',
      ]);
      expect(trail).toContain('pipe');
    });

    test('a hop that throws is delivered again, and an exception filter sees it', async () => {
      const caught: string[] = [];
      const deliveries: number[] = [];
      @Catch()
      class Filter implements ExceptionFilter {
        catch(error: Error): Observable<never> {
          caught.push(error.message);
          return throwError(() => error);
        }
      }
      const Alpha = hopController('alpha', async (job, { delivery }) => {
        deliveries.push(delivery);
        if (delivery < 3) throw new Error(`bad luck ${delivery}`);
        await finish(job);
      });
      UseFilters(Filter)(Alpha);
      apps.push(await serve(under.carrier, [Alpha]));
      expect(await run()).toEqual(['turn.started', 'turn.finished']);
      expect(deliveries).toEqual([1, 2, 3]);
      expect(caught).toEqual(['bad luck 1', 'bad luck 2']);
    });

    test('a hop that always throws ends its turn as poison', async () => {
      const Alpha = hopController('alpha', async (job) => {
        const claim = await under.carrier.claim(job.t, job.v);
        if (claim.kind === 'claimed') throw new Error('always');
      });
      apps.push(await serve(under.carrier, [Alpha]));
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      const log = await collect(under.carrier.events(turn.id));
      expect(log.at(-1)?.body).toMatchObject({ type: 'turn.finished', outcome: 'failed', code: 'poison' });
    });

    test('the watchdog brings back a hop whose job is lost, and leaves alone one whose job exists', async () => {
      let deliveries = 0;
      const Alpha = hopController('alpha', async (job) => {
        if (++deliveries > 1) await finish(job);
        else await mustClaim(under.carrier, job.t, job.v);
      });
      const turn = aTurn({ deadline: Date.now() + 3_600_000 });
      await under.carrier.start(turn, target('alpha'));
      expect(await under.carrier.reap(Date.now() + 200_000)).toBe(0);
      apps.push(await serve(under.carrier, [Alpha]));
      const log = collect(under.carrier.events(turn.id));
      // The first delivery claims the turn and fails; rounds are held until its job is gone.
      let helped = 0;
      for (let round = 2; helped === 0; round++) {
        helped = await under.carrier.reap(Date.now() + round * 200_000);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(types(await log)).toEqual(['turn.started', 'reset', 'turn.finished']);
      expect(deliveries).toBe(2);
    });

    test('several processes of one service share its queue', async () => {
      const seen: string[] = [];
      const Alpha = hopController('alpha', async (job) => {
        seen.push(job.t);
        await finish(job);
      });
      apps.push(await serve(under.carrier, [Alpha]), await serve(under.carrier, [Alpha]));
      await Promise.all(Array.from({ length: 20 }, run));
      expect(new Set(seen).size).toBe(20);
      expect(seen).toHaveLength(20);
    });

    test('closing waits for running hops', async () => {
      let begun = (): void => undefined;
      const running = new Promise<void>((resolve) => (begun = resolve));
      const Alpha = hopController('alpha', async (job) => {
        begun();
        await new Promise((resolve) => setTimeout(resolve, 100));
        await finish(job);
      });
      const app = await serve(under.carrier, [Alpha]);
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      await running;
      await app.close();
      expect((await under.carrier.read(turn.id))?.status).toBe('ended');
    });
  });
}
