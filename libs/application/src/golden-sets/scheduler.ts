import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { GoldenRunHead, GoldenSetHead, GoldenStore } from '@quarry/golden-store';
import { pipelineRef } from '@quarry/pipeline';
import { GOLDEN_STORE } from '@quarry/platform';
import { toFault } from '@quarry/turn';
import { TurnService } from '../turns/turn.service';
import { isFree } from './claim';
import { dueNow } from './due';
import { GoldenRunService } from './golden-run.service';
import { GoldenRunner } from './runner';

/** Polling interval for pending runs, in milliseconds. */
const LOOK_EVERY_MS = 30_000;

/** Concurrent runs per gateway. */
const AT_ONCE = 2;

/**
 * Once started, looks for due schedules and for runs without a runner. Every gateway has a scheduler, and each run has
 * one runner at a time.
 */
@Injectable()
export class GoldenScheduler implements OnModuleDestroy {
  private readonly logger = new Logger('golden-scheduler');
  private readonly closing = new AbortController();
  private readonly working = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    @Inject(GOLDEN_STORE) private readonly store: GoldenStore,
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(GoldenRunService) private readonly runs: GoldenRunService,
    @Inject(GoldenRunner) private readonly runner: GoldenRunner,
  ) {}

  /** Polls now, and every 30 s from then on. A process that answers one question and ends does not start it. */
  start(): void {
    if (this.timer !== null || this.closing.signal.aborted) return;
    this.timer = setInterval(() => {
      this.look();
    }, LOOK_EVERY_MS);
    this.timer.unref();
    this.look();
  }

  /** Polls soon, e.g. after a run was created here. Does nothing if it was not started. */
  look(): void {
    if (this.timer === null) return;
    this.looking = this.looking.then(() => this.tick(Date.now()));
  }

  /** One poll. Never throws. @param now milliseconds since the epoch, for the schedules */
  async tick(now: number): Promise<void> {
    if (this.closing.signal.aborted) return;
    try {
      const { sets } = await this.store.pending();
      for (const set of sets) await this.beginDue(set, now);
      const { runs } = await this.store.pending();
      for (const run of runs) this.takeUp(run);
    } catch (error) {
      this.logger.warn(`golden sets were not looked at: ${toFault(error).message}`);
    }
  }

  /** Waits until this gateway works on no run. */
  async idle(): Promise<void> {
    await this.looking;
    while (this.working.size > 0) await Promise.all(this.working.values());
  }

  /** Releases running runs with their rows. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.idle();
  }

  private async beginDue(head: GoldenSetHead, now: number): Promise<void> {
    const { schedule, tenant, name } = head;
    if (schedule === null || head.size === 0) return;
    const current = new Map(
      this.turns.pipelines.map((pipeline) => [pipeline.name, pipelineRef(pipeline)] as const),
    );
    const due = dueNow(schedule, { runs: await this.store.runs(tenant, head.id), current, now });
    if (!due) return;
    const set = await this.store.set(tenant, name);
    if (!set) return;
    const { trigger, after } = due;
    // The successor of a run has a fixed key, so that several gateways start it once.
    const key = `schedule of ${schedule.pipelines.join()} after ${after}`;
    try {
      const about = schedule.about ?? {};
      await this.runs.begin(set, { pipelines: schedule.pipelines, trigger, about, key, now });
    } catch (error) {
      this.logger.warn(`golden set ${name}: ${toFault(error).message}`);
    }
  }

  private takeUp(run: GoldenRunHead): void {
    const { tenant, id } = run;
    const key = JSON.stringify([tenant, id]);
    if (this.working.has(key) || this.working.size >= AT_ONCE || !isFree(run, Date.now())) return;
    const work = this.runner
      .work({ tenant, id }, this.closing.signal)
      .catch((error: unknown) => {
        this.logger.error(`run ${id}: ${toFault(error).message}`);
        return false;
      })
      .then((worked) => {
        this.working.delete(key);
        // Another one may be waiting for its place.
        if (worked) this.look();
      });
    this.working.set(key, work);
  }
}
