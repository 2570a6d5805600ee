/** Ended turns that are not settled, and from when each may be handed out (again), in milliseconds since the epoch. */
export class MemoryEnded {
  private readonly from = new Map<string, number>();

  add(turnId: string, now: number): void {
    this.from.set(turnId, now);
  }

  has(turnId: string): boolean {
    return this.from.has(turnId);
  }

  /** Leases at most `limit` of them, the longest free first, for `leaseMs`. */
  take(limit: number, leaseMs: number, now: number): string[] {
    const free = [...this.from].filter(([, from]) => from <= now).toSorted(([, a], [, b]) => a - b);
    const taken = free.slice(0, Math.max(0, limit)).map(([id]) => id);
    for (const id of taken) this.from.set(id, now + leaseMs);
    return taken;
  }

  settle(turnId: string): void {
    this.from.delete(turnId);
  }
}
