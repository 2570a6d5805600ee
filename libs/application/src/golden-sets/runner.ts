import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { GoldenRun, GoldenRunHead, GoldenStore } from '@quarry/golden-store';
import { GOLDEN_STORE } from '@quarry/platform';
import { toFault } from '@quarry/turn';
import { TurnService } from '../turns/turn.service';
import { askRow, type Asking } from './ask-row';
import { claim } from './claim';
import { HeldRun } from './held-run';

/** Concurrent questions per run. */
const AT_ONCE = 4;

/** Milliseconds between two saves of new rows. */
const SAVE_EVERY_MS = 1_000;

/** Works on runs: leases one, asks the remaining questions, and saves the rows as they arrive. */
@Injectable()
export class GoldenRunner {
  /** Identifies this runner among those of all processes. */
  readonly owner = randomUUID();
  private readonly logger = new Logger('golden-runner');

  constructor(
    @Inject(GOLDEN_STORE) private readonly store: GoldenStore,
    @Inject(TurnService) private readonly turns: TurnService,
  ) {}

  /**
   * Leases the run and works on it until it is finished, or until the signal: then it is released with what it has.
   * @returns false if the run is unavailable, or cannot continue now because a store is down
   * @throws Fault if the store of golden sets stays down
   */
  async work(run: Pick<GoldenRunHead, 'tenant' | 'id'>, signal: AbortSignal): Promise<boolean> {
    const { pipelines } = this.turns;
    const lease = await claim(this.store, run, { owner: this.owner, clock: Date, pipelines });
    if (!lease) return false;
    const held = new HeldRun(lease);
    const stop = new AbortController();
    const keeping = held.keep(SAVE_EVERY_MS, stop.signal).then((fault) => {
      if (fault) stop.abort(fault);
    });
    const until = AbortSignal.any([signal, held.lost, stop.signal]);
    const todo = missingRows(held.run);
    const left: string[] = [];
    const askEach = () =>
      this.askEach(todo, { held, left, until }).catch((error: unknown) => {
        stop.abort(toFault(error));
      });
    await Promise.all(Array.from({ length: AT_ONCE }, askEach));
    const broken = stop.signal.aborted ? toFault(stop.signal.reason) : null;
    stop.abort();
    await keeping;
    if (held.lost.aborted) await this.cancelLeft(run, left);
    else if (broken === null && !signal.aborted) await held.finish();
    else if (broken === null || broken.retryable) await held.release(broken === null);
    else await held.fail(`${broken.code}: ${broken.message}`);
    if (broken) this.logger.error(`run ${run.id}: ${broken.message}`);
    return broken === null;
  }

  /** Takes free questions one after the other, until none is left. */
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

  /**
   * Cancels the unfinished turns of a run that was cancelled or deleted. A runner that took over the run keeps them.
   */
  private async cancelLeft(
    { tenant, id }: Pick<GoldenRunHead, 'tenant' | 'id'>,
    turns: readonly string[],
  ): Promise<void> {
    const now = await this.store.run(tenant, id);
    if (now && now.status !== 'cancelled') return;
    for (const turn of turns) await this.turns.cancel(tenant, turn).catch(() => false);
  }
}

/** Question by question, so that early rows can be compared. */
function missingRows(run: GoldenRun): Asking[] {
  const there = new Set(run.rows.map(({ question, pipeline }) => `${question} ${pipeline}`));
  return run.questions.flatMap((question) =>
    run.pipelines
      .filter((pipeline) => !there.has(`${question.id} ${pipeline}`))
      .map((pipeline) => ({ run, question, pipeline })),
  );
}
