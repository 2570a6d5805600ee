import { defined } from '../record/defined';
import type { Evidence } from '../evidence/evidence';
import type { Answer, Citation } from './answer';
import { canonicalMarks } from './canonical-marks';
import { readMarks } from './read-marks';
import { sectionCited } from './section-cited';
import { whereaboutsOf } from '../evidence/whereabouts';

/** Evidence numbers that a text cites, in order of first use. Marks inside code (fences, back-ticks) are text, not citations. */
export function citationMarks(text: string): number[] {
  return [...new Set(readMarks(text).flatMap(({ numbers }) => numbers))];
}

/** Where a text cites: each number of each mark, with the mark's characters (the end excluded), in order. */
export function citationPlaces(
  text: string,
): readonly { readonly n: number; readonly start: number; readonly end: number }[] {
  return readMarks(text).flatMap(({ numbers, start, end }) => numbers.map((n) => ({ n, start, end })));
}

/** Takes numbers out of marks that `known` does not hold, and says which; marks that stay are canonical: `[1]`, `[1, 3]`. */
export function removeUnknownCitations(
  text: string,
  known: ReadonlySet<number>,
): { readonly text: string; readonly removed: readonly string[] } {
  const { text: cleaned, removed } = canonicalMarks(text, known);
  return { text: cleaned, removed };
}

/**
 * An answer whose every mark is canonical and points at evidence, of whatever pass: unknown ones are taken out and reported, the others become citations.
 * What was reported before stays reported.
 */
export function checkCitations(answer: Answer, evidence: readonly Evidence[]): Answer {
  const byNumber = new Map(evidence.map((item) => [item.n, item]));
  const { text, removed, removedMarks } = canonicalMarks(answer.english, new Set(byNumber.keys()));
  const citations = citationMarks(text).flatMap((n) => {
    const item = byNumber.get(n);
    return item ? [citationOf(item, text)] : [];
  });
  return {
    ...answer,
    english: text,
    text,
    citations,
    removedCitations: [...answer.removedCitations, ...removed],
    removedMarks: [...(answer.removedMarks ?? []), ...removedMarks],
  };
}

function citationOf(item: Evidence, answer: string): Citation {
  const { n, pass, commit, symbol, url } = item;
  const { section, title } = sectionCited(item, answer);
  return {
    n,
    ...whereaboutsOf(item),
    pass,
    ...defined({ section, commit, symbol, url, title }),
  };
}
