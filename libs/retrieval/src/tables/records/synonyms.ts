import { stem } from '@quarry/search-index';

/**
 * Words for one thing, which heads, values and questions use in turn. Synonyms, derived forms and irregular plurals are
 * those of WordNet 3.1 (synsets, "derivationally related form"); abbreviations are those that heads of published tables
 * have. A word is in one line at most. Not here: words that are close but not the same (`income`, `revenue`).
 */
const SAME = `
woman women female females
man men male males
child children kid kids
person people persons
die died dies dead death deaths
kill killed kills
survive survived survivor survivors alive
injure injured injury injuries
write written wrote writer writers
win won wins winner
lose lost loses loss losses
sell sold sells sale sales
buy bought buys purchase purchases
drive drove driven driver
speed speeding
grow grown grew growth
strike struck strikes
generate generated generation
temperature temp temperatures
maximum max
minimum min
average avg mean
quantity qty
magnitude mag
weight wt
latitude lat
longitude lon lng
horsepower hp
percent pct percentage
department dept
population pop
price prices
premium premiums
`;

/**
 * Adjectives with the columns that they compare by: which end, the columns, then superlative, comparative and, behind
 * `how`, positive: `the oldest`, `older than 30`, `how old` are of `age`.
 */
const COMPARED = `
max age : oldest older old
min age : youngest younger
max weight : heaviest heavier heavy
min weight : lightest lighter
max height : tallest taller tall
max length duration : longest longer long
min length duration : shortest shorter
max depth : deepest deeper deep
min depth : shallowest shallower
max speed : fastest faster fast
min speed : slowest slower
max temperature : hottest hotter hot
max temperature : warmest warmer
min temperature : coldest colder cold
min price cost : cheapest cheaper
max income : richest richer
max income : wealthiest wealthier
`;

const CANONICAL: ReadonlyMap<string, string> = new Map(
  lines(SAME).flatMap(([first = '', ...others]) =>
    [first, ...others].map((word): [string, string] => [stem(word), stem(first)]),
  ),
);

/** The stem that stands for all words of the same meaning. */
export function canonical(own: string): string {
  return CANONICAL.get(own) ?? own;
}

/** An adjective: which end its superlative asks for, and the words of the columns that it may compare by. */
export interface Adjective {
  readonly operation: 'max' | 'min';
  readonly form: 'superlative' | 'comparative' | 'positive';
  readonly stems: readonly string[];
}

const FORMS = ['superlative', 'comparative', 'positive'] as const;

export const ADJECTIVES: ReadonlyMap<string, Adjective> = new Map(
  lines(COMPARED).flatMap(([end, ...words]) => {
    const heads = words.slice(0, words.indexOf(':'));
    const stems = heads.map((head) => canonical(stem(head)));
    return words
      .slice(heads.length + 1)
      .map((word, at): [string, Adjective] => [
        word,
        { operation: end === 'min' ? 'min' : 'max', form: FORMS[at] ?? 'positive', stems },
      ]);
  }),
);

/** Words of a head that add nothing to what it names: `beer_servings`, `total_bill`, `Airport Name`. */
export const GENERIC_HEADS: ReadonlySet<string> = new Set(
  'serving servings count number num amount total value name qty level'.split(' ').map(stem),
);

function lines(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}
