import {
  METRICS,
  type Difference,
  type EvaluatedSet,
  type Metric,
  type MetricSummary,
  type SystemComparison,
  type SystemSummary,
} from '@quarry/evaluation';
import { markdownTable, share } from './markdown-table';

/** A table with one row per measured metric and one column per system. */
export function renderSummaries(set: EvaluatedSet, summaries: readonly SystemSummary[]): string {
  const head = ['metric', ...namesOf(summaries)];
  const rows = METRICS.flatMap((metric) => {
    const measured = summaries.map(({ metrics }) => metrics[metric.id]);
    return measured.every((one) => one === undefined) ? [] : rowsOf(metric, measured);
  });
  const split = set.split === null ? '' : ` (${set.split})`;
  return `${set.name}${split}: ${set.questions} questions\n\n${markdownTable(head, rows)}`;
}

/** Column names, with the store if systems are measured on several. */
function namesOf(systems: readonly Pick<SystemSummary, 'name' | 'store'>[]): readonly string[] {
  const stores = new Set(systems.map(({ store }) => store));
  return systems.map(({ name, store }) => (stores.size > 1 ? `${name} on ${store}` : name));
}

function rowsOf(metric: Metric, measured: readonly (MetricSummary | undefined)[]): string[][] {
  const row = (label: string, cell: (summary: MetricSummary) => string): string[] => [
    label,
    ...measured.map((summary) => (summary ? cell(summary) : '–')),
  ];
  if (metric.unit === 'number') return [row(metric.label, ({ mean }) => digits(mean))];
  if (metric.unit === 'share') {
    const counts = new Set(measured.flatMap((summary) => summary?.questions ?? []));
    const of = counts.size === 1 ? ` (${[...counts].join()})` : '';
    return [
      row(`${metric.label}${of}`, ({ mean, interval }) => `${signed(mean)} ${range(interval, signed)}`),
    ];
  }
  return [
    row(`${metric.label}, p50`, ({ p50 }) => digits(p50)),
    row(`${metric.label}, p95`, ({ p95 }) => digits(p95)),
  ];
}

/** Paired differences to a reference, one column per system; `*` if the interval does not contain 0. */
export function renderAgainst(reference: string, comparisons: readonly SystemComparison[]): string {
  const head = ['difference', ...comparisons.map(({ system }) => system)];
  const rows = METRICS.filter(({ gates }) => gates).flatMap(({ id, label }) => {
    const cells = comparisons.map(({ differences }) => {
      const found = differences.find(({ metric }) => metric === id);
      return found ? `${changeOf(found)}${found.interval[0] > 0 || found.interval[1] < 0 ? ' *' : ''}` : '–';
    });
    return cells.every((cell) => cell === '–') ? [] : [[label, ...cells]];
  });
  return `Compared with ${reference}, on the same questions, mean [95 %]:\n\n${markdownTable(head, rows)}`;
}

/** The metrics compared with those of a saved run, one table per system. */
export function renderComparisons(file: string, comparisons: readonly SystemComparison[]): string {
  const head = ['metric', 'before', 'after', 'difference [95 %]', 'better', 'worse', ''];
  const labels = new Map(METRICS.map((metric) => [metric.id, metric]));
  const tables = comparisons.map(({ system, differences }) => {
    const rows = differences.flatMap(
      ({ metric: id, before, after, difference, interval, better, worse, regressed }) => {
        const metric = labels.get(id);
        if (!metric?.gates) return [];
        const change = `${plus(difference)} ${range(interval, plus)}`;
        return [
          [
            metric.label,
            share(before),
            share(after),
            change,
            String(better),
            String(worse.length),
            regressed ? 'REGRESSED' : '',
          ],
        ];
      },
    );
    return `${system}, compared with ${file}\n\n${markdownTable(head, rows)}`;
  });
  return tables.join('\n');
}

function changeOf({ difference, interval }: Difference): string {
  return `${plus(difference)} ${range(interval, plus)}`;
}

function range([low, high]: readonly [number, number], show: (value: number) => string): string {
  return `[${show(low)}, ${show(high)}]`;
}

function digits(value: number): string {
  return value === 0 ? '0' : value.toFixed(Math.abs(value) < 1 ? 3 : Math.abs(value) < 100 ? 1 : 0);
}

/** Like `share`, with the sign of negative values. */
function signed(value: number): string {
  return value < 0 ? `−${share(-value)}` : share(value);
}

function plus(value: number): string {
  return value < 0 ? `−${share(-value)}` : `+${share(value)}`;
}
