import {
  redact,
  TURN_FORMAT,
  type Turn,
  type TurnEnd,
  type TurnEventBody,
  type TurnPatch,
} from '@quarry/turn';
import { admit } from '../admission';
import { CANCEL_GRACE_MS } from '../carrier';
import type {
  CarrierLimits,
  Claim,
  Commit,
  HopResult,
  OnTurnEnd,
  Target,
  TurnLedger,
  TurnView,
} from '../carrier';
import type { DeadLetter, DeadLetterCursor } from '../dead-letters';
import { protocolEnds, ttlAfter, type ProtocolEnds } from '../ends';
import { numberBefore, RESET } from '../event-id';
import { droppedAtEnd, fieldBytes, groupFields, groupsFromFields, openingFields } from '../turn-fields';
import { TurnWatchers } from '../turn-watchers';
import { untilTrue } from '../within';
import { MemoryEnded } from './memory-ended';
import type { MemoryLog } from './memory-log';
import { MemoryQueues } from './memory-queues';
import { MemoryTurns, openState, type TurnState } from './memory-turns';
import { deadLetterOf, deadLettersOf, recentOf, viewOf } from './memory-views';

/** The hop protocol on plain maps. Each method runs to its end without yielding, which makes it atomic. */
export class MemoryLedger implements TurnLedger {
  readonly queues = new MemoryQueues(({ t, v }, error) => {
    const turn = this.turns.get(t);
    if (turn?.v !== v) return;
    turn.due = 0;
    turn.lastError = redact(error.message, undefined);
  });
  private readonly turns = new MemoryTurns();
  private readonly ended = new MemoryEnded();
  private readonly ends: ProtocolEnds;
  private readonly watchers = new TurnWatchers();

  constructor(
    private readonly limits: CarrierLimits,
    private readonly onEnd: OnTurnEnd = () => undefined,
  ) {
    this.ends = protocolEnds(limits);
  }

  start(turn: Turn, entry: Target, idempotencyKey?: string): { turnId: string; existing: boolean } {
    const fields = openingFields(turn);
    admit(turn, fieldBytes(fields), this.limits);
    const now = Date.now();
    const { id, tenant, deadline } = turn;
    const begun = idempotencyKey === undefined ? null : this.begunWith(tenant, idempotencyKey);
    const known = begun ?? this.turns.get(id)?.id;
    if (known !== undefined) return { turnId: known, existing: true };
    const state = openState(fields, entry, now, this.dueFrom(now, deadline));
    this.turns.add(state);
    if (idempotencyKey !== undefined)
      this.turns.remember(tenant, idempotencyKey, { turnId: id, expiresAt: now + this.limits.failedTtlMs });
    const { original } = turn.question;
    state.log.append(now, 1, { type: 'turn.started', question: original, pipeline: turn.pipeline }, now);
    this.queues.add(entry.service, { t: id, v: 0 });
    return { turnId: id, existing: false };
  }

  begunWith(tenant: string, idempotencyKey: string): string | null {
    return this.turns.askedWith(tenant, idempotencyKey);
  }

  async claim(turnId: string, v: number): Promise<Claim> {
    const turn = this.turns.get(turnId);
    if (!turn || turn.expiresAt !== undefined) return { kind: 'terminal' };
    if (turn.v !== v) return { kind: 'past' };
    const now = Date.now();
    if (now >= turn.deadline) {
      this.finish(turn, this.ends.deadline, now);
      return { kind: 'expired' };
    }
    if (turn.cancelled) {
      this.finish(turn, this.ends.cancelled, now);
      return { kind: 'cancelled' };
    }
    if (turn.turn.format > TURN_FORMAT) return { kind: 'newer' };
    if (turn.attempt >= this.limits.maxAttempts) {
      this.finish(turn, this.ends.poison, now);
      return { kind: 'poison' };
    }
    turn.attempt++;
    turn.fence++;
    turn.eventsFrom = Math.max(now, turn.eventsFrom + 1);
    turn.due = this.dueFrom(now, turn.deadline);
    if (turn.attempt > 1) turn.log.append(turn.eventsFrom, numberBefore(v, turn.attempt), RESET, now);
    const { fence, attempt, at } = turn;
    return { kind: 'claimed', fence, attempt, turn: turn.turn, at: at.step };
  }

  async advance(turnId: string, v: number, fence: number, result: HopResult): Promise<Commit> {
    const turn = this.turns.get(turnId);
    if (!turn || turn.expiresAt !== undefined) return 'terminal';
    if (turn.v !== v) return 'past';
    if (turn.fence !== fence) return 'superseded';
    const now = Date.now();
    const fits = this.write(turn, result.patch);
    if (result.at !== undefined && (fits || turn.cancelled)) turn.at = { ...turn.at, step: result.at };
    for (const body of result.events)
      turn.log.appendNext(turn.eventsFrom, numberBefore(v, turn.attempt), body, now);
    if (turn.cancelled) {
      this.finish(turn, this.ends.cancelled, now);
      turn.v++;
      return 'cancelled';
    }
    if (!fits) {
      this.finish(turn, this.ends.tooLarge, now);
      return 'too_large';
    }
    if ('outcome' in result.next) {
      this.finish(turn, result.next, now);
      turn.v++;
    } else if (v + 1 >= this.limits.maxHops) {
      this.finish(turn, this.ends.tooManyHops, now);
      turn.v++;
    } else {
      turn.v++;
      turn.attempt = 0;
      turn.at = result.next;
      turn.due = this.dueFrom(now, turn.deadline);
      this.queues.add(turn.at.service, { t: turnId, v: turn.v });
    }
    return 'ok';
  }

