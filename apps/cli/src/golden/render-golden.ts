import type { ComparisonDto, GoldenSetDto, Immutable, RunSummaryDto } from '@quarry/client';
import { printable } from '../printable';

/** A golden set with its questions, as text. */
export function renderSet(set: Immutable<GoldenSetDto>): string {
  const { name, revision, description, schedule, questions } = set;
  const about = description === '' ? '' : `\n${printable(description)}`;
  const when = schedule
    ? `\nruns ${schedule.pipelines.join(', ')}${schedule.everyHours === null ? '' : `, every ${schedule.everyHours} h`}${
        schedule.onPipelineChange ? ', when a pipeline changes' : ''
      } (while 'quarry serve' runs)`
    : '';
  const lines = questions.map(({ id, text, gold, answers, unanswerable }) => {
    const expects = unanswerable ? 'unanswerable' : `${gold.length} places, ${answers.length} answers`;
    return `  ${printable(id)}  ${printable(text).replace(/\s+/g, ' ')} (${expects})`;
  });
  return `${name}, revision ${revision}, ${questions.length} questions${about}${when}\n${lines.join('\n')}\n`;
}

/** The status of a run, and the measures of each of its pipelines. */
export function renderRun(run: Immutable<RunSummaryDto>): string {
  const { id, status, reason, done, total, trigger, createdAt, summary, pipelines } = run;
  const head = `${id}  ${createdAt.slice(0, 16).replace('T', ' ')}  ${status}  ${done} of ${total}  by ${trigger}  ${pipelines.join(', ')}`;
  const why = reason === null ? [] : [`  ${printable(reason)}`];
  const figures = summary.flatMap(({ pipeline, failed, measures }) => [
    `  ${pipeline}${failed > 0 ? `, ${failed} failed` : ''}`,
    ...measures.map(
      ({ measure, mean, low, high, questions }) =>
        `    ${measure.padEnd(18)} ${figure(mean).padStart(9)}  [${figure(low)}, ${figure(high)}]  of ${questions}`,
    ),
  ]);
  return `${[head, ...why, ...figures].join('\n')}\n`;
}

/** Differences of each measure, then the questions that got worse and better. */
export function renderComparison(comparison: Immutable<ComparisonDto>): string {
  const { base, with: other, questions, leftOut, measures } = comparison;
  const rows = measures.map(
    ({ measure, base: before, with: after, difference, low, high }) =>
      `  ${measure.padEnd(18)} ${figure(before).padStart(9)} ${figure(after).padStart(9)} ${signed(difference).padStart(9)}  [${signed(low)}, ${signed(high)}]`,
  );
  const listed = (['regressions', 'improvements', 'mixed'] as const).flatMap((kind) => [
    `${kind}: ${comparison[kind].length}`,
    ...comparison[kind].map(({ question, text, differences }) => {
      const changes = Object.entries(differences).map(([measure, by]) => `${measure} ${signed(by)}`);
      return `  ${printable(question)}  ${printable(text).replace(/\s+/g, ' ')}: ${changes.join(', ')}`;
    }),
  ]);
  const head = [
    `base  ${base.run} ${base.pipeline} (${base.status})`,
    `with  ${other.run} ${other.pipeline} (${other.status})`,
    `${questions} questions${leftOut > 0 ? `, ${leftOut} left out` : ''}`,
  ];
  return `${[...head, ...rows, ...listed].join('\n')}\n`;
}

function figure(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${figure(value)}`;
}
