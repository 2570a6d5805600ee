import { NONE, type Slot } from './flow-facts';

/** Entries of a list among which one is looked for before it is added again. */
const FEW = 8;

/** A list of numbers for each slot, in the order in which they were added, without an object for each list. */
export class Chains {
  private firsts = new Int32Array(0);
  private lasts = new Int32Array(0);
  private readonly items: number[] = [];
  private readonly nexts: number[] = [];

  add(slot: Slot, item: number): void {
    if (slot >= this.firsts.length) this.grow(slot + 1);
    const place = this.items.push(item) - 1;
    this.nexts.push(NONE);
    const last = this.lasts[slot]!;
    if (last === NONE) this.firsts[slot] = place;
    else this.nexts[last] = place;
    this.lasts[slot] = place;
  }

  /** Place of the first item; {@link NONE} for an empty list. */
  begin(slot: Slot): number {
    return this.firsts[slot] ?? NONE;
  }

  /** Place of the last item, likewise. */
  end(slot: Slot): number {
    return this.lasts[slot] ?? NONE;
  }

  /** Place of the next item, likewise. */
  after(place: number): number {
    return this.nexts[place]!;
  }

  item(place: number): number {
    return this.items[place]!;
  }

  /** Whether a short list has the item: looking through a long one would take longer than its repetition. */
  hasAmongFew(slot: Slot, item: number): boolean {
    let found = false;
    let length = 0;
    for (let at = this.begin(slot); at >= 0; at = this.after(at)) {
      if (++length >= FEW) return false;
      found ||= this.item(at) === item;
    }
    return found;
  }

  private grow(least: number): void {
    const length = Math.max(least, 2 * this.firsts.length, 1024);
    const grown = (known: Int32Array): Int32Array<ArrayBuffer> => {
      const next = new Int32Array(length).fill(NONE);
      next.set(known);
      return next;
    };
    this.firsts = grown(this.firsts);
    this.lasts = grown(this.lasts);
  }
}