  /** False where it does not fit: then nothing is written. */
  private write(turn: TurnState, patch: TurnPatch): boolean {
    const fields = groupFields(patch);
    const sizes = Object.entries(fields).map(([field, text]) => [field, Buffer.byteLength(text)] as const);
    if (sizes.length === 0) return true;
    const patched = sizes.reduce((sum, [, size]) => sum + size, 0);
    const bytes = sizes.reduce((sum, [field, size]) => sum + size - (turn.sizes.get(field) ?? 0), turn.bytes);
    if (patched > this.limits.maxPatchBytes || bytes > this.limits.maxTurnBytes) return false;
    for (const [field, size] of sizes) turn.sizes.set(field, size);
    turn.bytes = bytes;
    turn.turn = { ...turn.turn, ...groupsFromFields(fields) };
    return true;
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
    const now = Date.now();
    const first = numberBefore(v, turn.attempt) + n;
    bodies.forEach((body, index) => turn.log.append(turn.eventsFrom, first + index, body, now));
    return 'ok';
  }

  async holds(turnId: string, v: number, fence: number): Promise<boolean> {
    const turn = this.held(turnId, v, fence);
    return turn !== undefined && turn.cancelled !== true;
  }

  watch(turnId: string, changed: () => void): () => void {
    return this.watchers.watch(turnId, changed);
  }

  /** There is no other process that could take a hop over. */
  async giveBack(): Promise<boolean> {
    return false;
  }

  /** The running turn, if this attempt is the one that may write to it. */
  private held(turnId: string, v: number, fence: number) {
    const turn = this.turns.get(turnId);
    return turn && turn.expiresAt === undefined && turn.v === v && turn.fence === fence ? turn : undefined;
  }

  async cancel(turnId: string): Promise<boolean> {
    const turn = this.turns.get(turnId);
    if (!turn || turn.expiresAt !== undefined) return false;
    if (this.queues.isActive(turn.at.service, { t: turnId, v: turn.v })) {
      turn.cancelled = true;
      this.watchers.tell(turnId);
      await untilTrue(CANCEL_GRACE_MS, async () => turn.endedAt !== undefined);
      // Asked again, since others may have ended it after the last look: another cancel, say.
      if (turn.endedAt !== undefined) return true;
    }
    this.finish(turn, this.ends.cancelled, Date.now());
    return true;
  }

  async reap(now: number = Date.now()): Promise<number> {
    for (const id of this.turns.sweep(now)) this.ended.settle(id);
    let helped = 0;
    for (const turn of this.turns.running) if (turn.due <= now && this.lookAfter(turn, now)) helped++;
    return helped;
  }

  view(turnId: string): TurnView | null {
    const turn = this.turns.get(turnId);
    return turn ? viewOf(turn) : null;
  }

  log(turnId: string): MemoryLog | undefined {
    return this.turns.get(turnId)?.log;
  }

  recent(tenant: string, limit: number, unsettled: boolean): TurnView[] {
    const isOpen = ({ id, expiresAt }: TurnState) => expiresAt === undefined || this.ended.has(id);
    const all = unsettled ? [...this.turns.all].filter(isOpen) : this.turns.all;
    return recentOf(all, tenant, limit);
  }

  hide(tenant: string, turnId: string): boolean {
    const turn = this.turns.get(turnId);
    if (turn?.tenant !== tenant || turn.expiresAt === undefined) return false;
    turn.hidden = true;
    return true;
  }

  deadLetters(limit: number, after?: DeadLetterCursor): DeadLetter[] {
    return deadLettersOf(this.turns.all, limit, after);
  }

  deadLetter(turnId: string): DeadLetter | null {
    const state = this.turns.get(turnId);
    return state ? deadLetterOf(state) : null;
  }

  retry(turnId: string, turn: Turn, entry: Target): { turnId: string; existing: boolean } | null {
    const failed = this.deadLetter(turnId);
    if (!failed) return null;
    if (failed.retriedAs !== null) return { turnId: failed.retriedAs, existing: true };
    const begun = this.start(turn, entry);
    const state = this.turns.get(turnId);
    if (state) state.retriedAs = begun.turnId;
    return begun;
  }

  takeEnded(limit: number, leaseMs: number): string[] {
    return this.ended.take(limit, leaseMs);
  }

  settleEnded(turnId: string): void {
    this.ended.settle(turnId);
  }

  close(): void {
    this.queues.close();
    for (const turn of this.turns.all) turn.log.close();
  }

  /** True where the turn got its job back, or its end. */
  private lookAfter(turn: TurnState, now: number): boolean {
    const job = { t: turn.id, v: turn.v };
    if (now >= turn.deadline) {
      this.finish(turn, this.ends.deadline, now);
      return true;
    }
    turn.due = this.dueFrom(now, turn.deadline);
    if (this.queues.isAlive(turn.at.service, job)) return false;
    this.queues.dropFailed(turn.at.service, job);
    this.queues.add(turn.at.service, job);
    return true;
  }

  private finish(turn: TurnState, end: TurnEnd, now: number): void {
    turn.turn = { ...turn.turn, ...droppedAtEnd(), end };
    this.turns.end(turn, now, ttlAfter(end, this.limits));
    turn.sizes.clear();
    this.ended.add(turn.id, now);
    this.queues.dropFailed(turn.at.service, { t: turn.id, v: turn.v });
    const before = numberBefore(turn.v, turn.attempt);
    turn.log.appendNext(turn.eventsFrom, before, { type: 'turn.finished', ...end }, now);
    this.onEnd(turn.turn);
  }

  private dueFrom(now: number, deadline: number): number {
    return Math.min(now + this.limits.lookEveryMs, deadline);
  }
}
