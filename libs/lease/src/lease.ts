/** Which worker a document is leased to, and when the lease expires. */
export interface Lease {
  /** Unique among the workers of all processes. */
  readonly owner: string;
  /** Milliseconds since the epoch; a worker extends it while it lives. */
  readonly until: number;
}

/** A stored document that one worker at a time may work on. Documents of older versions may lack the field. */
export interface Leased {
  readonly lease?: Lease | null;
}

/** A document as it was read, and the way to replace it. */
export interface Snapshot<T> {
  readonly value: T;
  /**
   * Replaces the document with `next`, all or nothing.
   * @returns what is stored now; null if another process changed or deleted the document since it was read
   */
  save(next: T): Promise<Snapshot<T> | null>;
}

/** Reads one document; null if it is deleted. */
export type Read<T> = () => Promise<Snapshot<T> | null>;

/** @returns whether a worker holds an unexpired lease. */
export function isLeased({ lease }: Leased, now: number): boolean {
  return lease !== undefined && lease !== null && lease.until > now;
}
