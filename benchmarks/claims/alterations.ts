import { oneOf, type Seed } from './labelled.ts';

/** Changes one thing of a sentence, so that its evidence no longer supports it; null if it has no such thing. */
export type Alteration = (seed: Seed, random: () => number) => string | null;

const YEAR = /(?<![\d.,$-])(?:19|20)\d\d(?![\d,%]|\.\d)/g;
const NUMBER =
  /(?<![\p{L}\p{N}_.,$€£-])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\p{L}\p{N}_.,-])\d+(?:\.\d+)?(?![\p{L}\p{N}_]|[.,]\d)/gu;
const NAME = /(?<![.!?:“"(] |^|[\p{L}\p{N}_-])\p{Lu}[\p{Ll}\p{N}]{2,}(?: \p{Lu}[\p{Ll}\p{N}]+)*/gu;
const IDENTIFIER =
  /(?<![\p{L}\p{N}_.])(?:[a-z]+_[a-z_]+|[a-z]+[A-Z]\w+|[A-Z]\w*[a-z]\w*[A-Z]\w*)(?![\p{L}\p{N}_])/gu;
const NEGATED = /\b(?:not|never|no|neither|nor|without|cannot|nothing|none)\b|n['’]t\b/i;

const pairs = (text: string): readonly (readonly [string, string])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' / '))
    .map(([a = '', b = '']) => [a, b]);

const SIGNS = pairs(`
  increased / decreased
  increase / decrease
  increases / decreases
  rose / fell
  grew / shrank
  higher / lower
  gain / loss
  gains / losses
  income / loss
  positive / negative
  above / below
  more than / less than
  upward / downward
  improved / worsened
  expanded / contracted
  enabled / disabled
  enable / disable
  before / after
  maximum / minimum
  largest / smallest
  first / last
  stronger / weaker`);
const QUANTIFIERS = pairs(`
  all / some
  every / no
  always / sometimes
  must / may
  at least / at most
  both / neither
  most / few
  only / also
  many / few
  each / no
  can / must
  may / must
  some / all
  several / all`);
const UNITS = pairs(`
  seconds / minutes
  minutes / hours
  hours / days
  days / weeks
  months / years
  years / months
  weeks / months
  milliseconds / seconds
  ms / s
  MB / GB
  GB / TB
  KB / MB
  kg / g
  mg / g
  mm / cm
  km / m
  percent / basis points
  dollars / euros
  patients / studies
  bytes / bits`);
const SCALES = pairs(`
  million / billion
  billion / million
  thousand / million
  millions / thousands
  thousands / millions`);

/** Replaces one occurrence of one word of a pair with the other. */
function swapped(list: readonly (readonly [string, string])[], both: boolean, before = ''): Alteration {
  const ways = both ? [...list, ...list.map(([a, b]) => [b, a] as const)] : list;
  return ({ sentence }, random) => {
    const fitting = ways.filter(([from]) => new RegExp(`${before}\\b${from}\\b`).test(sentence));
    const way = oneOf(fitting, random);
    return way
      ? sentence.replace(new RegExp(`(${before})\\b${way[0]}\\b`), (_all, lead: string) => `${lead}${way[1]}`)
      : null;
  };
}

/** All matches of a pattern in the evidence that the sentence does not have. */
function othersOf(pattern: RegExp, { sentence, evidence }: Seed): string[] {
  const all = evidence.flatMap(({ text }) => text.match(pattern) ?? []);
  return [...new Set(all)].filter((found) => !sentence.includes(found) && !found.includes(sentence));
}

function replaceOne(
  sentence: string,
  pattern: RegExp,
  random: () => number,
  by: (found: string) => string | undefined,
): string | null {
  const matches = [...sentence.matchAll(pattern)];
  const match = oneOf(matches, random);
  const other = match && by(match[0]);
  if (!match || other === undefined || other === match[0]) return null;
  return sentence.slice(0, match.index) + other + sentence.slice(match.index + match[0].length);
}

const year: Alteration = (seed, random) =>
  replaceOne(seed.sentence, YEAR, random, (found) =>
    random() < 0.6 ? oneOf(othersOf(YEAR, seed), random) : String(Number(found) + (random() < 0.5 ? -1 : 1)),
  );

/** A number with one other digit, or another number of the same evidence. */
const quantity: Alteration = (seed, random) =>
  replaceOne(seed.sentence, NUMBER, random, (found) => {
    if (/^(?:19|20)\d\d$/.test(found)) return undefined;
    const others = othersOf(NUMBER, seed).filter(
      (one) => !/^(?:19|20)\d\d$/.test(one) && Number(one) !== Number(found),
    );
    if (random() < 0.5 && others.length > 0) return oneOf(others, random);
    const at = found.search(/[1-9]/);
    if (at < 0) return undefined;
    const digit = (Number(found.charAt(at)) % 9) + 1;
    return found.slice(0, at) + String(digit) + found.slice(at + 1);
  });

/** Capitalised words that begin a sentence or name a part of a document rather than a thing. */
const NO_NAME =
  /^(?:The|This|These|That|Those|In|On|At|For|If|When|While|As|We|Our|It|Its|They|There|An?|To|By|From|With|And|Or|But|No|Not|All|Any|Each|See|Part|Item|Note|Table|Abort|Other|Such|Under|During|After|Before|However|January|February|March|April|May|June|July|August|September|October|November|December)\b/;
/** Another name of the same evidence. */
const entity: Alteration = (seed, random) =>
  replaceOne(seed.sentence, NAME, random, (found) =>
    NO_NAME.test(found)
      ? undefined
      : oneOf(
          othersOf(NAME, seed).filter((one) => !NO_NAME.test(one)),
          random,
        ),
  );

const FAR = ['Northwind', 'Halvorsen', 'Cascadia', 'Pemberton', 'Zephyr', 'Brightwater', 'Okonkwo', 'Lisbon'];
/** A name that the evidence does not have. */
const name: Alteration = (seed, random) => replaceOne(seed.sentence, NAME, random, () => oneOf(FAR, random));

/** Another identifier of the same evidence, or one with a letter less. */
const identifier: Alteration = (seed, random) =>
  replaceOne(seed.sentence, IDENTIFIER, random, (found) =>
    random() < 0.6 ? oneOf(othersOf(IDENTIFIER, seed), random) : found.slice(0, -1),
  );

const negation: Alteration = ({ sentence }) => {
  if (NEGATED.test(sentence)) {
    const positive = sentence
      .replace(/\b(is|are|was|were|has|have|had|will|would|can|could|should|must|may) not\b/, '$1')
      .replace(/\bcannot\b/, 'can');
    return positive === sentence || NEGATED.test(positive) ? null : positive;
  }
  const negative = sentence.replace(
    /\b(is|are|was|were|will|would|can|could|should|must|may|has been|have been)\b/,
    '$1 not',
  );
  return negative === sentence ? null : negative;
};

/** Two names, identifiers or numbers change places. "A and B" stays what it was. */
const roles: Alteration = ({ sentence }, random) => {
  for (const pattern of random() < 0.5 ? [NAME, IDENTIFIER, NUMBER] : [NUMBER, IDENTIFIER, NAME]) {
    const [a, b, ...more] = [...sentence.matchAll(pattern)];
    if (!a || !b || more.length > 2 || a[0] === b[0]) continue;
    const between = sentence.slice(a.index + a[0].length, b.index);
    if (/^[\s,]*(?:and|or|&|\/|,)?\s*$/.test(between) || between.trim().length < 3) continue;
    // Around "and" alone the two may be equal parts of a list.
    if (/\b(?:and|or|between|plus)\b/.test(between) && pattern !== NUMBER) continue;
    if (/\b(?:with|equals?|same as|versus|vs)\b/.test(between)) continue;
    return sentence.slice(0, a.index) + b[0] + between + a[0] + sentence.slice(b.index + b[0].length);
  }
  return null;
};

export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  year,
  quantity,
  unit: swapped(UNITS, false, '(?<=\\d[ -]?)'),
  scale: swapped(SCALES, false, '(?<=\\d )'),
  sign: swapped(SIGNS, true),
  entity,
  name,
  negation,
  quantifier: swapped(QUANTIFIERS, false),
  identifier,
  roles,
};

/** Kinds in which a number is wrong: the goal for them is stricter. */
export const NUMERIC: readonly string[] = [
  'year',
  'quantity',
  'unit',
  'scale',
  'column',
  'row',
  'cell sign',
  'derived',
];
