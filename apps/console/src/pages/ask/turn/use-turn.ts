import type { TurnDto } from '@quarry/client';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { quarry } from '../../../api/client';
import { asProblem, type Problem } from '../../../api/problem';
import { EMPTY_LOG, withEvent, type TurnLog } from './turn-log';

/** A turn as this page knows it. */
export interface FollowedTurn {
  /** The turn from the gateway; for a running turn, its state when the page started to follow it. */
  readonly turn: TurnDto | null;
  /** The state from its log; empty for a turn with an answer that was over when the page was opened. */
  readonly log: TurnLog;
  readonly problem: Problem | null;
  /** False while the connection to a running turn is lost; it is reopened by itself. */
  readonly connected: boolean;
  /** Cancels it; what it found so far is kept. */
  readonly stop: () => void;
  readonly stopping: boolean;
}

/** Events that arrive together are drawn together: an answer may arrive in hundreds of pieces per second. */
const DRAW_MS = 60;

/**
 * Reads a turn, follows it live while it runs, and reads it again at its end. The gateway checks the viewer's
 * permissions in each call.
 */
export function useTurn(id: string): FollowedTurn {
  const [turn, setTurn] = useState<TurnDto | null>(null);
  const [log, setLog] = useState<TurnLog>(EMPTY_LOG);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [stopping, setStopping] = useState(false);
  const [connected, setConnected] = useState(true);

  useEffect(() => {
    const controller = new AbortController();
    follow(id, controller.signal, { setTurn, setLog, setConnected }).catch((error: unknown) => {
      if (!controller.signal.aborted) setProblem(asProblem(error));
    });
    return () => {
      controller.abort();
    };
  }, [id]);

  const stop = useCallback(() => {
    setStopping(true);
    quarry()
      .cancel(id)
      .catch((error: unknown) => {
        setStopping(false);
        setProblem(asProblem(error));
      });
  }, [id]);

  return { turn, log, problem, connected, stop, stopping };
}

interface Shown {
  readonly setTurn: (turn: TurnDto) => void;
  readonly setLog: (log: TurnLog) => void;
  readonly setConnected: (connected: boolean) => void;
}

async function follow(id: string, signal: AbortSignal, shown: Shown): Promise<void> {
  const { setTurn, setLog, setConnected } = shown;
  const begun = await quarry().turn(id, { signal });
  setTurn(begun);
  // For an interrupted answer, only the log contains what was written.
  if (begun.status === 'ended' && (begun.answer !== null || begun.passes === null)) return;
  let log = EMPTY_LOG;
  let drawn = 0;
  for await (const event of quarry().events(id, { signal, onConnection: setConnected })) {
    log = withEvent(log, event);
    if (event.type !== 'answer.delta' || Date.now() - drawn > DRAW_MS) {
      drawn = Date.now();
      setLog(log);
    }
  }
  setLog(log);
  if (begun.status === 'running') setTurn(await quarry().turn(id, { signal }));
}
