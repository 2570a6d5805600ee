import { BASELINES, interval, mean, meanRecall, type Baseline, type Recall } from '@quarry/evaluation';
import type { Outcome } from '@quarry/turn';
import { markdownTable, share } from './markdown-table';

/** What one pipeline did with every question of a set. */
export interface Measured {
  readonly pipeline: string;
  readonly responder: string;
  readonly rows: readonly {
    readonly id: string;
    readonly outcome: Outcome;
    /** Why, where it failed. */
    readonly reason?: string;
    readonly passes: number;
    /** Gold found by the first pass, and by all. */
    readonly first: Recall;
    readonly last: Recall;
    /** Gold found by one query with as many passages as all passes together brought. */
    readonly onePass: Partial<Record<Baseline, Recall>>;
    /** Gold that the answer cites. */
    readonly cited: Recall;
    readonly modelCalls: number;
    readonly tokens: number;
    readonly ms: number;
  }[];
}

/** A pipeline's figures over all questions. Recalls are shares, 0 to 1. */
export interface Summary {
  readonly pipeline: string;
  readonly responder: string;
  readonly questions: number;
  readonly failed: number;
  readonly first: Recall;
  readonly last: Recall;
  readonly cited: Recall;
  /** The way of one query that found most, and what it found. */
  readonly onePass: { readonly way: Baseline; readonly recall: Recall } | null;
  /** Recall after the last pass less that of one query with as many passages, and the 95 % interval of it. */
  readonly gain: { readonly recall: number; readonly interval: readonly [number, number] } | null;
  readonly passes: number;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly seconds: number;
}

export function summarize({ pipeline, responder, rows }: Measured): Summary {
  const ways = BASELINES.flatMap((way) => {
    const found = rows.flatMap(({ onePass }) => onePass[way] ?? []);
    return found.length === 0 ? [] : [{ way, recall: meanRecall(found) }];
  }).sort((a, b) => b.recall.recall - a.recall.recall);
  const best = ways[0] ?? null;
  const differences = best ? rows.map((row) => row.last.recall - (row.onePass[best.way]?.recall ?? 0)) : [];
  return {
    pipeline,
    responder,
    questions: rows.length,
    failed: rows.filter(({ outcome }) => outcome === 'failed').length,
    first: meanRecall(rows.map(({ first }) => first)),
    last: meanRecall(rows.map(({ last }) => last)),
    cited: meanRecall(rows.map(({ cited }) => cited)),
    onePass: best,
    gain: best ? { recall: mean(differences), interval: interval(differences) } : null,
    passes: mean(rows.map(({ passes }) => passes)),
    modelCalls: mean(rows.map(({ modelCalls }) => modelCalls)),
    tokens: mean(rows.map(({ tokens }) => tokens)),
    seconds: mean(rows.map(({ ms }) => ms)) / 1_000,
  };
}

const HEAD = [
  'pipeline',
  'passes',
  'pass 1: recall',
  'all',
  'last: recall',
  'all',
  'passages',
  'one query, as many: recall',
  'all',
  'gain',
  'cited',
  'model calls',
  'tokens',
  's',
];

/** The figures as a Markdown table, aligned for a terminal. */
export function renderTable(summaries: readonly Summary[]): string {
  return markdownTable(HEAD, summaries.map(cells));
}

function cells(summary: Summary): string[] {
  const { first, last, cited, onePass, gain } = summary;
  return [
    summary.pipeline,
    summary.passes.toFixed(1),
    share(first.recall),
    share(first.all),
    share(last.recall),
    share(last.all),
    last.passages.toFixed(1),
    onePass ? `${share(onePass.recall.recall)} (${onePass.way})` : '–',
    onePass ? share(onePass.recall.all) : '–',
    gain ? `${signed(gain.recall)} [${gain.interval.map(signed).join(', ')}]` : '–',
    share(cited.recall),
    summary.modelCalls.toFixed(1),
    summary.tokens.toFixed(0),
    summary.seconds.toFixed(2),
  ];
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${share(Math.abs(value))}`;
}
