import { CONFIDENCE_LEVELS, type ConfidenceLevel } from '@quarry/turn';
import type { TurnMeasures } from '../measures/measure-turn';

/** The answers of one level of confidence. */
export interface CalibrationRow {
  readonly level: ConfidenceLevel;
  readonly answers: number;
  readonly right: number;
  /** 95 % interval of the share that is right (Wilson 1927); null without answers. */
  readonly interval: readonly [number, number] | null;
}

/**
 * How many answers of each level of confidence are right. Turns that ended without an answer are left out, unless the
 * question has none: then they are right.
 * @example
 * calibrationOf(system.questions).find(({ level }) => level === 'high')?.right
 */
export function calibrationOf(
  turns: readonly Pick<TurnMeasures, 'confidence' | 'right' | 'completed' | 'unanswerable'>[],
): readonly CalibrationRow[] {
  const counted = turns.filter(
    ({ completed, right, unanswerable }) => right !== null && (completed || unanswerable),
  );
  return CONFIDENCE_LEVELS.map((level) => {
    const some = counted.filter(({ confidence }) => confidence === level);
    const right = some.filter((turn) => turn.right === true).length;
    return { level, answers: some.length, right, interval: wilson(right, some.length) };
  });
}

/** Wilson's score interval of a share, 95 %. */
function wilson(right: number, all: number): readonly [number, number] | null {
  if (all === 0) return null;
  const z = 1.96;
  const share = right / all;
  const center = (share + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))) / (1 + (z * z) / all);
  return [Math.max(0, center - half), Math.min(1, center + half)];
}
