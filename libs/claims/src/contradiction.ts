import { documentTerms, queryTerms } from '@quarry/search-index';
import type { Facts } from './facts';
import type { Passage, Source } from './passages';
import { OPPOSITES } from './words';
import { quantitiesIn } from './computed-quantities';
import { agrees, spelledOut, type Quantity } from './quantities';

/** Minimum share of the sentence's terms in a passage about the same subject, whose number is compared. */
const SAME_SUBJECT = 0.65;
/** The same, if the number occurs elsewhere in the evidence: nearly all other terms must match. */
const SAME_WORDS = 0.95;
/** For a negation, most terms of both sentences must match: "does not …, unless …" does not contradict. */
const SAME_SENTENCE = 0.75;
/** Minimum terms for comparing the subjects of two sentences. */
const LEAST_TERMS = 2;

const NEGATION = /\b(?:not|never|no|cannot|without|neither|nor|nobody|nothing)\b|n['’]t\b/i;

/**
 * Why the evidence contradicts the sentence, or null. Conservative: a passage must be about the same subject and state
 * another number, or be the same sentence except for a negation or an opposite.
 */
export function contradictionIn(
  facts: Facts,
  sources: readonly Source[],
  missing: readonly Quantity[],
): string | null {
  const terms = queryTerms(facts.plain).filter((term) => !/^\d/.test(term));
  if (terms.length < LEAST_TERMS) return null;
  const passages = sources.flatMap((source) => source.passages);
  const other = otherNumber(facts, terms, passages, missing);
  if (other !== null) return other;
  const same = passages.filter(({ prose, text }) => prose && isSameSentence(terms, text, SAME_SENTENCE));
  if (same.length === 0) return null;
  const denied = same.find(({ text }) => NEGATION.test(text) !== NEGATION.test(facts.plain));
  const affirmed = same.some(
    ({ text }) => NEGATION.test(text) === NEGATION.test(facts.plain) && !opposite(facts.plain, text),
  );
  if (denied && !affirmed) return `[${denied.n}] says the opposite: ${shortened(denied.text)}`;
  const opposed = same.find(({ text }) => opposite(facts.plain, text));
  return opposed && !affirmed ? `[${opposed.n}] says the opposite: ${shortened(opposed.text)}` : null;
}

/** The number that a passage has in place of one in the sentence. */
function otherNumber(
  facts: Facts,
  terms: readonly string[],
  passages: readonly Passage[],
  missing: readonly Quantity[],
): string | null {
  const words = terms.filter((term) => spelledOut(term).length === 0);
  const near = passages.map((passage) => ({
    passage,
    share: words.filter((term) => passage.terms.has(term)).length / Math.max(1, words.length),
    given: quantitiesIn(passage.text, !passage.prose),
  }));
  for (const said of facts.quantities) {
    if (passages.some(({ text }) => beginsVersion(said.text, text))) continue;
    // A number that occurs elsewhere in the evidence may be right, unless the same sentence occurs with another number.
    const least = missing.includes(said) ? SAME_SUBJECT : SAME_WORDS;
    const about = near.filter(({ share }) => share >= least);
    if (about.some(({ given }) => given.some((quantity) => agrees(said, quantity)))) continue;
    for (const { passage, given } of about) {
      const meant = inPlaceOf(said, given, facts.quantities);
      if (meant && (passage.prose || isNamed(said, meant, passage.text, facts)))
        return `[${passage.n}] has '${meant.text}' instead of '${said.text}'`;
    }
  }
  return null;
}

/** Whether a number is the beginning of a version: `18.12` of `18.12.1`. */
export function beginsVersion(number: string, text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(number) && text.includes(`${number}.`) && versions(text, number);
}

function versions(text: string, number: string): boolean {
  return (text.match(/(?<![\d.])\d+(?:\.\d+){2,}/g) ?? []).some((version) =>
    version.startsWith(`${number}.`),
  );
}

/** The number of the same thing: by its unit, by the noun after it, or as the only one that the sentence lacks. */
function inPlaceOf(
  said: Quantity,
  given: readonly Quantity[],
  all: readonly Quantity[],
): Quantity | undefined {
  const alike = given.filter(
    (quantity) => quantity.measure === said.measure && !all.some((other) => agrees(other, quantity)),
  );
  const same =
    said.measure !== null ? alike[0] : alike.find(({ noun }) => noun !== null && noun === said.noun);
  return same ?? (alike.length === 1 ? alike[0] : undefined);
}

/** Code has many numbers: one speaks against another only by its unit, or behind a name of the sentence: `retries = 5`. */
function isNamed(said: Quantity, meant: Quantity, text: string, { identifiers, plain }: Facts): boolean {
  if (meant.measure !== null) return true;
  const words = documentTerms(`${plain} ${identifiers.join(' ')}`);
  const number = meant.text.replace(/[^\d._]/g, '').replaceAll('.', '\\.');
  const isPlace = /\blines?\b/i.test(plain) && new RegExp(`(?:\\blines? |:)${number}(?!\\d)`).test(text);
  if (isPlace) return true;
  const names = [
    ...text.matchAll(
      new RegExp(
        `(?<![\\p{L}\\p{N}_$])([\\p{L}_$][\\p{L}\\p{N}_$]*)["'\`]?\\s*(?::\\s*[\\w<>| ]{1,40})?(?:=|:|\\()\\s*${number}(?![\\d.])`,
        'gu',
      ),
    ),
  ];
  const counted = said.noun === null ? [] : [...documentTerms(said.noun)];
  return names.some(([, name = '']) => {
    const own = documentTerms(name);
    return [...own].every((term) => words.has(term)) && counted.every((term) => own.has(term));
  });
}

function isSameSentence(terms: readonly string[], text: string, least: number): boolean {
  const opposites = new Set(OPPOSITES.flat().flatMap((word) => [...documentTerms(word)]));
  const own = terms.filter((term) => !opposites.has(term));
  const theirs = queryTerms(text).filter((term) => !opposites.has(term));
  if (own.length < LEAST_TERMS || theirs.length < LEAST_TERMS) return false;
  const both = own.filter((term) => theirs.includes(term)).length;
  return both / own.length >= least && both / theirs.length >= least;
}

function opposite(a: string, b: string): boolean {
  const [own, theirs] = [documentTerms(a), documentTerms(b)];
  const has = (terms: ReadonlySet<string>, word: string): boolean =>
    [...documentTerms(word)].every((term) => terms.has(term));
  return OPPOSITES.some(([one, other]) =>
    [
      [one, other],
      [other, one],
    ].some(([x = '', y = '']) => has(own, x) && !has(own, y) && has(theirs, y) && !has(theirs, x)),
  );
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
