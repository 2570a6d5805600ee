import type { Slot } from './flow-facts';
import type { ValueId } from './values';

/** Values that one slot may hold; where there are more, nothing is said about it. */
const MAX_VALUES = 16;

/** Called when a slot receives a value. */
type Arrival = (value: ValueId) => void;

/**
 * The values of slots: copies them along assignments until nothing changes. Each value is copied once along each
 * assignment, so the work is bounded by their number times {@link MAX_VALUES}; `steps` bounds it further.
 */
export class PointsTo {
  private readonly values: (ValueId[] | undefined)[] = [];
  private readonly targets: (Slot[] | undefined)[] = [];
  private readonly arrivals: (Arrival[] | undefined)[] = [];
  private readonly full = new Set<Slot>();
  /** Slots and their new values, in turn. */
  private readonly queue: number[] = [];
  private count = 0;

  constructor(private steps: number) {}

  /** A new slot, or the first of several. */
  slot(count = 1): Slot {
    this.count += count;
    return this.count - count;
  }

  of(slot: Slot): readonly ValueId[] {
    return this.values[slot] ?? [];
  }

  /** True if the slot may hold more values than are kept. */
  isFull(slot: Slot): boolean {
    return this.full.has(slot);
  }

  put(slot: Slot, value: ValueId): void {
    const known = this.values[slot];
    if (!known) this.values[slot] = [value];
    else if (known.includes(value)) return;
    else if (known.length >= MAX_VALUES) {
      this.full.add(slot);
      return;
    } else known.push(value);
    this.queue.push(slot, value);
  }

  copy(to: Slot, from: Slot): void {
    if (to === from) return;
    const targets = this.targets[from];
    if (!targets) this.targets[from] = [to];
    else if (targets.length < 8 && targets.includes(to)) return;
    else targets.push(to);
    for (const value of [...this.of(from)]) this.put(to, value);
  }

  /** Calls back for every value of the slot, those it has and those to come. */
  watch(slot: Slot, arrival: Arrival): void {
    const watching = this.arrivals[slot];
    if (watching) watching.push(arrival);
    else this.arrivals[slot] = [arrival];
    for (const value of [...this.of(slot)]) arrival(value);
  }

  /** Copies until nothing changes; false if the limit of steps was reached. */
  settle(): boolean {
    for (let next = 0; next < this.queue.length; next += 2) {
      if (this.steps-- <= 0) return false;
      const slot = this.queue[next]!;
      const value = this.queue[next + 1]!;
      for (const to of this.targets[slot] ?? []) this.put(to, value);
      for (const arrival of [...(this.arrivals[slot] ?? [])]) arrival(value);
    }
    this.queue.length = 0;
    return true;
  }
}
