import type { Clock } from '@quarry/turn';

/** What was read a moment ago, so that every request does not read it again; never longer than `ttlMs`, never more than `most`. */
export class Remembered<T> {
  private readonly known = new Map<string, { readonly at: number; readonly value: Promise<T> }>();

  constructor(
    private readonly ttlMs: number,
    private readonly most: number,
    private readonly clock: Clock,
  ) {}

  /** The value of `key`, read anew where the last reading began more than `ttlMs` ago. A reading that failed is not remembered. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.known.get(key);
    const passed = known ? this.clock.now() - known.at : Infinity;
    // Below 0 the clock was set back, and nobody knows how old it is.
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
