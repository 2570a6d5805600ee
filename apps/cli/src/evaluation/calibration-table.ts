import { calibrationOf, type CalibrationRow, type MeasuredSystem } from '@quarry/evaluation';
import type { AnsweredQuestion } from './answered';
import { markdownTable, share } from './markdown-table';
import type { RankedQuestion } from './modes';

/** A system with the calibration of its confidence. */
export interface Calibrated {
  readonly system: string;
  readonly rows: readonly CalibrationRow[];
}

/** The calibration of every pipeline that answered. */
export function calibrated(
  systems: readonly MeasuredSystem<AnsweredQuestion | RankedQuestion>[],
): readonly Calibrated[] {
  return systems.flatMap(({ kind, name, questions }) => {
    if (kind !== 'pipeline') return [];
    const turns = questions.filter((question): question is AnsweredQuestion => 'confidence' in question);
    const rows = calibrationOf(turns);
    return rows.some(({ answers }) => answers > 0) ? [{ system: name, rows }] : [];
  });
}

/** One table: of the answers of each level of confidence, how many are right. */
export function renderCalibration(all: readonly Calibrated[]): string {
  const head = ['pipeline', 'confidence', 'answers', 'right', 'share [95 %]'];
  const rows = all.flatMap((one) =>
    one.rows.map(({ level, answers, right, interval }) => [
      one.system,
      level,
      String(answers),
      String(right),
      interval ? `${share(right / answers)} [${share(interval[0])}, ${share(interval[1])}]` : '–',
    ]),
  );
  return `Right answers by confidence:\n\n${markdownTable(head, rows)}`;
}
