import { TURN_FORMAT, type TurnEnd, type TurnEventBody } from '@quarry/turn';
import type { Claim, Commit, HopResult, TurnLedger } from '../carrier';
import { numberBefore, RESET } from '../event-id';
import type { MemoryCore } from './memory-core';
import { isOver, type TurnState } from './memory-turns';
import { isSuspect } from './restored';
import { TurnDraft } from './turn-draft';

/** The worker's side on plain maps. Each method runs to its end without yielding, which makes it atomic. */
export class MemoryLedger implements TurnLedger {
  /** Id of the suspect that ran last. */
  private suspect = '';

  constructor(private readonly core: MemoryCore) {}

  async claim(turnId: string, v: number): Promise<Claim> {
    const { ends, limits, turns } = this.core;
    const turn = turns.get(turnId);
    if (!turn || isOver(turn)) return { kind: 'terminal' };
    if (turn.facts.v !== v) return { kind: 'past' };
    const now = this.core.now();
    const ended = (end: TurnEnd, kind: 'expired' | 'cancelled' | 'poison'): Claim => {
      this.core.finish(new TurnDraft(turn, now), end);
      return { kind };
    };
    if (now >= turn.turn.deadline) return ended(ends.deadline, 'expired');
    if (turn.facts.cancelled) return ended(ends.cancelled, 'cancelled');
    if (turn.turn.format > TURN_FORMAT) return { kind: 'newer' };
    if (turn.facts.attempt >= limits.maxAttempts) return ended(ends.poison, 'poison');
    if (isSuspect(turn.facts) && this.otherSuspectRuns(turnId)) return { kind: 'later' };
    return this.begin(turn, now);
  }

  async advance(turnId: string, v: number, fence: number, result: HopResult): Promise<Commit> {
    const { core } = this;
    const turn = core.turns.get(turnId);
    if (!turn || isOver(turn)) return 'terminal';
    if (turn.facts.v !== v) return 'past';
    if (turn.facts.fence !== fence) return 'superseded';
    const draft = new TurnDraft(turn, core.now());
    const { cancelled, at } = turn.facts;
    const fits = draft.write(result, core.limits);
    if (result.at !== undefined && (fits || cancelled)) draft.set({ at: { ...at, step: result.at } });
    for (const body of result.events) draft.tellNext(body);
    const code = cancelled ? 'cancelled' : fits ? 'ok' : 'too_large';
    const end = this.endAfter(code, v, result);
    if (end) draft.finish(end, core.limits);
    if (code !== 'too_large') draft.set({ v: v + 1 });
    if (!end && !('outcome' in result.next))
      draft.set({
        ...{ attempt: 0, deaths: 0, running: false, told: false, at: result.next },
        due: core.dueFrom(draft.now, turn.turn.deadline),
      });
    core.commit(draft);
    if (!end) core.queues.add(turn.facts.at.service, { t: turnId, v: turn.facts.v });
    return code;
  }

  async emit(
    turnId: string,
    v: number,
    fence: number,
    n: number,
    ...bodies: readonly TurnEventBody[]
  ): Promise<'ok' | 'superseded'> {
    const turn = this.held(turnId, v, fence);
    if (!turn) return 'superseded';
    const now = this.core.now();
    const { attempt, eventsFrom } = turn.facts;
    const first = numberBefore(v, attempt) + n;
    bodies.forEach((body, index) => turn.log.append(eventsFrom, first + index, body, now));
    return 'ok';
  }

  async holds(turnId: string, v: number, fence: number): Promise<boolean> {
    const turn = this.held(turnId, v, fence);
    return turn !== undefined && turn.facts.cancelled !== true;
  }

  watch(turnId: string, changed: () => void): () => void {
    return this.core.watchers.watch(turnId, changed);
  }

  /** Only the next process on the same file could take a hop over. */
  async giveBack(turnId: string, v: number, fence: number, hasEmitted: boolean): Promise<boolean> {
    const turn = this.held(turnId, v, fence);
    if (!this.core.handsBack || !turn) return false;
    const draft = new TurnDraft(turn, this.core.now());
    const { facts } = turn;
    draft.set({
      ...{ running: false, told: facts.told || hasEmitted },
      ...{ attempt: facts.attempt - 1, fence: fence + 1 },
    });
    this.core.commit(draft);
    return true;
  }

  async reap(now: number = this.core.now()): Promise<number> {
    let helped = 0;
    for (const turn of this.core.turns.running)
      if (turn.facts.due <= now && this.lookAfter(turn, now)) helped++;
    this.core.sweep(now);
    return helped;
  }

  private begin(turn: TurnState, now: number): Claim {
    const { facts } = turn;
    const draft = new TurnDraft(turn, now);
    const attempt = facts.attempt + 1;
    draft.set({
      ...{ attempt, fence: facts.fence + 1, running: true, told: false },
      eventsFrom: Math.max(now, facts.eventsFrom + 1),
      due: this.core.dueFrom(now, turn.turn.deadline),
    });
    if (attempt > 1 || facts.told) draft.tell(numberBefore(facts.v, attempt), RESET);
    this.core.commit(draft);
    if (isSuspect(facts)) this.suspect = turn.id;
    const { fence, at } = turn.facts;
    return { kind: 'claimed', fence, attempt, failures: attempt - 1, turn: turn.turn, at: at.step };
  }

  /** The end that a commit sets; null if the turn continues. */
  private endAfter(code: Commit, v: number, { next }: HopResult): TurnEnd | null {
    const { ends, limits } = this.core;
    if (code === 'cancelled') return ends.cancelled;
    if (code === 'too_large') return ends.tooLarge;
    if ('outcome' in next) return next;
    return v + 1 >= limits.maxHops ? ends.tooManyHops : null;
  }

  private otherSuspectRuns(turnId: string): boolean {
    const other = this.core.turns.get(this.suspect);
    return other !== undefined && other.id !== turnId && isSuspect(other.facts) && other.facts.running;
  }

  /** The running turn, if this attempt may write to it. */
  private held(turnId: string, v: number, fence: number): TurnState | undefined {
    const turn = this.core.turns.get(turnId);
    return turn && !isOver(turn) && turn.facts.v === v && turn.facts.fence === fence ? turn : undefined;
  }

  /** True if the turn received its job again, or its end. */
  private lookAfter(turn: TurnState, now: number): boolean {
    const { core } = this;
    const { at, v } = turn.facts;
    const job = { t: turn.id, v };
    if (now >= turn.turn.deadline) {
      core.finish(new TurnDraft(turn, now), core.ends.deadline);
      return true;
    }
    // The time of the watchdog's next check is useless to another process: it is not recorded.
    turn.facts = { ...turn.facts, due: core.dueFrom(now, turn.turn.deadline) };
    if (core.queues.isAlive(at.service, job)) return false;
    core.queues.dropFailed(at.service, job);
    core.queues.add(at.service, job);
    return true;
  }
}
