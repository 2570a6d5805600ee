import { MONTH_NAMES } from '@quarry/turn';

/** A number in a text, with what it counts. */
export interface Quantity {
  readonly text: string;
  /** As written. */
  readonly value: number;
  /** Digits after the decimal point. */
  readonly decimals: number;
  /** What the unit measures; null without a known unit. */
  readonly measure: string | null;
  /** Values in the smallest unit of the measure; two for bytes, based on 1000 and on 1024. */
  readonly base: readonly number[];
  /** The word after it in lower case, unless it is a unit: what is counted. */
  readonly noun: string | null;
  /** True if the text marks it as approximate ("about"). */
  readonly rough: boolean;
}

/** The units of each measure: their names in texts, and their factors. */
const UNITS: Readonly<Record<string, readonly (readonly [string, ...number[]])[]>> = {
  time: [
    ['ms msec msecs millisecond milliseconds', 1],
    ['s sec secs second seconds', 1_000],
    ['min mins minute minutes', 60_000],
    ['h hr hrs hour hours', 3_600_000],
    ['d day days', 86_400_000],
    ['week weeks', 604_800_000],
  ],
  months: [
    ['month months', 1],
    ['quarter quarters', 3],
    ['year years', 12],
    ['decade decades', 120],
  ],
  size: [
    ['bit bits', 1 / 8, 1 / 8],
    ['b byte bytes', 1, 1],
    ['kb kib kilobyte kilobytes', 1e3, 1024],
    ['mb mib megabyte megabytes', 1e6, 1024 ** 2],
    ['gb gib gigabyte gigabytes', 1e9, 1024 ** 3],
    ['tb tib terabyte terabytes', 1e12, 1024 ** 4],
  ],
  share: [
    ['% percent', 1],
    ['‰', 0.1],
  ],
  length: [
    ['mm', 1],
    ['cm', 10],
    ['m metre metres meter meters', 1_000],
    ['km kilometre kilometres kilometer kilometers', 1e6],
  ],
  mass: [
    ['mg', 1],
    ['g gram grams', 1_000],
    ['kg kilogram kilograms', 1e6],
  ],
  dollars: [['$ usd dollar dollars', 1]],
  euros: [['€ eur euro euros', 1]],
  pounds: [['£ gbp', 1]],
  temperature: [['°c celsius', 1]],
  times: [['times', 1]],
};
const BY_NAME = new Map(
  Object.entries(UNITS).flatMap(([measure, units]) =>
    units.flatMap(([names, ...factors]) =>
      names.split(' ').map((name) => [name, { measure, factors }] as const),
    ),
  ),
);

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  thousands: 1e3,
  million: 1e6,
  millions: 1e6,
  mio: 1e6,
  billion: 1e9,
  billions: 1e9,
  bn: 1e9,
};
const WORDS = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen'
  )
    .split(' ')
    .map((word, value) => [word, value] as const),
);
'twenty thirty forty fifty sixty seventy eighty ninety'
  .split(' ')
  .forEach((word, at) => WORDS.set(word, 20 + 10 * at));
for (const [word, value] of Object.entries({ hundred: 100, once: 1, twice: 2, half: 0.5, dozen: 12 }))
  WORDS.set(word, value);
MONTH_NAMES.forEach((word, at) => WORDS.set(word, at + 1));

const MONTHS: ReadonlySet<string> = new Set(MONTH_NAMES);
const ROUGH =
  /(?:\b(?:about|around|approximately|roughly|almost|nearly|some|over|under|more than|less than|up to)\s|[~≈])\s*$/i;
