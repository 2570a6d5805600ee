import { isAfter, type TurnEvent, type TurnEventBody } from '@quarry/turn';
import { cursorFrom, isLast } from '../event-id';

/** The log of one turn. Followers read from the log itself, so a slow one costs no memory. */
export class MemoryLog {
  private readonly entries: TurnEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private lastMs = 0;
  private lastSeq = 0;
  private closed = false;

  /** Appends under an explicit id; an id that is not greater than the last one is dropped: it was sent before. */
  append(ms: number, n: number, body: TurnEventBody, at: number): void {
    if (ms < this.lastMs || (ms === this.lastMs && n <= this.lastSeq)) return;
    this.lastMs = ms;
    this.lastSeq = n;
    this.entries.push({ id: `${ms}-${n}`, at, body });
    this.wake();
  }

  /** Appends after whatever the attempt wrote. */
  appendNext(ms: number, before: number, body: TurnEventBody, at: number): void {
    this.append(ms, ms === this.lastMs ? this.lastSeq + 1 : before + 1, body, at);
  }

  /** Ends every follower. */
  close(): void {
    this.closed = true;
    this.wake();
  }

  async *follow(after: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<TurnEvent> {
    let next = this.indexAfter(cursorFrom(after));
    while (!signal?.aborted) {
      const event = this.entries[next];
      if (event) {
        next++;
        yield event;
        if (isLast(event)) return;
        continue;
      }
      const newest = this.entries.at(-1);
      if (this.closed || (newest && isLast(newest))) return;
      await this.change(signal);
    }
  }

  private indexAfter(cursor: string): number {
    const index = this.entries.findIndex((entry) => isAfter(entry.id, cursor));
    return index < 0 ? this.entries.length : index;
  }

  private change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.waiting.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      this.waiting.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  private wake(): void {
    for (const done of [...this.waiting]) done();
  }
}
