import { median } from '@quarry/cli';
import type { RetrieverRun } from './run.ts';

/** A line for each number of retrievers, and one about the turns. */
export function render(runs: readonly RetrieverRun[]): string {
  const numbers = [...new Set(runs.map(({ retrievers }) => retrievers))];
  const rateOf = (retrievers: number) =>
    runs.filter((run) => run.retrievers === retrievers).map(({ turnsPerSecond }) => turnsPerSecond);
  const first = median(rateOf(numbers[0] ?? 0));
  const lines = numbers.map((retrievers) => {
    const own = runs.filter((run) => run.retrievers === retrievers);
    const rates = rateOf(retrievers);
    const rate = `${median(rates).toFixed(1)} turns/s (${Math.min(...rates).toFixed(1)} to ${Math.max(...rates).toFixed(1)})`;
    const lag = Math.max(...own.map(({ maxQueueLagMs }) => maxQueueLagMs));
    return `${String(retrievers).padStart(2)} retrievers  ${rate.padEnd(30)} ${(median(rates) / first).toFixed(2)} times  longest wait ${(lag / 1000).toFixed(2)} s`;
  });
  const outcomes = new Map<string, number>();
  for (const run of runs)
    for (const [outcome, count] of Object.entries(run.outcomes))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  const ends = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  const searches = median(runs.map(({ searchesPerTurn }) => searchesPerTurn)).toFixed(1);
  const passes = median(runs.map(({ passesPerTurn }) => passesPerTurn)).toFixed(1);
  return `${lines.join('\n')}\na turn: ${searches} searches in ${passes} passes; turns ended: ${ends}\n`;
}
