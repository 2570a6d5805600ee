import { isAfter, type TurnEvent, type TurnEventBody } from '@quarry/turn';
import { cursorFrom, isLast, LOG_START } from '../event-id';
import { resetBefore } from '../log-after';

/** The two numbers of an id: an event is appended after it. */
export interface LogEnd {
  readonly ms: number;
  readonly n: number;
}

const SUSPENDED: TurnEventBody = {
  type: 'turn.suspended',
  message: 'The server is stopping. It resumes the turn after its next start.',
};

/** The log of one turn. Followers read from the log itself, so a slow one costs no memory. */
export class MemoryLog {
  private readonly entries: TurnEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private last: LogEnd = { ms: 0, n: 0 };
  /** Number of entries in the journal. */
  private noted = 0;
  private followers = 0;
  private state: 'open' | 'suspended' | 'closed' = 'open';

  /** Id of the last event, as numbers; zeros for an empty log. */
  get end(): LogEnd {
    return this.last;
  }

  /** Events that are not in the journal yet. */
  get unnoted(): readonly TurnEvent[] {
    return this.entries.slice(this.noted);
  }

  /** True while the log has followers. */
  get isFollowed(): boolean {
    return this.followers > 0;
  }

  /**
   * Appends under an explicit id. An id that is not greater than the last one is dropped, because it was sent before.
   */
  append(ms: number, n: number, body: TurnEventBody, at: number): void {
    const event = eventAfter(this.last, ms, n, body, at);
    if (event) this.push([event]);
  }

  /** Appends events whose ids are known to be greater than the last one. */
  push(events: readonly TurnEvent[]): void {
    const newest = events.at(-1);
    if (!newest) return;
    this.entries.push(...events);
    const [ms = 0, n = 0] = newest.id.split('-').map(Number);
    this.last = { ms, n };
    this.wake();
  }

  /** The whole log is in the journal. */
  markNoted(): void {
    this.noted = this.entries.length;
  }

  /** The turn continues in another process: followers are notified. */
  suspend(): void {
    if (this.state === 'open') this.state = 'suspended';
    this.wake();
  }

  /** Ends every follower. */
  close(): void {
    this.state = 'closed';
    this.wake();
  }

  async *follow(after: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<TurnEvent> {
    this.followers++;
    try {
      yield* this.read(cursorFrom(after), signal);
    } finally {
      this.followers--;
    }
  }

  private async *read(cursor: string, signal: AbortSignal | undefined): AsyncGenerator<TurnEvent> {
    let next = this.indexAfter(cursor);
    // An event that was seen and is not here was lost with its process; its work is repeated.
    let lost = cursor !== LOG_START && !this.entries.some(({ id }) => id === cursor);
    while (!signal?.aborted) {
      const event = this.entries[next];
      if (event) {
        next++;
        if (lost && event.body.type !== 'reset') yield resetBefore(event);
        lost = false;
        yield event;
        if (isLast(event)) return;
        continue;
      }
      const newest = this.entries.at(-1);
      if (this.state === 'closed' || (newest && isLast(newest))) return;
      if (this.state === 'suspended') {
        yield { id: newest?.id ?? cursor, at: Date.now(), body: SUSPENDED };
        return;
      }
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

/** The event under this id; null if the id is not greater than the last one. */
export function eventAfter(
  last: LogEnd,
  ms: number,
  n: number,
  body: TurnEventBody,
  at: number,
): TurnEvent | null {
  if (ms < last.ms || (ms === last.ms && n <= last.n)) return null;
  return { id: `${ms}-${n}`, at, body };
}
