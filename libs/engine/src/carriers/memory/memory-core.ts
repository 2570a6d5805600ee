import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import { redact, type Clock, type TurnEnd } from '@quarry/turn';
import type { CarrierLimits, HopJob, OnTurnEnd } from '../carrier';
import { protocolEnds, type ProtocolEnds } from '../ends';
import { TurnWatchers } from '../turn-watchers';
import { untilTrue } from '../within';
import { MemoryEnded } from './memory-ended';
import { MemoryQueues } from './memory-queues';
import { isOver, MemoryTurns } from './memory-turns';
import { restored } from './restored';
import type { TurnDraft } from './turn-draft';
import { NO_JOURNAL, type TurnJournal } from './turn-journal';

/** Milliseconds that followers have to read the rest of their logs once the process stops. */
const LAST_READ_MS = 1_000;

/**
 * State shared by the worker's and the gateway's side of the carrier: turns, queues, and the only way to change a turn.
 */
export class MemoryCore {
  readonly queues: MemoryQueues;
  readonly turns = new MemoryTurns();
  readonly ended = new MemoryEnded();
  readonly watchers = new TurnWatchers();
  readonly pipelines = new Map<string, CompiledPipeline>();
  readonly ends: ProtocolEnds;
  /** True once stopped hops are handed back, for the next process to start them again. */
  handsBack = false;
  private warnings: readonly string[] | null = null;

  constructor(
    readonly limits: CarrierLimits,
    private readonly onEnd: OnTurnEnd = () => undefined,
    private readonly journal: TurnJournal = NO_JOURNAL,
    private readonly clock: Clock = Date,
  ) {
    this.ends = protocolEnds(limits);
    this.queues = new MemoryQueues((job, error) => this.jobFailed(job, error), clock);
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.clock.now();
  }

  /** Restores what the previous process left, once. Returns warnings. @throws Fault as {@link TurnJournal.open} */
  open(): readonly string[] {
    if (this.warnings) return this.warnings;
    const { noted, warnings } = this.journal.open();
    const { turns, notes } = restored(noted, this.now());
    if (notes.length > 0) this.journal.note(notes);
    for (const pipeline of noted.pipelines) this.pipelines.set(pipelineRef(pipeline), pipeline);
    this.turns.restore(turns, noted.keys);
    for (const turn of turns) {
      if (!isOver(turn)) this.queues.add(turn.facts.at.service, { t: turn.id, v: turn.facts.v });
      else if (turn.facts.settled !== true) this.ended.add(turn.id, this.now());
    }
    const running = [...this.turns.running].length;
    const resumed = `${running} accepted turn${running === 1 ? ' resumes where it' : 's resume where they'} stopped.`;
    this.warnings = running === 0 ? warnings : [...warnings, resumed];
    return this.warnings;
  }

  /**
   * Records the drafts, all or nothing, and only then applies them. @throws Fault if they cannot be recorded; then
   * nothing has changed
   */
  commit(...drafts: readonly TurnDraft[]): void {
    this.journal.note(drafts.map((draft) => draft.note()));
    for (const draft of drafts) {
      draft.apply();
      if (draft.end) this.over(draft);
    }
  }

  /** Ends a turn. @throws Fault as {@link commit} */
  finish(draft: TurnDraft, end: TurnEnd): void {
    draft.finish(end, this.limits);
    this.commit(draft);
  }

  /** Deletes what has expired. */
  sweep(now: number): void {
    const swept = this.turns.sweep(now);
    for (const id of swept) this.ended.settle(id);
    this.journal.forget(swept, now);
  }

  /** Time of the watchdog's next check of a running turn. */
  dueFrom(now: number, deadline: number): number {
    return Math.min(now + this.limits.lookEveryMs, deadline);
  }

  /** A stop of the process was requested: from now on, only attempts that complete count. */
  stopping(): void {
    try {
      this.journal.stopping();
    } catch {
      // The stop continues even on a full disk: hops that are handed back in time do not count as attempts either.
    }
  }

  /** Tells followers of a turn that it continues in another process, and waits briefly until they have read that. */
  async suspend(): Promise<void> {
    const running = [...this.turns.running];
    for (const { log } of running) log.suspend();
    await untilTrue(LAST_READ_MS, async () => !running.some(({ log }) => log.isFollowed));
  }

  close(): void {
    this.queues.close();
    for (const turn of this.turns.all) turn.log.close();
    this.journal.close();
  }

  private over({ state, now }: TurnDraft): void {
    this.turns.end(state);
    this.ended.add(state.id, now);
    this.queues.dropFailed(state.facts.at.service, { t: state.id, v: state.facts.v });
    this.onEnd(state.turn);
  }

  /** Every delivery of a job threw: the watchdog adds it again in its next round. */
  private jobFailed({ t, v }: HopJob, error: Error): void {
    const turn = this.turns.get(t);
    if (turn?.facts.v !== v) return;
    // Not recorded at once, because the journal may have thrown.
    turn.facts = { ...turn.facts, due: 0, lastError: redact(error.message, undefined) };
  }
}
