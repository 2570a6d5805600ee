import type { EvidenceDto } from '@quarry/client';

/** The evidence of two turns, compared by the identity of the texts. */
export interface Overlap {
  readonly both: readonly EvidenceDto[];
  readonly onlyLeft: readonly EvidenceDto[];
  readonly onlyRight: readonly EvidenceDto[];
  /** Share (0..1) of all different texts that both found; null if neither found any. */
  readonly share: number | null;
}

export function overlapOf(left: readonly EvidenceDto[], right: readonly EvidenceDto[]): Overlap {
  const inLeft = new Set(left.map(({ id }) => id));
  const inRight = new Set(right.map(({ id }) => id));
  const both = left.filter(({ id }) => inRight.has(id));
  const all = new Set([...inLeft, ...inRight]).size;
  return {
    both,
    onlyLeft: left.filter(({ id }) => !inRight.has(id)),
    onlyRight: right.filter(({ id }) => !inLeft.has(id)),
    share: all === 0 ? null : both.length / all,
  };
}

/** Which of two numbers is lower, if lower is better; null if they are equal or one is unknown. */
export function lesser(left: number | null, right: number | null): 'left' | 'right' | null {
  if (left === null || right === null || left === right) return null;
  return left < right ? 'left' : 'right';
}
