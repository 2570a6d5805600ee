import { interval, mean } from '@quarry/evaluation';
import type { AnswerRow } from './answers';
import { markdownTable, share } from './markdown-table';

/** A pipeline's figures over all questions; shares from 0 to 1, means over questions. */
export interface AnswerSummary {
  readonly pipeline: string;
  readonly responder: string;
  readonly questions: number;
  readonly failed: number;
  /** Over all questions. */
  readonly completed: number;
  /** Over those that can be answered, with the 95 % interval. */
  readonly correct: number;
  readonly correctInterval: readonly [number, number];
  readonly exact: number;
  /** Over those whose gold answer is a number; null where there is none. */
  readonly numeric: number | null;
  readonly f1: number;
  /** The gold answer stands somewhere in it. */
  readonly held: number;
  /** Over those that a model judged. */
  readonly judged: number | null;
  /** Over those that cannot be answered. */
  readonly abstained: number | null;
  /** Over those that can be answered: given up. */
  readonly givenUp: number;
  readonly turns: number;
  readonly passes: number;
  readonly tokens: number;
  readonly seconds: number;
  readonly findings: number;
  readonly marked: number;
  readonly failedSearches: number;
  readonly traced: number | null;
  readonly goldPlaces: number | null;
}

export function summarizeAnswers(
  pipeline: string,
  responder: string,
  rows: readonly AnswerRow[],
): AnswerSummary {
  const answerable = rows.filter(({ unanswerable }) => !unanswerable);
  const correct = answerable.map(({ score }) => (score.correct ? 1 : 0));
  const over = (
    of: readonly AnswerRow[],
    value: (row: AnswerRow) => number | boolean | null,
  ): number | null => {
    const values = of.flatMap((row) => value(row) ?? []).map(Number);
    return values.length === 0 ? null : mean(values);
  };
  return {
    pipeline,
    responder,
    questions: rows.length,
    failed: rows.filter(({ outcome }) => outcome === 'failed').length,
    completed: over(rows, ({ completed }) => completed) ?? 0,
    correct: mean(correct),
    correctInterval: interval(correct),
    exact: over(answerable, ({ score }) => score.exact) ?? 0,
    numeric: over(answerable, ({ score }) => score.numeric),
    f1: over(answerable, ({ score }) => score.f1) ?? 0,
    held: over(answerable, ({ score }) => score.held) ?? 0,
    judged: over(rows, ({ judged }) => judged),
    abstained: over(
      rows.filter(({ unanswerable }) => unanswerable),
      ({ abstained }) => abstained,
    ),
    givenUp: over(answerable, ({ completed }) => !completed) ?? 0,
    turns: over(rows, ({ turns }) => turns) ?? 0,
    passes: over(rows, ({ passes }) => passes) ?? 0,
    tokens: over(rows, ({ tokens }) => tokens) ?? 0,
    seconds: (over(rows, ({ ms }) => ms) ?? 0) / 1_000,
    findings: over(rows, ({ findings }) => findings) ?? 0,
    marked: over(rows, ({ marked }) => marked) ?? 0,
    failedSearches: over(rows, ({ failedSearches }) => failedSearches) ?? 0,
    traced: over(rows, ({ traced }) => traced),
    goldPlaces: over(answerable, ({ goldPlaces }) => goldPlaces),
  };
}

const HEAD = [
  'pipeline',
  'completed',
  'correct [95 %]',
  'exact',
  'numeric',
  'F1',
  'held',
  'judge',
  'abstained',
  'tokens',
  'turns',
  'passes',
  's',
  'findings',
  'marked',
  'failed searches',
  'traced',
  'gold pages',
];

/** The figures as a Markdown table, aligned for a terminal. */
export function renderAnswerTable(summaries: readonly AnswerSummary[]): string {
  return markdownTable(HEAD, summaries.map(cells));
}

function cells(summary: AnswerSummary): readonly string[] {
  return [
    summary.pipeline,
    share(summary.completed),
    `${share(summary.correct)} [${summary.correctInterval.map(share).join(', ')}]`,
    share(summary.exact),
    orNone(summary.numeric),
    share(summary.f1),
    share(summary.held),
    orNone(summary.judged),
    orNone(summary.abstained),
    summary.tokens.toFixed(0),
    summary.turns.toFixed(1),
    summary.passes.toFixed(1),
    summary.seconds.toFixed(2),
    summary.findings.toFixed(1),
    summary.marked.toFixed(1),
    summary.failedSearches.toFixed(1),
    orNone(summary.traced),
    orNone(summary.goldPlaces),
  ];
}

function orNone(value: number | null): string {
  return value === null ? '–' : share(value);
}
