import { median, quantile } from '@quarry/cli';
import { overlap } from '@quarry/evaluation';
import type { RunningEngine } from './engine-client.ts';
import type { Asked } from './engine.ts';
import { ENGINES } from './engines/index.ts';

/** How long one way of an engine takes a question, in milliseconds. */
export interface Speed {
  readonly engine: string;
  readonly way: string;
  /** Over the questions of all rounds. */
  readonly p50: number;
  readonly p95: number;
  /** p50 of the quickest and of the slowest round. */
  readonly spread: readonly [quickest: number, slowest: number];
  /** Share of the ten best that this engine's `dense` way finds of those that the exact one finds; null for the others. */
  readonly recall: number | null;
}

export interface SpeedOptions {
  readonly rounds: number;
  /** Questions that are asked first and not timed. */
  readonly warmUp: number;
}

/** One way of one engine, with what it took and found, question by question. */
interface Timed {
  readonly engine: RunningEngine;
  readonly way: string;
  readonly rounds: number[][];
  readonly found: (readonly string[])[];
}

/** Questions that one way is asked in a row: a process that was just woken is slower with the first, which must not fall on one way alone. */
const IN_A_ROW = 10;

/**
 * Asks every way of every engine the same few questions, one way after the other; which is first moves on each time, so that whatever else
 * the machine does falls on all alike.
 */
export async function measureSpeed(
  engines: readonly RunningEngine[],
  questions: readonly Asked[],
  { rounds, warmUp }: SpeedOptions,
): Promise<Speed[]> {
  const all = engines.flatMap((engine) =>
    engine.ways.map((way): Timed => ({ engine, way, rounds: [], found: [] })),
  );
  for (const { engine, way } of all)
    for (const asked of questions.slice(0, warmUp)) await engine.ask(way, asked);
  for (let round = 0, first = 0; round < rounds; round++)
    for (let from = 0; from < questions.length; from += IN_A_ROW, first++)
      for (let turn = 0; turn < all.length; turn++) {
        const timed = all[(first + turn) % all.length];
        if (timed) await askInARow(timed, round, questions.slice(from, from + IN_A_ROW));
      }
  return all.map((timed) => speedOf(timed, all));
}

async function askInARow(timed: Timed, round: number, questions: readonly Asked[]): Promise<void> {
  const times = (timed.rounds[round] ??= []);
  for (const asked of questions) {
    const { documents, ms } = await timed.engine.ask(timed.way, asked);
    times.push(ms);
    if (round === 0) timed.found.push(documents);
  }
}

function speedOf(timed: Timed, all: readonly Timed[]): Speed {
  const { engine, way, rounds, found } = timed;
  const every = rounds.flat();
  const middles = rounds.map(median);
  const exact = all.find(
    (other) => other.way === 'dense' && other.engine.engine === ENGINES[engine.engine]?.exact,
  );
  return {
    engine: engine.engine,
    way,
    p50: median(every),
    p95: quantile(every, 0.95),
    spread: [Math.min(...middles), Math.max(...middles)],
    recall:
      way === 'dense' && exact
        ? found.reduce((sum, list, at) => sum + overlap(list, exact.found[at] ?? []), 0) / found.length
        : null,
  };
}
