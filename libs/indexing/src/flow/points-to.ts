import { Chains } from './chains';
import { NONE, type Slot } from './flow-facts';
import type { ValueId } from './values';

/** Values that one slot may hold; where there are more, nothing is said about it. */
const MAX_VALUES = 16;

/** Called when a slot receives a value. */
type Arrival = (value: ValueId) => void;

/**
 * The values of slots: copies them along assignments until nothing changes. Each value is copied once along each
 * assignment, so the work is bounded by their number times {@link MAX_VALUES}; `steps` bounds it further. A project has
 * a million slots, most of them with at most one value, so they are kept in few large arrays. What files state is
 * followed by `follow`; copies and watchers are those that following adds.
 */
export class PointsTo {
  /** The first value of each slot. */
  private first = new Int32Array(0);
  /** Its further ones. */
  private readonly more = new Map<Slot, ValueId[]>();
  private readonly targets = new Chains();
  /** Places among `arrivals`. */
  private readonly watchers = new Chains();
  private readonly arrivals: Arrival[] = [];
  private readonly full = new Set<Slot>();
  /** Slots and their new values, in turn. */
  private readonly queue: number[] = [];
  private count = 0;

  /** @param follow called for each value of each slot, once */
  constructor(
    private steps: number,
    private readonly follow: (slot: Slot, value: ValueId) => void = () => undefined,
  ) {}

  /** A new slot, or the first of several. */
  slot(count = 1): Slot {
    this.count += count;
    if (this.count > this.first.length) {
      const known = this.first;
      this.first = new Int32Array(Math.max(this.count, 2 * known.length, 1024)).fill(NONE);
      this.first.set(known);
    }
    return this.count - count;
  }

  of(slot: Slot): readonly ValueId[] {
    const first = this.first[slot] ?? NONE;
    return first === NONE ? [] : [first, ...(this.more.get(slot) ?? [])];
  }

  /** True if the slot may hold more values than are kept. */
  isFull(slot: Slot): boolean {
    return this.full.has(slot);
  }

  put(slot: Slot, value: ValueId): void {
    const first = this.first[slot]!;
    if (first === value) return;
    if (first === NONE) this.first[slot] = value;
    else {
      const more = this.more.get(slot);
      if (!more) this.more.set(slot, [value]);
      else if (more.includes(value)) return;
      else if (more.length + 1 >= MAX_VALUES) {
        this.full.add(slot);
        return;
      } else more.push(value);
    }
    this.queue.push(slot, value);
  }

  copy(to: Slot, from: Slot): void {
    if (to === from || this.targets.hasAmongFew(from, to)) return;
    this.targets.add(from, to);
    for (const value of this.of(from)) this.put(to, value);
  }

  /** Calls back for every value of the slot, those it has and those to come. */
  watch(slot: Slot, arrival: Arrival): void {
    this.watchers.add(slot, this.arrivals.push(arrival) - 1);
    for (const value of this.of(slot)) arrival(value);
  }

  /** Copies until nothing changes; false if the limit of steps was reached. */
  settle(): boolean {
    const { targets, watchers } = this;
    for (let next = 0; next < this.queue.length; next += 2) {
      if (this.steps-- <= 0) return false;
      const slot = this.queue[next]!;
      const value = this.queue[next + 1]!;
      this.follow(slot, value);
      for (let at = targets.begin(slot); at >= 0; at = targets.after(at)) this.put(targets.item(at), value);
      // Who begins to watch meanwhile knows of the value already.
      const last = watchers.end(slot);
      for (let at = watchers.begin(slot); at >= 0; at = at === last ? NONE : watchers.after(at)) {
        this.arrivals[watchers.item(at)]!(value);
      }
    }
    this.queue.length = 0;
    return true;
  }
}
