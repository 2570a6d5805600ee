import { isExamplePath } from '@quarry/turn';
import { isProse } from './lines';
import type { ReadItem } from './read-item';
import { MOST_ITEMS, worthQuoting } from './worth-quoting';

/** Share of the best score from which documentation or an example comes before the implementation. */
const AS_GOOD = 0.5;
/** Pages that tell what changed in each version, in the words of every feature. */
const HISTORY = /(?:^|\/)(?:change(?:s|log)|history|news|release[-_ ]?notes?|releases)\b[^/]*$/i;

/**
 * The items that an answer about how to use something quotes: documentation and examples come before the
 * implementation.
 */
export function documentationFirst(items: readonly ReadItem[]): readonly ReadItem[] {
  const least = AS_GOOD * Math.max(0, ...items.map(({ score }) => score));
  const guides = items.filter(({ evidence, score }) => {
    const isGuide = isProse(evidence) ? !HISTORY.test(evidence.path) : isExamplePath(evidence.path);
    return isGuide && score >= least;
  });
  const others = items.filter((item) => !guides.includes(item));
  return [...worthQuoting(guides), ...worthQuoting(others)].slice(0, MOST_ITEMS);
}
