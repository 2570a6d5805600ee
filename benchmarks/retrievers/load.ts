import { LOCAL_TENANT } from '@quarry/application/access';
import type { TurnService } from '@quarry/application/turns';
import { Fault, type Outcome, type Turn } from '@quarry/turn';

export interface LoadOptions {
  readonly service: TurnService;
  readonly pipeline: string;
  readonly questions: readonly string[];
  /** Turns in flight at any time. */
  readonly inFlight: number;
  /** Number of turns before the measurement starts, and of measured turns. */
  readonly warmUp: number;
  readonly turns: number;
  readonly signal: AbortSignal;
  /** Called when the measurement starts. */
  readonly onWarm: () => void;
}

export interface LoadResult {
  readonly turnsPerSecond: number;
  /** Of all turns, including those of the warm-up and those that ended after the measurement. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly asked: number;
  readonly passes: number;
}

/**
 * Keeps `inFlight` turns in flight until enough have ended. Measures their rate under full load, from the end of the
 * warm-up to the end of the last measured turn.
 */
export async function underLoad(options: LoadOptions): Promise<LoadResult> {
  const { service, pipeline, questions, warmUp, turns, signal } = options;
  const outcomes: Partial<Record<Outcome, number>> = {};
  let asked = 0;
  let ended = 0;
  let passes = 0;
  let from = performance.now();
  let to = from;
  const note = (turn: Turn): void => {
    const outcome = turn.end?.outcome ?? 'failed';
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    passes += turn.spent.loops + 1;
    ended++;
    if (ended === warmUp) {
      options.onWarm();
      from = performance.now();
    }
    if (ended === warmUp + turns) to = performance.now();
  };
  const ask = async (): Promise<void> => {
    while (ended < warmUp + turns) {
      if (signal.aborted) throw new Fault('cancelled', 'the measurement was stopped.');
      const question = questions[asked++ % questions.length] ?? '';
      const { turnId } = await service.ask({ tenant: LOCAL_TENANT, question, pipeline, isEnglish: true });
      note((await service.settled(LOCAL_TENANT, turnId, signal)).turn);
    }
  };
  await Promise.all(Array.from({ length: options.inFlight }, ask));
  return { turnsPerSecond: (turns / (to - from)) * 1000, outcomes, asked, passes: passes / ended };
}
