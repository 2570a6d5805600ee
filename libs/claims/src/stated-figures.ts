import { figuresAsked, labelFits, type NumberInText, numbersIn } from '@quarry/arithmetic';
import { queryTerms } from '@quarry/search-index';
import { DOWN, UP } from './derivations';
import { factsOf } from './facts';
import { yearsIn } from './operands';
import type { Source } from './passages';
import { CITATION } from './sentences';
import { says, type StatedValue } from './stated-values';
import type { Statement } from './statements';
import { type TableRuling, YEAR } from './table-cells';
import { CARRYING, COMPUTING, NEGATIONS, PRESENTING } from './words';

/** A figure of a sentence, and the value of a finding or calculation that it repeats. */
interface Stated {
  readonly figure: NumberInText;
  readonly value: StatedValue;
  readonly source: Source;
  /** The years in which its part of the sentence places it. */
  readonly said: readonly string[];
}

/** Words that bound a figure instead of stating it. */
const BOUNDS =
  /\b(?:more than|less than|over|under|above|below|at least|at most|up to|exceed\w*|nearly|almost)\b/i;
/** A year right behind a figure belongs to it: `$31 million in 2021`. */
const BEHIND =
  /^[\s,)*_]*(?:(?:in|for|during|as of|at the end of|fiscal|fy|the|year|ended)\s+){0,4}((?:19|20)\d\d)\b/i;

/**
 * Checks a sentence that repeats values of the findings and calculations that it cites: each figure is one of theirs,
 * with the year of its part of the sentence, and every other word is one of theirs. Null for other sentences.
 * @param isNamed whether the documents of the values name something
 */
export function ruleByStated(
  { body }: Statement,
  sources: readonly Source[],
  isNamed: (name: string) => boolean,
): TableRuling | null {
  const plain = body.replace(CITATION, ' ');
  if (
    BOUNDS.test(plain) ||
    plain
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.some((word) => NEGATIONS.has(word))
  )
    return null;
  const all = partsOf(body).flatMap((part) => statedIn(part, sources));
  if (all.length === 0 || all.includes(null)) return null;
  const stated = all.filter((one) => one !== null);
  if (areMixedUp(stated, plain)) return null;
  const other = stated.find(({ said, value }) => isOfAnotherYear(said, value));
  if (other)
    return {
      status: 'unsupported',
      why: `[${other.value.n}] is of ${yearsIn(other.value.label).join(', ')}, not of ${other.said.join(', ')}`,
      open: 'to a model',
    };
  const used = [...new Set(stated.map(({ source }) => source))];
  const { names } = factsOf(body);
  const name = names.find((one) => !isNamed(one));
  if (name !== undefined)
    return { status: 'unsupported', why: `'${name}' is not in ${marks(used)}`, open: 'to a model' };
  const why = `${marks(used)} ${used.length === 1 ? 'says' : 'say'} it`;
  const turned = stated.find((one) => isTurned(one, plain));
  if (turned) {
    const shown = turned.source.values[0]?.value ?? '';
    return {
      status: 'inferred',
      why: `[${turned.value.n}] gives ${shown}: its direction was not compared`,
      open: 'to a model',
    };
  }
  const lacking = lackingWord(without(names, plain), used, isNamed);
  if (lacking !== undefined)
    return {
      status: 'inferred',
      why: `${why}, but lack${used.length === 1 ? 's' : ''} '${lacking}'`,
      open: 'to a model',
    };
  return { status: 'supported', why, open: 'no' };
}

interface Part {
  readonly text: string;
  /** Numbers that its marks cite; empty for the end of a sentence without marks. */
  readonly cites: readonly number[];
}

/** The sentence in parts, each up to its marks: `$31 million in 2021 [3]`, ` and $45 million in 2023 [4]`. */
function partsOf(body: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: mark, index } of body.matchAll(CITATION)) {
    const text = body.slice(from, index);
    const cites = (mark.match(/\d+/g) ?? []).map(Number);
    const last = parts.at(-1);
    // `[8][9]` is one citation.
    if (last && !/[\p{L}\p{N}]/u.test(text))
      parts[parts.length - 1] = { text: last.text, cites: [...last.cites, ...cites] };
    else parts.push({ text, cites });
    from = index + mark.length;
  }
  const rest = body.slice(from);
  return /[\p{L}\p{N}]/u.test(rest) ? [...parts, { text: rest, cites: [] }] : parts;
}

