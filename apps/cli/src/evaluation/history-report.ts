import { interval, mean, readHistorySet } from '@quarry/evaluation';
import type { QuarryConfig } from '@quarry/platform';
import { defined } from '@quarry/turn';
import { silenceLogs } from '../logs';
import type { Terminal } from '../terminal';
import { measureHistory, type MeasuredCommit } from './history';
import { markdownTable, share } from './markdown-table';

/** Options of `quarry eval` for a set from a git history. */
export interface HistoryOptions {
  readonly config: (name: string) => QuarryConfig;
  readonly vectors: boolean;
  readonly json: boolean;
  readonly limit?: number;
}

const MEASURES = ['recall5', 'recall10', 'mrr10'] as const;

/** Measures a set from `quarry set from-git`, and prints the result. */
export async function evalHistory(
  folder: string,
  options: HistoryOptions,
  terminal: Terminal,
): Promise<void> {
  silenceLogs();
  const set = await readHistorySet(folder);
  const { limit, vectors, json } = options;
  const measured = await measureHistory(options.config(set.name), set, {
    terminal,
    vectors,
    ...defined({ limit }),
  });
  const summary = summaryOf(measured);
  terminal.out(
    json
      ? `${JSON.stringify({ set: set.name, commits: measured.length, summary, measured }, null, 2)}\n`
      : render(set.name, measured.length, summary),
  );
}

type Summary = ReturnType<typeof summaryOf>;

function summaryOf(measured: readonly MeasuredCommit[]) {
  return MEASURES.map((name) => {
    const against = (system: 'graph' | 'past') => {
      const differences = measured.map((commit) => commit[system][name] - commit.search[name]);
      return { mean: mean(differences), interval: interval(differences) };
    };
    return {
      name,
      search: mean(measured.map(({ search }) => search[name])),
      graph: mean(measured.map(({ graph }) => graph[name])),
      past: mean(measured.map(({ past }) => past[name])),
      /** Paired differences to the search alone, with 95 % intervals. */
      differences: { graph: against('graph'), past: against('past') },
    };
  });
}

const HEADS = ['files', 'search', 'with graph', 'difference [95 %]', 'and past commits', 'difference [95 %]'];

function render(name: string, commits: number, summary: Summary): string {
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${share(Math.abs(value))}`;
  const difference = ({ mean: by, interval: range }: Summary[number]['differences']['graph']) =>
    `${signed(by)} [${range.map(signed).join(', ')}]`;
  const rows = summary.map((row) => [
    row.name,
    share(row.search),
    share(row.graph),
    difference(row.differences.graph),
    share(row.past),
    difference(row.differences.past),
  ]);
  return `${name}: ${commits} commits\n\n${markdownTable(HEADS, rows)}`;
}
