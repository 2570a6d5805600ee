import { inPlaceOf, isFact, type Alignment } from './align';
import type { Token } from './tokens';

/** Tokens of a passage that can stand in the place of one name. */
const MOST_IN_PLACE = 2;
/** Words besides names that a sentence in an author's own words has in common with its passage. */
const FEWEST_WORDS = 3;
/** Maximum share of those words that a sentence lacks if it was copied and its name replaced; one in any case. */
const COPIED = 0.15;
/** Minimum share of all tokens that a passage close to the sentence has. */
const NEAR = 0.45;

/** A sentence on the passage that has the most of it. */
export interface Laid {
  readonly tokens: readonly Token[];
  readonly alignment: Alignment;
  readonly passage: readonly Token[];
  /** Share (0..1) of the sentence's tokens in the passage or its head. */
  readonly share: number;
}

/**
 * True if a sentence with a name that its evidence lacks can say in other words what a passage says: they have enough
 * words in common, neither has the passage another name in the place of the missing one, nor does it say all the rest,
 * as of a sentence whose name was replaced.
 */
export function canBeOtherWords(name: string, laid: Laid): boolean {
  const { tokens, alignment, share } = laid;
  const words = tokens.flatMap((token, at) => (token.kind === 'function' || isFact(token) ? [] : [at]));
  const missing = words.filter((at) => alignment.missing.includes(at)).length;
  const copied = missing <= Math.max(1, COPIED * words.length);
  const enough = words.length - missing >= FEWEST_WORDS && share >= NEAR;
  return enough && !copied && nameInPlaceOf(name, laid) === undefined;
}

/** The name that the passage has where the sentence has one that it lacks. */
export function nameInPlaceOf(name: string, { tokens, alignment, passage }: Laid): Token | undefined {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}_$@]+/u);
  const at = alignment.missing.find((index) => parts.includes(tokens[index]?.text ?? ''));
  if (at === undefined) return undefined;
  const there = inPlaceOf(at, alignment, passage);
  return there.length > MOST_IN_PLACE
    ? undefined
    : there.find(({ kind }) => kind === 'name' || kind === 'code');
}
