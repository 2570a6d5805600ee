import type { Section, SectionStart } from '@quarry/turn';
import { titleOf } from './title';

/**
 * The sections that begin below the first line of a chunk, and not after its last; undefined without any. A
 * citation of the chunk is labelled with the one that contains the quoted lines.
 */
export function sectionsBelow(
  sections: readonly Section[],
  first: number,
  last: number,
): readonly SectionStart[] | undefined {
  const starts = sections
    .filter(({ level, startLine }) => level > 0 && startLine > first && startLine <= last)
    .map(({ id, startLine, titles }) => ({ line: startLine, id, title: titleOf(...titles) ?? '' }));
  return starts.length === 0 ? undefined : starts;
}
