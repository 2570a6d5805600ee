import { defined } from '@quarry/turn';
/** What is left of a daily budget, and how much of it a turn requests. */
export interface Portion {
  /** What is left of the day, including what is reserved for running turns. */
  readonly left: number;
  readonly wanted: number;
}

/** A request for a place. */
export interface Wanted {
  readonly turnId: string;
  /** The key whose limits apply; null: only the limit of the installation applies. */
  readonly key: string | null;
  /** The time by which the turn is certainly over, in milliseconds since the epoch. Its place expires then. */
  readonly until: number;
  /** Maximum concurrent turns. */
  readonly most: { readonly key: number; readonly all: number };
  readonly tokens?: Portion;
  readonly cost?: Portion;
}

/** The place of a turn with its reserved budget, or the reason for the refusal. */
export type Place =
  | { readonly kind: 'taken'; readonly tokens?: number; readonly cost?: number }
  /** All places are taken; `oldest`: some of the turns that hold them, longest held first. */
  | { readonly kind: 'key_full' | 'all_full'; readonly oldest: readonly string[] }
  /** Everything that is left of the day is reserved for running turns. */
  | { readonly kind: 'set_aside' };

/** How many of the oldest holders to check for ended turns if no place is free. */
export const OLDEST = 8;

/** The places of running turns. All calls are atomic. */
export interface Places {
  /** A turn that has a place gives it up first, so that a repeated request has one. */
  take(wanted: Wanted, now: number): Promise<Place>;
  /** Frees the place of a turn. Does nothing if the turn has none. */
  free(key: string | null, turnId: string): Promise<void>;
  close(): void;
}

interface Held {
  readonly turnId: string;
  readonly until: number;
  readonly tokens: number;
  readonly cost: number;
}

/** Places of the turns of one process, in memory. */
export class MemoryPlaces implements Places {
  private readonly all = new Map<string, number>();
  private readonly byKey = new Map<string, Map<string, Held>>();

  async take({ turnId, key, until, most, ...portions }: Wanted, now: number): Promise<Place> {
    await this.free(key, turnId);
    for (const [id, end] of this.all) if (end <= now) this.all.delete(id);
    const held = this.heldBy(key, now);
    if (key !== null && held.length >= most.key)
      return { kind: 'key_full', oldest: held.slice(0, OLDEST).map((one) => one.turnId) };
    if (this.all.size >= most.all) return { kind: 'all_full', oldest: [...this.all.keys()].slice(0, OLDEST) };
    const tokens = granted(portions.tokens, sum(held, 'tokens'));
    const cost = granted(portions.cost, sum(held, 'cost'));
    if ((tokens ?? 1) <= 0 || (cost ?? 1) <= 0) return { kind: 'set_aside' };
    this.all.set(turnId, until);
    if (key !== null) {
      const own = this.byKey.get(key) ?? new Map<string, Held>();
      this.byKey.set(key, own.set(turnId, { turnId, until, tokens: tokens ?? 0, cost: cost ?? 0 }));
    }
    return {
      kind: 'taken',
      ...defined({ tokens, cost }),
    };
  }

  async free(key: string | null, turnId: string): Promise<void> {
    this.all.delete(turnId);
    if (key === null) return;
    const own = this.byKey.get(key);
    own?.delete(turnId);
    if (own?.size === 0) this.byKey.delete(key);
  }

  close(): void {
    // Nothing is open.
  }

  private heldBy(key: string | null, now: number): readonly Held[] {
    const own = key === null ? undefined : this.byKey.get(key);
    if (!own) return [];
    for (const { turnId, until } of own.values()) if (until <= now) own.delete(turnId);
    return [...own.values()];
  }
}

function granted(portion: Portion | undefined, setAside: number): number | undefined {
  return portion && Math.min(portion.wanted, portion.left - setAside);
}

function sum(held: readonly Held[], what: 'tokens' | 'cost'): number {
  return held.reduce((total, one) => total + one[what], 0);
}
