import { numbersIn, type NumberInText } from '@quarry/arithmetic';
import { calculationValues, findingValues, says, type StatedValue } from '@quarry/claims';
import {
  defined,
  trimEndOf,
  type Calculation,
  type Evidence,
  type Figure,
  type FigureSource,
  type Finding,
  type PagePlace,
  type Turn,
} from '@quarry/turn';
import type { AnswerNumber } from './answer-numbers';

/** The numbers of a text, and the digits of each. */
interface Stated {
  readonly values: readonly StatedValue[];
  readonly plain: ReadonlySet<string>;
}

/** Finds the sources of the numbers in an answer. */
export class FigureSources {
  readonly #findings: readonly StatedValue[];
  readonly #calculations: readonly StatedValue[];
  readonly #numbers = new Map<number, Stated>();

  constructor(
    readonly turn: Turn,
    /** Evidence numbers that the answer cites anywhere. */
    readonly cited: readonly number[],
  ) {
    this.#findings = findingValues(turn);
    this.#calculations = calculationValues(turn);
  }

  /** The number with its source: from the sentence's citations, any finding, any calculation, or cited evidence. */
  figureOf(written: AnswerNumber): Figure | null {
    const { number } = written;
    const n =
      this.#among(
        [...this.#findings, ...this.#calculations].filter((one) => written.cites.includes(one.n)),
        written,
      ) ??
      this.#among(this.#findings, written) ??
      this.#among(this.#calculations, written) ??
      this.#inText(written);
    // A year that is not a value is a date and has no source.
    if (n === null && number.kind === 'year') return null;
    const { text, start, end } = number;
    return { text, start, end, source: n === null ? null : this.#sourceOf(n, number) };
  }

  /** The best matching value: exact values before rounded ones, then the value whose label shares the most words. */
  #among(values: readonly StatedValue[], { number, sentence }: AnswerNumber): number | null {
    const low = sentence.toLowerCase();
    const scored = values
      .filter((value) => says(number, value))
      .map((value) => ({ value, score: (isExact(number, value) ? 100 : 0) + sharedWords(value.label, low) }));
    return scored.toSorted((a, b) => b.score - a.score)[0]?.value.n ?? null;
  }

  /** Evidence whose text contains the number: cited by the sentence, by the answer, or of a finding. */
  #inText({ number, cites }: AnswerNumber): number | null {
    if (number.kind === 'year') return null;
    const findings = this.turn.findings?.map(({ n }) => n) ?? [];
    const plain = plainOf(number.value);
    for (const group of [cites, this.cited, findings]) {
      const found =
        group.find((n) => this.#stated(n).plain.has(plain)) ??
        group.find((n) => this.#stated(n).values.some((value) => says(number, value)));
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The numbers of a piece of evidence, read once. */
  #stated(n: number): Stated {
    const known = this.#numbers.get(n);
    if (known) return known;
    const text = this.turn.evidence.find((item) => item.n === n)?.text ?? '';
    const values = numbersIn(text).map((number) => ({
      n,
      label: '',
      value: number.value,
      ...unitOf(number),
    }));
    const stated = { values, plain: new Set(values.map(({ value }) => plainOf(value))) };
    this.#numbers.set(n, stated);
    return stated;
  }

  #sourceOf(n: number, number: NumberInText): FigureSource | null {
    const item = this.turn.evidence.find((candidate) => candidate.n === n);
    const finding = this.turn.findings?.find((candidate) => candidate.n === n);
    if (finding) return sourceOfFinding(finding);
    const calculation = this.turn.calculations?.find((candidate) => candidate.n === n);
    if (calculation)
      return {
        kind: 'calculation',
        n,
        path: item?.path ?? '',
        ...this.#sectionOf(item),
        places: distinct(this.#placesOf(calculation)),
      };
    if (!item) return null;
    return { kind: 'evidence', n, path: item.path, ...this.#sectionOf(item), places: pageWith(number, item) };
  }

  #placesOf({ inputs }: Calculation): readonly PagePlace[] {
    return inputs.flatMap(({ n }) => {
      const finding = this.turn.findings?.find((candidate) => candidate.n === n);
      if (finding) return placesOfFinding(finding);
      // An earlier calculation has a lower number, so the recursion ends.
      const earlier = this.turn.calculations?.find((candidate) => candidate.n === n);
      return earlier ? this.#placesOf(earlier) : [];
    });
  }

  #sectionOf(item: Evidence | undefined): Pick<FigureSource, 'section' | 'sectionTitle'> {
    if (item?.section === undefined) return {};
    const title =
      this.turn.outline?.sections.find(({ id }) => id === item.section)?.title ??
      this.turn.findings?.find(({ section }) => section === item.section)?.sectionTitle;
    return { section: item.section, ...defined({ sectionTitle: title }) };
  }
}

/** The page of a number in a text; empty if unknown. */
function pageWith(number: NumberInText, { text, startLine, pages = [] }: Evidence): readonly PagePlace[] {
  if (pages.length <= 1) return pages;
  const plain = plainOf(number.value);
  const own = numbersIn(text).find(({ value }) => plainOf(value) === plain);
  if (!own || pages.some(({ line }) => line === undefined)) return [];
  const at = startLine + text.slice(0, own.start).split('\n').length - 1;
  return pages.filter(({ line = 0 }) => line <= at).slice(-1);
}

function sourceOfFinding(finding: Finding): FigureSource {
  const { n, path, section, sectionTitle } = finding;
  return { kind: 'finding', n, path, section, sectionTitle, places: placesOfFinding(finding) };
}

function placesOfFinding({ place, page }: Finding): readonly PagePlace[] {
  if (place) return [place];
  return page === undefined ? [] : [{ page, box: null }];
}

function distinct(places: readonly PagePlace[]): readonly PagePlace[] {
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

/** The unit next to the number in the text. Without one, a heading may still give it. */
function unitOf({ kind, scale }: NumberInText): { readonly unit?: string } {
  if (kind === 'percent') return { unit: 'percent' };
  const unit = { 3: 'thousand', 6: 'million', 9: 'billion', 12: 'trillion' }[scale];
  return unit === undefined ? {} : { unit };
}

function isExact(number: NumberInText, { value }: Pick<StatedValue, 'value'>): boolean {
  return plainOf(number.value) === plainOf(value);
}

/** Digits without sign and trailing zeros, so that equal numbers have equal text. */
function plainOf(value: string): string {
  const digits = value.replace('-', '');
  if (!digits.includes('.')) return digits;
  const kept = trimEndOf(digits, '0');
  return trimEndOf(kept, '.');
}

function sharedWords(label: string, sentence: string): number {
  const words = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => sentence.includes(word)).length;
}
