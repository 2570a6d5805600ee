import { distance } from 'fastest-levenshtein';
import type { Titled } from './named-sections';
import { tellingWords, titleWords } from './title-words';

/** Likeness from which a section may be meant, and by which it must lead the next one. */
const CLEAR = { least: 0.72, lead: 0.08 };
/** Likeness from which a section is worth naming. */
const NEAR = 0.25;

/** The section that a text means though it bears another name: only where one is clearly more like it than all others. */
export function clearlyNear<T extends Titled>(wanted: string, sections: readonly T[]): T | null {
  const [first, second] = ranked(wanted, sections);
  if (!first || first.likeness < CLEAR.least) return null;
  return second && first.likeness - second.likeness < CLEAR.lead ? null : first.section;
}

/** Ids of the sections that are most like a text, best first. */
export function nearSections(wanted: string, sections: readonly Titled[], limit: number): readonly string[] {
  return ranked(wanted, sections)
    .filter(({ likeness }) => likeness >= NEAR)
    .slice(0, limit)
    .map(({ section }) => section.id);
}

function ranked<T extends Titled>(
  wanted: string,
  sections: readonly T[],
): readonly { readonly section: T; readonly likeness: number }[] {
  const asked = titleWords(wanted);
  const telling = tellingWords(asked);
  if (telling.length === 0) return [];
  return sections
    .map((section) => ({ section, likeness: likenessOf(asked, telling, section) }))
    .toSorted((a, b) => b.likeness - a.likeness);
}

/** A year in a request names the report more often than the section. */
const YEAR = /^(?:19|20)\d\d$/;

/**
 * 0..1: how much of the text's words the title (or the way to it, from the file's name on) has, and the title's words the text. Another
 * number is another section, but for a year.
 */
function likenessOf(
  asked: readonly string[],
  telling: readonly string[],
  { id, path, title }: Titled,
): number {
  const own = titleWords(title);
  const way = [
    ...titleWords(path),
    ...titleWords(id.startsWith(`${path}#`) ? id.slice(path.length + 1) : title),
  ];
  const all = new Set([...own, ...way]);
  if (asked.some((word) => /\p{N}/u.test(word) && !YEAR.test(word) && !all.has(word))) return 0;
  const said = covered(telling, own);
  const inWay = 0.9 * covered(telling, way);
  const byWords = 0.65 * Math.max(said, inWay) + 0.35 * covered(tellingWords(own), asked);
  const [one, other] = [asked.join(' '), own.join(' ')];
  // A longer text than twice the other is nearer to it than 0.5 in no case.
  const comparable = Math.max(one.length, other.length) <= 2 * Math.min(one.length, other.length);
  return Math.max(byWords, comparable ? 1 - distance(one, other) / Math.max(one.length, other.length, 1) : 0);
}

/** Share of words that are among the others, or almost. */
function covered(words: readonly string[], others: readonly string[]): number {
  if (words.length === 0) return 0;
  const sum = words.reduce(
    (total, word) => total + Math.max(0, ...others.map((other) => alike(word, other))),
    0,
  );
  return sum / words.length;
}

/** 1 for the same word, in the plural too; less for a typing error and an abbreviation. */
function alike(a: string, b: string): number {
  if (a === b || a === `${b}s` || b === `${a}s`) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 4) return 0;
  if (short.length >= 5 && long.startsWith(short)) return 0.8;
  const errors = short.length >= 10 ? 2 : 1;
  return long.length - short.length <= errors && distance(a, b) <= errors ? 0.8 : 0;
}
