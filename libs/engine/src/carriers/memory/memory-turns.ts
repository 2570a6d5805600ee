import type { Turn } from '@quarry/turn';
import type { Target } from '../carrier';
import { fieldSizes, turnFromFields, type TurnFields } from '../turn-fields';
import { MemoryLog } from './memory-log';
import type { TurnFacts } from './turn-facts';
import type { NotedKey } from './turn-journal';

/** The full state of one turn. */
export interface TurnState {
  readonly id: string;
  readonly tenant: string;
  readonly log: MemoryLog;
  /** A copy of what was written. Callers receive it as it is, because turns are replaced, never changed. */
  turn: Turn;
  facts: TurnFacts;
  /** UTF-8 bytes of the serialized fields of the turn, and their sum. */
  readonly sizes: Map<string, number>;
  bytes: number;
}

/** The state of a new turn. */
export function openState(fields: TurnFields, at: Target, now: number, due: number): TurnState {
  const unclaimed = { v: 0, fence: 0, attempt: 0, deaths: 0, running: false, told: false };
  return stateOf(fields, { ...unclaimed, eventsFrom: now, at, due });
}

/** A turn with an empty log. */
export function stateOf(fields: TurnFields, facts: TurnFacts): TurnState {
  const turn = turnFromFields(fields);
  const sizes = fieldSizes(fields);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { id: turn.id, tenant: turn.tenant, log: new MemoryLog(), turn, facts, sizes, bytes };
}

/** True once the turn has ended. */
export function isOver({ facts }: TurnState): boolean {
  return facts.expiresAt !== undefined;
}

/** The turns of this process. The cost of frequent operations does not depend on the number of ended turns. */
export class MemoryTurns {
  private readonly turns = new Map<string, TurnState>();
  private readonly open = new Set<TurnState>();
  /** Ended turns by time to live. Turns with the same time to live expire in the order in which they ended. */
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

  /** Adds the turns of an earlier process. @param turns in the order in which they were accepted */
  restore(turns: readonly TurnState[], keys: readonly NotedKey[]): void {
    for (const turn of turns) this.turns.set(turn.id, turn);
    for (const turn of turns.filter((one) => !isOver(one))) this.open.add(turn);
    const over = turns.filter(isOver).toSorted((a, b) => (a.facts.endedAt ?? 0) - (b.facts.endedAt ?? 0));
    for (const turn of over) this.end(turn);
    for (const { tenant, key, turnId, expiresAt } of keys.toSorted((a, b) => a.expiresAt - b.expiresAt))
      this.remember(tenant, key, { turnId, expiresAt });
  }

  /** Registers the end of a turn, which its facts already contain. */
  end(turn: TurnState): void {
    const { endedAt = 0, expiresAt = 0 } = turn.facts;
    this.open.delete(turn);
    const alike = this.over.get(expiresAt - endedAt) ?? new Set();
    this.over.set(expiresAt - endedAt, alike.add(turn));
  }

  /** Id of the turn that was started with an idempotency key, or null. */
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

  /** Removes what has expired. Returns the ids of the turns. */
  sweep(now: number): string[] {
    const swept: string[] = [];
    for (const alike of this.over.values())
      for (const turn of alike) {
        if ((turn.facts.expiresAt ?? Infinity) > now) break;
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
