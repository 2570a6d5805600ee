import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { GoldenRun, GoldenRunHead, GoldenStore } from '@quarry/golden-store';
import { GOLDEN_STORE } from '@quarry/platform';
import { toFault } from '@quarry/turn';
import { TurnService } from '../turns/turn.service';
import { askRow, type Asking } from './ask-row';
import { claim } from './claim';
import { HeldRun } from './held-run';

/** Questions of one run that are asked at the same time. */
const AT_ONCE = 4;

/** Milliseconds between two saves of what is new. */
const SAVE_EVERY_MS = 1_000;

/** Works on runs: claims one, asks what it has not asked yet, and saves the rows as they come. */
@Injectable()
export class GoldenRunner {
  /** Tells the runners of all processes apart. */
  readonly owner = randomUUID();
  private readonly logger = new Logger('golden-runner');

  constructor(
    @Inject(GOLDEN_STORE) private readonly store: GoldenStore,
    @Inject(TurnService) private readonly turns: TurnService,
  ) {}

  /**
   * Claims the run and works on it until it is over, or until the signal: then it is given back with what it has.
   * @returns false where it was not to be had, or cannot go on now because a store is away
   * @throws Fault where the store of golden sets stays away
   */
  async work(run: Pick<GoldenRunHead, 'tenant' | 'id'>, signal: AbortSignal): Promise<boolean> {
    const { pipelines } = this.turns;
    const claimed = await claim(this.store, run, { owner: this.owner, now: Date.now(), pipelines });
    if (!claimed) return false;
    const held = new HeldRun(this.store, claimed, Date);
    const stop = new AbortController();
    const saving = this.saveNowAndThen(held, stop);
    const until = AbortSignal.any([signal, held.lost, stop.signal]);
    const todo = missingRows(claimed);
    const left: string[] = [];
    const askEach = () =>
      this.askEach(todo, { held, left, until }).catch((error: unknown) => {
        stop.abort(toFault(error));
      });
    await Promise.all(Array.from({ length: AT_ONCE }, askEach));
    const broken = stop.signal.aborted ? toFault(stop.signal.reason) : null;
    stop.abort();
    await saving;
    if (held.lost.aborted) await this.cancelLeft(claimed, left);
    else if (broken === null && !signal.aborted) await held.finish();
    else if (broken === null || broken.retryable) await held.release(broken === null);
    else await held.fail(`${broken.code}: ${broken.message}`);
    if (broken) this.logger.error(`run ${run.id}: ${broken.message}`);
    return broken === null;
  }

  /** Takes the next question that nobody has taken, until there is none. */
  private async askEach(
    todo: Asking[],
    { held, left, until }: { readonly held: HeldRun; readonly left: string[]; readonly until: AbortSignal },
  ): Promise<void> {
    for (let next = todo.shift(); next && !until.aborted; next = todo.shift()) {
      const row = await askRow(this.turns, next, until);
      if ('unfinished' in row) left.push(row.unfinished);
      else held.add(row);
    }
  }

  private async saveNowAndThen(held: HeldRun, stop: AbortController): Promise<void> {
    const over = AbortSignal.any([stop.signal, held.lost]);
    for (;;) {
      await sleep(SAVE_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
      if (over.aborted) return;
      await held.save().catch((error: unknown) => {
        stop.abort(toFault(error));
      });
    }
  }

  /** Turns of a run that was cancelled or deleted are; those of one that somebody took over are his. */
  private async cancelLeft({ tenant, id }: GoldenRun, turns: readonly string[]): Promise<void> {
    const now = await this.store.run(tenant, id);
    if (now && now.status !== 'cancelled') return;
    for (const turn of turns) await this.turns.cancel(tenant, turn).catch(() => false);
  }
}

/** Question by question, so that what is there early can be compared. */
function missingRows(run: GoldenRun): Asking[] {
  const there = new Set(run.rows.map(({ question, pipeline }) => `${question} ${pipeline}`));
  return run.questions.flatMap((question) =>
    run.pipelines
      .filter((pipeline) => !there.has(`${question.id} ${pipeline}`))
      .map((pipeline) => ({ run, question, pipeline })),
  );
}
