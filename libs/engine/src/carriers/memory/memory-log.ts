import { isAfter, type TurnEvent, type TurnEventBody } from '@quarry/turn';
import { cursorFrom, isLast, LOG_START } from '../event-id';
import { resetBefore } from '../log-after';

/** What an event is appended after: the two numbers of an id. */
export interface LogEnd {
  readonly ms: number;
  readonly n: number;
}

const SUSPENDED: TurnEventBody = {
  type: 'turn.suspended',
  message: 'The server stops. The turn goes on where it stood when the server starts again.',
};

/** The log of one turn. Followers read from the log itself, so a slow one costs no memory. */
export class MemoryLog {
  private readonly entries: TurnEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private last: LogEnd = { ms: 0, n: 0 };
  /** How many entries a journal has. */
  private noted = 0;
  private followers = 0;
  private state: 'open' | 'suspended' | 'closed' = 'open';

  /** Id of the last event, as numbers; zeros where there is none. */
  get end(): LogEnd {
    return this.last;
  }

  /** Events that no journal has yet. */
  get unnoted(): readonly TurnEvent[] {
    return this.entries.slice(this.noted);
  }

  /** True while somebody reads it. */
  get isFollowed(): boolean {
    return this.followers > 0;
  }

  /** Appends under an explicit id; an id that is not greater than the last one is dropped: it was sent before. */
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

  /** A journal has all that is in the log. */
  markNoted(): void {
    this.noted = this.entries.length;
  }

  /** The turn goes on in another process: whoever follows it is told so. */
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
    // What was seen and is not here was lost with its process, and is done again.
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

/** The event under this id; null where that is not greater than the last one. */
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