/** The figures of a part with their values; null for one that no cited value has. */
function statedIn({ text, cites }: Part, sources: readonly Source[]): readonly (Stated | null)[] {
  const near = sources.filter(({ item }) => cites.includes(item.n));
  const figures = numbersIn(text).filter(({ kind }) => kind !== 'year');
  const years = [...new Set(text.match(YEAR) ?? [])];
  return figures.map((figure) => {
    const behind = BEHIND.exec(text.slice(figure.end))?.[1];
    const said = behind !== undefined ? [behind] : figures.length === 1 || years.length === 1 ? years : [];
    for (const some of [near, sources]) {
      const candidates = some.flatMap((source) =>
        source.values
          .filter((value) => says(figure, value))
          .map((value) => ({ figure, value, source, said })),
      );
      const [best] = candidates.toSorted(
        (a, b) => Number(isOfAnotherYear(said, a.value)) - Number(isOfAnotherYear(said, b.value)),
      );
      if (best) return best;
    }
    return null;
  });
}

function isOfAnotherYear(said: readonly string[], { label }: StatedValue): boolean {
  const own = yearsIn(label);
  return own.length > 0 && said.length > 0 && !own.some((year) => said.includes(year));
}

/** Whether two figures stand behind each other's words: their own are nearer to the other figure. */
function areMixedUp(stated: readonly Stated[], plain: string): boolean {
  const low = plain.toLowerCase();
  const place = ({ figure }: Stated): number => plain.indexOf(figure.text);
  const wordsOf = ({ value }: Stated): readonly string[] =>
    value.label.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return stated.some((one, at) =>
    stated.slice(at + 1).some((other) => {
      const [own, theirs] = [wordsOf(one), wordsOf(other)];
      const nearest = (words: readonly string[], to: number): number =>
        Math.min(
          ...words.flatMap((word) =>
            [...low.matchAll(new RegExp(word, 'g'))].map(({ index }) => Math.abs(index - to)),
          ),
        );
      const [mine, yours] = [
        own.filter((word) => !theirs.includes(word)),
        theirs.filter((word) => !own.includes(word)),
      ];
      if (mine.length === 0 || yours.length === 0) return false;
      const [a, b] = [place(one), place(other)];
      return nearest(yours, a) < nearest(mine, a) && nearest(mine, b) < nearest(yours, b);
    }),
  );
}

/** Whether a sentence calls the result of a subtraction an increase or a decrease, and its inputs do not show which. */
function isTurned({ value, source, figure }: Stated, plain: string): boolean {
  const [result, ...inputs] = source.values;
  if (source.item.kind !== 'calculation' || value !== result || !/ - /.test(source.item.text)) return false;
  const around = plain.slice(0, plain.indexOf(figure.text) + figure.text.length);
  const [up, down] = [UP.test(around), DOWN.test(around)];
  if (up === down) return false;
  const [first, second] = inputs.flatMap(({ label }) => yearsIn(label).slice(0, 1));
  if (first === undefined || second === undefined || first === second) return true;
  const rose = first > second === Number(result.value) > 0;
  return rose !== up;
}

/** A word of the sentence that none of its values has, in their words or as the usual name of their figure. */
function lackingWord(
  plain: string,
  used: readonly Source[],
  isNamed: (name: string) => boolean,
): string | undefined {
  const texts = used.map(({ item }) => item.text.replaceAll('_', ' '));
  const named = new Set([
    ...used.flatMap(({ terms }) => [...terms]),
    ...texts.flatMap((text) =>
      [...text.matchAll(/\bq([1-4])\b/gi)].flatMap(([, q = '']) => QUARTERS[q] ?? []),
    ),
    ...figuresAsked(plain).flatMap((figure) =>
      figure.kind === 'item' &&
      texts.some((text) => text.split('\n').some((line) => labelFits(figure.item, rowOf(line)) > 0))
        ? queryTerms(figure.phrase)
        : [],
    ),
  ]);
  return queryTerms(plain).find(
    (term) =>
      term.length > 1 &&
      !/^\d/.test(term) &&
      !CARRYING.has(term) &&
      !named.has(term) &&
      !PRESENTING.has(term) &&
      !COMPUTING.has(term) &&
      !isNamed(term),
  );
}

/** The names of the documents are known already; `PepsiCo` is also two words. */
function without(names: readonly string[], plain: string): string {
  return names.reduce((rest, name) => rest.replaceAll(name, ' '), plain).replace(/ [’']s\b/g, ' ');
}

const QUARTERS: Readonly<Record<string, readonly string[]>> = {
  1: queryTerms('first quarter'),
  2: queryTerms('second quarter'),
  3: queryTerms('third quarter'),
  4: queryTerms('fourth quarter'),
};

/** The label of a quoted row. */
function rowOf(line: string): string {
  return line.replace(/^"/, '').split(' | ')[0] ?? '';
}

function marks(sources: readonly Source[]): string {
  const all = sources.map(({ item }) => `[${item.n}]`);
  const last = all.at(-1) ?? '';
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${last}` : last;
}
