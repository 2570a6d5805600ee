import { readMessages } from './event-messages';
import { backoff, pause } from './pause';
import { QuarryProblem, unreachable } from './problem';

/** Heartbeats arrive every 15 s: after three missing ones, the connection is lost. */
const SILENCE_MS = 45_000;

/** Maximum pause between two connections in milliseconds, and maximum number of consecutive failures. */
const MOST_PAUSE_MS = 10_000;
const MOST_FAILURES = 8;

/** Maximum failures after the server has announced that it will resume later: about ten minutes. */
const MOST_WHILE_SUSPENDED = 64;

/** A stream of events that can be opened after any of them. */
export interface EventSourceOptions<Event> {
  /** Opens the stream after this event id, or from the start. @throws QuarryProblem */
  readonly open: (after: string | undefined, signal: AbortSignal | undefined) => Promise<Response>;
  readonly read: (id: string, data: string) => Event;
  /** True for the last event of a stream. */
  readonly isLast: (event: Event) => boolean;
  /**
   * True for an event that announces that the server stops and resumes after its next start, which may take a while.
   */
  readonly isPause?: (event: Event) => boolean;
  /** Continue after this event id. */
  readonly after?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds of silence after which a connection counts as lost; 45,000 by default. */
  readonly silence?: number;
  /** Called with false when a connection is lost, and with true once the stream is open again. */
  readonly onConnection?: (connected: boolean) => void;
}

/**
 * Events in order, each once, until the last one. A lost connection is reopened after the last event that was read, at
 * any gateway.
 * @throws QuarryProblem if the stream cannot be (re)opened; the reason of the signal if it aborts
 */
export async function* followEvents<Event>(options: EventSourceOptions<Event>): AsyncGenerator<Event> {
  const { signal, silence = SILENCE_MS } = options;
  let { after } = options;
  let first = 500;
  let most = MOST_FAILURES;
  for (let failures = 0; ;) {
    let lost: unknown;
    try {
      const response = await options.open(after, signal);
      if (failures > 0) options.onConnection?.(true);
      // There is no event after that one, and none will follow.
      if (response.status === 204 || response.body === null) return;
      const messages = readMessages(response.body, {
        silence,
        ...(signal ? { signal } : {}),
        onRetry: (ms) => {
          first = ms;
        },
      });
      for await (const { id, data } of messages) {
        failures = 0;
        if (id !== undefined) after = id;
        const event = options.read(id ?? '', data);
        most = options.isPause?.(event) === true ? MOST_WHILE_SUSPENDED : MOST_FAILURES;
        yield event;
        if (options.isLast(event)) return;
        signal?.throwIfAborted();
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof QuarryProblem && error.status !== 0) throw error;
      lost = error;
    }
    if (failures === 0) options.onConnection?.(false);
    failures += 1;
    if (failures > most) throw lost instanceof QuarryProblem ? lost : unreachable('the stream', lost);
    await pause(backoff(failures, first, MOST_PAUSE_MS), signal);
  }
}
