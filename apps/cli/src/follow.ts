import { defined, type TurnEvent } from '@quarry/turn';
import { LiveView } from './live-view';
import type { Terminal } from './terminal';

/** How to show the log of a turn while it grows, and how to stop the turn. */
export interface Following {
  readonly terminal: Terminal;
  /** False: nothing is shown. */
  readonly live: boolean;
  readonly cancel: () => Promise<unknown>;
}

/**
 * Shows the passes on stderr as they happen, and returns the whole log. Ctrl-C cancels the turn; its log is still read
 * to the end, so that it is complete.
 */
export async function followTurn(
  log: AsyncIterable<TurnEvent>,
  { terminal, live, cancel }: Following,
): Promise<readonly TurnEvent[]> {
  const stop = (): void => {
    cancel().catch((error: unknown) => {
      terminal.note(`the turn could not be cancelled: ${String(error)}`);
    });
  };
  if (terminal.signal.aborted) stop();
  else terminal.signal.addEventListener('abort', stop, { once: true });
  const view = new LiveView(terminal.onErr, terminal.width);
  const events: TurnEvent[] = [];
  for await (const event of log) {
    events.push(event);
    const line = live ? view.render(event) : null;
    if (line !== null) terminal.err(`${line}\n`);
    const meanwhile = live ? view.progress(event) : null;
    if (meanwhile !== null) terminal.progress(`  ${meanwhile}`);
  }
  terminal.signal.removeEventListener('abort', stop);
  return events;
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
