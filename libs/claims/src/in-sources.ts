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

/** Whether a finding or calculation has that value, in any scale: `$5,298 million` for 5298 `millions_usd`. */
export function isStated({ text, rough }: Quantity, sources: readonly Source[]): boolean {
  const values = sources.flatMap((source) => source.values);
  if (values.length === 0) return false;
  return numbersIn(text).some((number) => values.some((value) => says(number, value, rough ? ROUGHLY : 0)));
}

export function hasQuantity(quantity: Quantity, facts: Facts, sources: readonly Source[]): boolean {
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
export function hasIdentifier(name: string, sources: readonly Source[]): boolean {
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
  return sources.some(
    ({ words, terms: there }) =>
      words.has(name.toLowerCase()) || (terms.length > 0 && terms.every((term) => there.has(term))),
  );
}

export function isQuoted(quotation: string, sources: readonly Source[]): boolean {
  const parts = flattened(quotation)
    .split(/\[?(?:…|\.\.\.)\]?/)
    .map((part) => bare(trimEndOf(part.trim(), '.,;:!?')));
  return sources.some((source) => parts.every((part) => source.bare.includes(part)));
}
