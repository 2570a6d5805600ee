import { defined, type TurnEvent } from '@quarry/turn';
import { AnswerStream } from './answer-stream';
import { LiveView } from './live-view';
import { PassLines } from './pass-lines';
import type { Terminal } from './terminal';

/** How a turn is shown while it runs: not at all, in one line for each pass, or with every step. */
export type Liveness = 'off' | 'passes' | 'steps';

/** How to show the log of a turn while it grows, and how to stop the turn. */
export interface Following {
  readonly terminal: Terminal;
  readonly live: Liveness;
  readonly cancel: () => Promise<unknown>;
  /** Cancels the turn; by default Ctrl-C. */
  readonly signal?: AbortSignal | undefined;
}

/** The log of a followed turn. */
export interface Followed {
  readonly events: readonly TurnEvent[];
  /** The answer as it was shown on stdout while it was written; empty if it was not. */
  readonly streamed: string;
}

/**
 * Shows the passes on stderr as they happen and, on a terminal, the answer on stdout as it is written. Returns the
 * whole log. Ctrl-C cancels the turn; its log is still read to the end, so that it is complete.
 */
export async function followTurn(
  log: AsyncIterable<TurnEvent>,
  { terminal, live, cancel, signal = terminal.signal }: Following,
): Promise<Followed> {
  const stop = (): void => {
    cancel().catch((error: unknown) => {
      terminal.note(`the turn could not be cancelled: ${String(error)}`);
    });
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const View = live === 'steps' ? LiveView : PassLines;
  const view = live === 'off' ? null : new View(terminal.onErr, terminal.width);
  const answer = view !== null && terminal.streams ? new AnswerStream(terminal) : null;
  const events: TurnEvent[] = [];
  for await (const event of log) {
    events.push(event);
    if (!view) continue;
    const line = view.render(event);
    if (line !== null) terminal.err(`${line}\n`);
    if (answer?.show(event) === true) continue;
    const meanwhile = view.progress(event);
    if (meanwhile !== null) terminal.progress(`  ${meanwhile}`);
  }
  signal.removeEventListener('abort', stop);
  terminal.progress('');
  return { events, streamed: answer?.text ?? '' };
}

/** Filter and budget of a question, from the options of the command line. */
export function wishesOf(request: {
  readonly path?: readonly string[];
  readonly language?: readonly string[];
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxSeconds?: number;
}): {
  readonly filter?: { pathPrefixes?: string[]; languages?: string[] };
  readonly budget: { tokens?: number; cost?: number; seconds?: number };
} {
  const { path, language, maxTokens, maxCost, maxSeconds } = request;
  const filter = {
    ...(path ? { pathPrefixes: [...path] } : {}),
    ...(language ? { languages: [...language] } : {}),
  };
  return {
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    budget: defined({ tokens: maxTokens, cost: maxCost, seconds: maxSeconds }),
  };
}
