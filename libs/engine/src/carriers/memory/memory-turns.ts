import type { Turn } from '@quarry/turn';
import type { Target } from '../carrier';
import { fieldSizes, turnFromFields, type TurnFields } from '../turn-fields';
import { MemoryLog } from './memory-log';

/** Everything known of one turn. */
export interface TurnState {
  readonly id: string;
  readonly tenant: string;
  readonly deadline: number;
  readonly log: MemoryLog;
  /** A copy of what was written. Whoever claims or reads gets it as it is: turns are not changed, but replaced. */
  turn: Turn;
  /** UTF-8 bytes of the fields that the turn would be written as, and of all of them together. */
  readonly sizes: Map<string, number>;
  bytes: number;
  v: number;
  fence: number;
  attempt: number;
  /** What the ids of the running attempt's events begin with. */
  eventsFrom: number;
  at: Target;
  due: number;
  /** Somebody wants it to end; the hop that runs is asked to do it. */
  cancelled?: true;
  /** Deleted by its asker. */
  hidden?: true;
  /** Set once the turn has ended: when it did, and when it is forgotten. */
  endedAt?: number;
  expiresAt?: number;
  /** What the last delivery of a job threw where all of them threw. */
  lastError?: string;
  /** The turn that was asked in its place. */
  retriedAs?: string;
}

/** A turn that begins, as it would be written. */
export function openState(fields: TurnFields, at: Target, now: number, due: number): TurnState {
  const turn = turnFromFields(fields);
  const { id, tenant, deadline } = turn;
  const sizes = fieldSizes(fields);
  return {
    ...{ id, tenant, deadline, turn, at, due },
    log: new MemoryLog(),
    sizes,
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    ...{ v: 0, fence: 0, attempt: 0 },
    eventsFrom: now,
  };
}

/** The turns of this process. What is done often costs the same however many of them have ended. */
export class MemoryTurns {
  private readonly turns = new Map<string, TurnState>();
  private readonly open = new Set<TurnState>();
  /** Ended turns by how long they are kept: those of one time are forgotten in the order in which they ended. */
  private readonly over = new Map<number, Set<TurnState>>();
  private readonly keys = new Map<string, { readonly turnId: string; readonly expiresAt: number }>();

  get(id: string): TurnState | undefined {
    return this.turns.get(id);
  }

  /** Oldest first. */
  get all(): Iterable<TurnState> {
    return this.turns.values();
  }

  get running(): Iterable<TurnState> {
    return this.open;
  }

  add(turn: TurnState): void {
    this.turns.set(turn.id, turn);
    this.open.add(turn);
  }

  end(turn: TurnState, now: number, ttlMs: number): void {
    turn.endedAt = now;
    turn.expiresAt = now + ttlMs;
    this.open.delete(turn);
    const alike = this.over.get(ttlMs) ?? new Set();
    this.over.set(ttlMs, alike.add(turn));
  }

  /** The turn that was asked with an idempotency key, or null. */
  askedWith(tenant: string, key: string): string | null {
    return this.keys.get(keyOf(tenant, key))?.turnId ?? null;
  }

  remember(
    tenant: string,
    key: string,
    asked: { readonly turnId: string; readonly expiresAt: number },
  ): void {
    this.keys.set(keyOf(tenant, key), asked);
  }

  /** Forgets what has been kept long enough; gives the ids of the turns. */
  sweep(now: number): string[] {
    const swept: string[] = [];
    for (const alike of this.over.values())
      for (const turn of alike) {
        if ((turn.expiresAt ?? Infinity) > now) break;
        alike.delete(turn);
        turn.log.close();
        this.turns.delete(turn.id);
        swept.push(turn.id);
      }
    for (const [key, { expiresAt }] of this.keys) {
      if (expiresAt > now) break;
      this.keys.delete(key);
    }
    return swept;
  }
}

function keyOf(tenant: string, idempotencyKey: string): string {
  return JSON.stringify([tenant, idempotencyKey]);
}
