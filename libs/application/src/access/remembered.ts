import type { Clock } from '@quarry/turn';

/** A cache of at most `most` values, each valid for `ttlMs`, that saves every request from reading them again. */
export class Remembered<T> {
  private readonly known = new Map<string, { readonly at: number; readonly value: Promise<T> }>();

  constructor(
    private readonly ttlMs: number,
    private readonly most: number,
    private readonly clock: Clock,
  ) {}

  /** The value of `key`, read again if the last read began at least `ttlMs` ago. Failed reads are not cached. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.known.get(key);
    const passed = known ? this.clock.now() - known.at : Infinity;
    // Below 0: the clock was set back, and the age of the value is unknown.
    if (known && passed >= 0 && passed < this.ttlMs) return known.value;
    const value = read();
    this.known.delete(key);
    this.known.set(key, { at: this.clock.now(), value });
    const [oldest] = this.known.keys();
    if (this.known.size > this.most && oldest !== undefined) this.known.delete(oldest);
    value.catch(() => {
      if (this.known.get(key)?.value === value) this.known.delete(key);
    });
    return value;
  }
}
