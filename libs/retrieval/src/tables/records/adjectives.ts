import type { Column } from './columns';
import type { Word } from './question-words';
import { ADJECTIVES, canonical } from './synonyms';

/** The column of numbers that an adjective compares by, if only one can be meant: `age` for `oldest`. */
export function comparedBy(word: Word | undefined, columns: readonly Column[]): Column | undefined {
  const stems = ADJECTIVES.get(word?.lower ?? '')?.stems ?? [];
  const found = columns.filter(
    ({ short: [own = '', ...more], isNumeric }) =>
      isNumeric && more.length === 0 && stems.includes(canonical(own)),
  );
  return found.length === 1 ? found[0] : undefined;
}
