/** Words of a title in the one form that is compared: lower case, without apostrophes and punctuation; letters and digits of any script. */
export function titleWords(text: string): readonly string[] {
  return (
    text
      .slice(0, MOST)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/['’`]/g, '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Titles are no longer than that; of an id more is not compared. */
const MOST = 2_000;

/** A title without what counts it (`Item 7.`, `3.2`, `(b)`, `IV.`), and what does. */
export interface Unnumbered {
  readonly words: readonly string[];
  readonly numbering: readonly string[];
}

export function withoutNumbering(words: readonly string[]): Unnumbered {
  let at = 0;
  while (
    at < words.length - 1 &&
    (counts(words[at]) || (LABELS.has(words[at] ?? '') && counts(words[at + 1])))
  )
    at += 1;
  return { words: words.slice(at), numbering: words.slice(0, at).filter((word) => !LABELS.has(word)) };
}

/** Words that stand before a number in titles. */
const LABELS: ReadonlySet<string> = new Set(
  'item part note section chapter appendix annex article table figure'.split(' '),
);

/** True for what numbers a title: up to three digits, a letter, a Roman number below 40. */
function counts(word: string | undefined): boolean {
  return word !== undefined && /^(?:\d{1,3}\p{L}?|\p{L}|x{0,3}(?:ix|iv|v?i{0,3}))$/u.test(word);
}

/** Words that say nothing about what a section is about. */
const SLIGHT: ReadonlySet<string> = new Set(
  'a an and as at by for from in its of on or our s the to with'.split(' '),
);

/** The words that tell sections apart; all of them where none does. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !SLIGHT.has(word));
  return telling.length > 0 ? telling : words;
}
