import { type NumberInText, numbersIn } from '@quarry/arithmetic';
import type { Ruling } from './ruling';
import type { Source } from './passages';
import { SPACED_CITATION } from './sentences';
import { says } from './stated-values';
import type { Statement } from './statements';

/**
 * A ruling in favour of a sentence, unless it rests on a finding that must not be relied on: the sentence then says no
 * more than the model's own finding. A figure that another source states as well keeps its support.
 */
export function withDoubt(statement: Statement, sources: readonly Source[], ruling: Ruling): Ruling {
  if (ruling.status !== 'supported' && ruling.status !== 'inferred') return ruling;
  const figures = numbersIn(statement.body.replace(SPACED_CITATION, ''));
  const doubtful = sources.find((source) => restsOn(source, statement, figures, sources, ruling));
  if (!doubtful?.doubt) return ruling;
  const { status, why } = doubtful.doubt;
  return { ...ruling, status, why, open: 'no' };
}

function restsOn(
  source: Source,
  { cites }: Statement,
  figures: readonly NumberInText[],
  sources: readonly Source[],
  { why }: Ruling,
): boolean {
  if (!source.doubt) return false;
  const { n } = source.item;
  // A value that is a text, or a page that says another thing: whatever cites it has no more than that.
  if (source.doubt.status !== 'unchecked' && (cites.includes(n) || why.startsWith(`[${n}]`))) return true;
  const own = figures.filter((figure) => isStatedBy(source, figure));
  const others = sources.filter((other) => other !== source && !other.doubt);
  return own.some((figure) => !others.some((other) => isStatedBy(other, figure)));
}

function isStatedBy({ values }: Source, figure: NumberInText): boolean {
  return values.some((value) => says(figure, value));
}
