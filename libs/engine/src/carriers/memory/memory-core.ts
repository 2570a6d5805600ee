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

/** How long followers may take to read what is left of their logs, once the process stops, in milliseconds. */
const LAST_READ_MS = 1_000;

/** What the worker's side and the gateway's side of the carrier share: turns, queues, and the one way to change a turn. */
export class MemoryCore {
  readonly queues: MemoryQueues;
  readonly turns = new MemoryTurns();
  readonly ended = new MemoryEnded();
  readonly watchers = new TurnWatchers();
  readonly pipelines = new Map<string, CompiledPipeline>();
  readonly ends: ProtocolEnds;
  /** True once hops that are stopped are handed back, for the next process to begin them again. */
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

  /** Takes up what the process before this one left, once. Gives what is worth a warning. @throws Fault as {@link TurnJournal.open} */
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
    const goOn = `${running} accepted turn${running === 1 ? ' goes' : 's go'} on where the last stop left ${running === 1 ? 'it' : 'them'}.`;
    this.warnings = running === 0 ? warnings : [...warnings, goOn];
    return this.warnings;
  }

  /** Notes what was drafted, all or nothing, and only then lets it be true. @throws Fault where it cannot be noted: then nothing has happened */
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

  /** Forgets what has been kept long enough. */
  sweep(now: number): void {
    const swept = this.turns.sweep(now);
    for (const id of swept) this.ended.settle(id);
    this.journal.forget(swept, now);
  }

  /** When the watchdog looks after a turn that runs. */
  dueFrom(now: number, deadline: number): number {
    return Math.min(now + this.limits.lookEveryMs, deadline);
  }

  /** Somebody asked the process to stop: from here on no attempt counts that does not come to its end. */
  stopping(): void {
    try {
      this.journal.stopping();
    } catch {
      // On a full disk the stop goes on all the same: hops that are handed back in time are no attempts, either.
    }
  }

  /** Tells those who follow a turn that it goes on in another process; waits until they have read that, for a moment. */
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
    // Not noted at once: what threw may have been the journal.
    turn.facts = { ...turn.facts, due: 0, lastError: redact(error.message, undefined) };
  }
}
