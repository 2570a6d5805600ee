import type { Turn, TurnEvent } from '@quarry/turn';
import { admit } from '../admission';
import type { Target, TurnView } from '../carrier';
import type { DeadLetter, DeadLetterCursor } from '../dead-letters';
import { fieldBytes, openingFields } from '../turn-fields';
import { untilTrue } from '../within';
import type { MemoryCore } from './memory-core';
import { MemoryLog } from './memory-log';
import { isOver, openState, type TurnState } from './memory-turns';
import { deadLetterOf, deadLettersOf, recentOf, viewOf } from './memory-views';
import { TurnDraft } from './turn-draft';

/** The log of an unknown turn. */
const NO_LOG = new MemoryLog();
NO_LOG.close();

/** The turn that a question started, or an earlier one that it repeats. */
export interface Begun {
  readonly turnId: string;
  readonly existing: boolean;
}

/**
 * The gateway's side on plain maps. Each method except {@link cancel} runs to its end without yielding, which makes it
 * atomic.
 */
export class MemoryDoor {
  constructor(private readonly core: MemoryCore) {}

  /** @param besides drafts that are applied in the same step */
  start(turn: Turn, entry: Target, idempotencyKey?: string, ...besides: readonly TurnDraft[]): Begun {
    const { core } = this;
    const fields = openingFields(turn);
    admit(turn, fieldBytes(fields), core.limits);
    const now = core.now();
    const { id, tenant, deadline } = turn;
    const begun = idempotencyKey === undefined ? null : this.begunWith(tenant, idempotencyKey);
    const known = begun ?? core.turns.get(id)?.id;
    if (known !== undefined) return { turnId: known, existing: true };
    const state = openState(fields, entry, now, core.dueFrom(now, deadline));
    const expiresAt = now + core.limits.failedTtlMs;
    const key =
      idempotencyKey === undefined ? undefined : { tenant, key: idempotencyKey, turnId: id, expiresAt };
    const draft = new TurnDraft(state, now, { fields, compiled: core.pipelines.get(turn.pipeline), key });
    draft.tell(1, { type: 'turn.started', question: turn.question.original, pipeline: turn.pipeline });
    core.commit(draft, ...besides);
    core.turns.add(state);
    if (key) core.turns.remember(tenant, key.key, key);
    core.queues.add(entry.service, { t: id, v: 0 });
    return { turnId: id, existing: false };
  }

  begunWith(tenant: string, idempotencyKey: string): string | null {
    return this.core.turns.askedWith(tenant, idempotencyKey);
  }

  async cancel(turnId: string): Promise<boolean> {
    const { core } = this;
    const turn = core.turns.get(turnId);
    if (!turn || isOver(turn)) return false;
    const { at, v } = turn.facts;
    if (core.queues.isActive(at.service, { t: turnId, v })) {
      const asked = new TurnDraft(turn, core.now());
      asked.set({ cancelled: true });
      core.commit(asked);
      core.watchers.tell(turnId);
      await untilTrue(core.limits.cancelGraceMs, async () => isOver(turn));
      // Checked again: another call, e.g. a cancellation, may have ended it since the last check.
      if (isOver(turn)) return true;
    }
    core.finish(new TurnDraft(turn, core.now()), core.ends.cancelled);
    return true;
  }

  view(turnId: string): TurnView | null {
    const turn = this.core.turns.get(turnId);
    return turn ? viewOf(turn, this.core.now()) : null;
  }

  events(turnId: string, after?: string, signal?: AbortSignal): AsyncGenerator<TurnEvent> {
    return (this.core.turns.get(turnId)?.log ?? NO_LOG).follow(after, signal);
  }

  recent(tenant: string, limit: number, unsettled: boolean): TurnView[] {
    const { turns, ended } = this.core;
    const isOpen = (turn: TurnState) => !isOver(turn) || ended.has(turn.id);
    return recentOf(unsettled ? [...turns.all].filter(isOpen) : turns.all, tenant, limit, this.core.now());
  }

  hide(tenant: string, turnId: string): boolean {
    const turn = this.core.turns.get(turnId);
    if (turn?.tenant !== tenant || !isOver(turn)) return false;
    const draft = new TurnDraft(turn, this.core.now());
    draft.set({ hidden: true });
    this.core.commit(draft);
    return true;
  }

  deadLetters(limit: number, after?: DeadLetterCursor): DeadLetter[] {
    return deadLettersOf(this.core.turns.all, limit, after, this.core.now());
  }

  deadLetter(turnId: string): DeadLetter | null {
    const state = this.core.turns.get(turnId);
    return state ? deadLetterOf(state, this.core.now()) : null;
  }

  retry(turnId: string, turn: Turn, entry: Target): Begun | null {
    const failed = this.deadLetter(turnId);
    const state = this.core.turns.get(turnId);
    if (!failed || !state) return null;
    if (failed.retriedAs !== null) return { turnId: failed.retriedAs, existing: true };
    const link = new TurnDraft(state, this.core.now());
    link.set({ retriedAs: turn.id });
    return this.start(turn, entry, undefined, link);
  }

  takeEnded(limit: number, leaseMs: number): string[] {
    return this.core.ended.take(limit, leaseMs, this.core.now());
  }

  settleEnded(turnId: string): void {
    const turn = this.core.turns.get(turnId);
    if (turn && isOver(turn) && this.core.ended.has(turnId)) {
      const draft = new TurnDraft(turn, this.core.now());
      draft.set({ settled: true });
      this.core.commit(draft);
    }
    this.core.ended.settle(turnId);
  }
}
