import { NONE, type Slot } from './flow-facts';
import type { FlowFile } from './flow-file';

/**
 * The facts of all files by the slot for whose values they wait: a list of places for each slot, in the order in which
 * they were stated. Most slots never have a value, and their facts are not read again.
 */
export class Stated {
  private readonly firsts: Int32Array;
  private readonly lasts: Int32Array;
  /** For the place of each fact, that of the next one. */
  private readonly nexts: Int32Array;
  /** For each slot, the number of its file. */
  private readonly owners: Int32Array;

  /**
   * @param files in the order of their slots and codes
   * @param slots of all files
   * @param codes length of the codes of all files
   */
  constructor(
    private readonly files: readonly FlowFile[],
    slots: number,
    codes: number,
  ) {
    this.firsts = new Int32Array(slots).fill(NONE);
    this.lasts = new Int32Array(slots);
    this.nexts = new Int32Array(codes).fill(NONE);
    this.owners = new Int32Array(slots);
    for (const [n, { base, flow }] of files.entries()) this.owners.fill(n, base, base + flow.slots);
  }

  /** Adds the fact at a place of the code of a file. */
  add(slot: Slot, { begin }: FlowFile, at: number): void {
    const place = begin + at;
    if (this.firsts[slot] === NONE) this.firsts[slot] = place;
    else this.nexts[this.lasts[slot]!] = place;
    this.lasts[slot] = place;
  }

  /** Place of the first fact that waits for a slot's values, among those of all files; {@link NONE} for none. */
  begin(slot: Slot): number {
    return this.firsts[slot] ?? NONE;
  }

  /** Place of the next one, likewise. */
  after(place: number): number {
    return this.nexts[place]!;
  }

  /** The file of a slot that facts wait for. */
  fileOf(slot: Slot): FlowFile {
    return this.files[this.owners[slot]!]!;
  }
}
