import { table } from '@quarry/cli';
import { ENGINES } from './engines/index.ts';
import type { Measured } from './run.ts';
import type { Speed } from './speed.ts';

/** A Markdown table of all ways of all engines, hybrid ones first. */
export function render(measured: Measured): string {
  const { name, chunks, questions, timed, rounds, load, failed } = measured;
  const judged = questions > 0;
  const speeds = measured.speed.toSorted((a, b) => rankOf(a.way) - rankOf(b.way));
  const quarry = speeds.find(({ engine, way }) => engine === 'quarry' && way === 'hybrid')?.p50 ?? NaN;
  const head = [
    'engine',
    'way',
    ...(judged ? ['nDCG@10', 'MRR@10', 'recall@10'] : []),
    'p50 ms (rounds)',
    'p95 ms',
    'of Quarry hybrid',
    ...(judged ? [] : ['of the exact ten']),
    'build s',
    'RSS MB',
    'disk MB',
  ];
  const rows = speeds.map((speed) => [
    ENGINES[speed.engine]?.title ?? speed.engine,
    speed.way,
    ...(judged ? qualityCells(measured, speed) : []),
    `${speed.p50.toFixed(1)} (${speed.spread.map((ms) => ms.toFixed(1)).join('–')})`,
    speed.p95.toFixed(1),
    (speed.p50 / quarry).toFixed(2),
    ...(judged ? [] : [speed.recall?.toFixed(3) ?? '']),
    ...costCells(measured, speed),
  ]);
  return [
    `${name}: ${chunks} pieces; ${judged ? `${questions} questions judged; ` : ''}${timed} timed in ${rounds} rounds; ` +
      `load ${load.map((value) => value.toFixed(1)).join(' to ')}`,
    '',
    ...table(head, rows),
    ...failed.map((reason) => `\nnot measured: ${reason}`),
    '',
  ].join('\n');
}

/** Hybrid ways stand before their halves. */
function rankOf(way: string): number {
  return way.startsWith('hybrid') ? 0 : 1;
}

function qualityCells({ quality }: Measured, { engine, way }: Speed): string[] {
  const found = quality.find((one) => one.engine === engine && one.way === way);
  return [found?.ndcg10, found?.mrr10, found?.recall10].map((value) => value?.toFixed(3) ?? '');
}

/** Those of an engine stand once, beside its own way. */
function costCells({ costs }: Measured, { engine, way }: Speed): string[] {
  const cost = way === 'hybrid' ? costs.find((one) => one.engine === engine) : undefined;
  return [
    cost?.buildSeconds.toFixed(1) ?? '',
    cost?.memory.toFixed(0) ?? '',
    cost === undefined || cost.disk === 0 ? '' : cost.disk.toFixed(0),
  ];
}