const NUMBER =
  /(?<![\p{L}\p{N}_]|\d[.,])((?:US|AU?|CA?|HK|NZ|S)?\$\s?|[€£]\s?|USD\s|EUR\s|GBP\s)?((?:\d{1,3}(?:[,\u00A0\u202F'’_]\d{3})+|\d+(?:_\d+)*)(?:\.\d+)?)(?:st|nd|rd|th)?(?:[\s-]?(k|thousands?|millions?|mio|billions?|bn)(?![\p{L}\p{N}]))?(?:[\s-]?(%|‰|°[cC]|[$€£]|per cent|\p{L}+))?(?![\d_]|\.\d)/gu;
const WORD = /(?<![\p{L}\p{N}_])\p{L}+(?![\p{L}\p{N}_])/gu;

/** Whether a word is a unit: `MiB`, `seconds`. */
export function isUnit(word: string): boolean {
  return BY_NAME.has(word.toLowerCase());
}

/** The numbers of a text in digits, except parts of names (`utf8`, `v2`) and versions (`1.2.3`). */
export function quantitiesOf(text: string): Quantity[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const [whole, sign, digits = '', scale, word] = match;
    const plain = digits.replace(/[,_\u00A0\u202F'’]/g, '');
    const currency = sign?.trim().replace(/^[A-Z]+\$$/, '$');
    const unit = BY_NAME.get((currency ?? word ?? '').toLowerCase().replace('per cent', 'percent'));
    const value = Number(plain) * (SCALES[scale?.toLowerCase() ?? ''] ?? 1);
    return {
      text: (unit || word === undefined ? whole : whole.slice(0, whole.length - word.length)).trim(),
      value,
      decimals: plain.split('.')[1]?.length ?? 0,
      measure: unit?.measure ?? null,
      base: (unit?.factors ?? [1]).map((factor) => value * factor),
      noun: unit || word === undefined ? null : word.toLowerCase(),
      rough: ROUGH.test(text.slice(Math.max(0, match.index - 20), match.index)),
    };
  });
}

/** Numbers in words: `thirty days`, `twenty-five`, `twice`. Months count as numbers, because dates use both forms. */
export function spelledOut(text: string): Quantity[] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word,
    low: word.toLowerCase(),
    index,
  }));
  const found: Quantity[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = words[at];
    const value = first && WORDS.get(first.low);
    // The month, not the verb.
    if (!first || value === undefined || first.word === 'may') continue;
    const units = WORDS.get(words[at + 1]?.low ?? '');
    const compound = units !== undefined && value >= 20 && value < 100 && units > 0 && units < 10;
    if (compound) at += 1;
    const word = MONTHS.has(first.low) ? '' : (words[at + 1]?.low ?? '');
    const unit = word.length > 1 ? BY_NAME.get(word) : undefined;
    const whole = compound ? value + units : value;
    found.push({
      text: unit ? `${first.word} ${word}` : first.word,
      value: whole,
      decimals: 0,
      measure: unit?.measure ?? null,
      base: (unit?.factors ?? [1]).map((factor) => whole * factor),
      noun: unit || word === '' ? null : word,
      rough: false,
    });
  }
  return found;
}

/**
 * Whether `said` can denote the same quantity as `given`: format and unit may differ, an approximate number may deviate
 * by 5 %, and decimals may be rounded.
 */
export function agrees(said: Quantity, given: Quantity): boolean {
  if (said.measure !== null && given.measure !== null) {
    if (said.measure !== given.measure) return false;
    return said.base.some((a) => given.base.some((b) => near(a, b, said)));
  }
  if (near(said.value, given.value, said)) return true;
  // `timeoutMs = 5000` is 5 seconds: the unit is part of the name, or missing.
  if (given.measure === null && said.measure !== null && said.measure !== 'times')
    return inOtherUnit(said, given.value);
  return false;
}

function inOtherUnit(said: Quantity, value: number): boolean {
  if (said.measure === 'share') return near(said.value / 100, value, { rough: said.rough, decimals: 0 });
  const factors = (UNITS[said.measure ?? ''] ?? []).map(([, ...all]) => all);
  return factors.some((all) =>
    all.some((factor, at) =>
      near((said.base[at] ?? said.base[0] ?? NaN) / factor, value, { rough: said.rough, decimals: 0 }),
    ),
  );
}

function near(a: number, b: number, { rough, decimals }: Pick<Quantity, 'rough' | 'decimals'>): boolean {
  const distance = Math.abs(a - b);
  if (distance <= 1e-14 * Math.max(1, Math.abs(a))) return true;
  if (rough) return distance <= 0.05 * Math.abs(b);
  return decimals > 0 && Number(b.toFixed(decimals)) === a;
}
