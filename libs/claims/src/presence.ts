import { numbersIn } from '@quarry/arithmetic';
import { queryTerms } from '@quarry/search-index';
import { trimEndOf } from '@quarry/turn';
import { beginsVersion } from './contradiction';
import type { Facts } from './facts';
import { bare, flattened, type Source } from './passages';
import { agrees, type Quantity } from './quantities';
import { says } from './stated-values';

/** Relative tolerance of an approximate number, the same as for other quantities. */
const ROUGHLY = 0.05;

/** What of a sentence no source contains. */
export interface Missing {
  readonly quantities: readonly Quantity[];
  /** Numbers, code names and quotations, as they are shown. */
  readonly texts: readonly string[];
  /** A model can overrule it if all of it are numbers, and the sentence is about code: they may be counted or computed. */
  readonly open: 'no' | 'to a model';
}

/** Numbers, code names and quotations that no source contains. */
export function missingFirmly(facts: Facts, sources: readonly Source[]): Missing {
  const quantities = facts.quantities.filter((quantity) => !hasQuantity(quantity, facts, sources));
  const others = [
    ...facts.identifiers.filter((name) => !hasIdentifier(name, sources)).map((name) => `\`${name}\``),
    ...facts.quotations
      .filter((quotation) => !isQuoted(quotation, sources))
      .map((quotation) => `"${quotation}"`),
  ];
  // Seven methods may be a list of seven, and 32 seconds a sum: that is for a reader of the code to tell.
  const isOfCode = sources.some(({ passages }) => passages.some(({ prose }) => !prose));
  return {
    quantities,
    texts: [...quantities.map(({ text }) => `'${text}'`), ...others],
    open: others.length === 0 && isOfCode ? 'to a model' : 'no',
  };
}

/**
 * The facts without the numbers that a finding or a calculation states. The format of a number in its text then neither
 * contradicts the sentence nor lowers its share of terms.
 */
export function withoutStated(facts: Facts, sources: readonly Source[]): Facts {
  const stated = facts.quantities.filter((quantity) => isStated(quantity, sources));
  return {
    ...facts,
    quantities: facts.quantities.filter((quantity) => !stated.includes(quantity)),
    plain: without(stated, facts.plain),
    inPlace: without(stated, facts.inPlace),
  };
}

function without(quantities: readonly Quantity[], text: string): string {
  return quantities.reduce((rest, { text: number }) => rest.replace(number, ' '), text);
}

/** Whether a finding or calculation has that value, in any scale: `$5,298 million` for 5298 `millions_usd`. */
function isStated({ text, rough }: Quantity, sources: readonly Source[]): boolean {
  const values = sources.flatMap((source) => source.values);
  if (values.length === 0) return false;
  return numbersIn(text).some((number) => values.some((value) => says(number, value, rough ? ROUGHLY : 0)));
}

function hasQuantity(quantity: Quantity, facts: Facts, sources: readonly Source[]): boolean {
  if (isStated(quantity, sources)) return true;
  return sources.some(({ item, quantities }) => {
    const line =
      /\blines?\b/i.test(facts.plain) && quantity.value >= item.startLine && quantity.value <= item.endLine;
    const page =
      /\bpages?\b/i.test(facts.plain) && item.pages?.some((place) => place.page === quantity.value) === true;
    return (
      line ||
      page ||
      beginsVersion(quantity.text, item.text) ||
      quantities.some((given) => agrees(quantity, given))
    );
  });
}

/** Finds a name literally or by its parts: `Invoices.Cancel` matches a class `Invoices` with a method `Cancel`. */
function hasIdentifier(name: string, sources: readonly Source[]): boolean {
  const flat = flattened(name).replace(/\(\)$/, '');
  if (sources.some((source) => source.flat.includes(flat) && flat.length > 2)) return true;
  const parts = name.toLowerCase().match(/[\p{L}\p{N}_$@]+\*?/gu) ?? [];
  return parts.every((part) =>
    sources.some(({ words, quantities }) => {
      if (part.endsWith('*')) return [...words].some((word) => word.startsWith(part.slice(0, -1)));
      return (
        words.has(part) || (/^\d+$/.test(part) && quantities.some(({ value }) => value === Number(part)))
      );
    }),
  );
}

export function hasName(name: string, sources: readonly Source[]): boolean {
  const terms = queryTerms(name);
  const plain = lettersOf(name);
  return sources.some(
    ({ words, terms: there, item }) =>
      words.has(name.toLowerCase()) ||
      (terms.length > 0 && terms.every((term) => there.has(term))) ||
      (isOfDocument(item) && plain.length >= SHORTEST_NAME && lettersOf(item.path).includes(plain)),
  );
}

/** `BESTBUY_2024Q2_10Q.pdf` is a report of Best Buy. */
const SHORTEST_NAME = 3;

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Findings and calculations hold a value, and neither the name of the company nor that of the report. */
function isOfDocument({ kind }: Source['item']): boolean {
  return kind === 'finding' || kind === 'calculation';
}

/** What was read of the documents that findings and calculations are of. */
export function sameDocuments(sources: readonly Source[], all: readonly Source[]): readonly Source[] {
  const keyOf = ({ item }: Source): string => `${item.path}\n${item.document ?? ''}`;
  const of = new Set(sources.filter(({ item }) => isOfDocument(item)).map(keyOf));
  return of.size === 0 ? [] : all.filter((source) => of.has(keyOf(source)) && !isOfDocument(source.item));
}

function isQuoted(quotation: string, sources: readonly Source[]): boolean {
  const parts = flattened(quotation)
    .split(/\[?(?:…|\.\.\.)\]?/)
    .map((part) => bare(trimEndOf(part.trim(), '.,;:!?')));
  return sources.some((source) => parts.every((part) => source.bare.includes(part)));
}
