/** What the beginning of a heading says of its place. */
export interface Numbering {
  /** Orders the kinds: a note of the statements lies within an item, an item within a part. */
  readonly rank: number;
  /** Kind and number, so that a heading that is said again on the next page is known. */
  readonly key: string;
}

/** Ranks from here on are those of looks. */
export const LOOKS = 10;

const KINDS: readonly (readonly [rank: number, kind: RegExp])[] = [
  [
    1,
    /^(part|chapter|appendix|annex|exhibit|schedule|anhang|kapitel|teil) ((?:\d{1,3}|[ivxlc]{1,6}|[a-z])(?:\.\d{1,3})?)\b/i,
  ],
  [1, /^(signatures?|exhibit index|index to exhibits)$/i],
  [2, /^(item|article) (\d{1,2}(?:\.\d{1,2})?[a-c]?|[ivxlc]{1,6})\b/i],
  [3, /^(notes to) (?:the )?(?:\w+ ){0,3}financial statements\b/i],
  [4, /^(note) (\d{1,3}[a-z]?)\b/i],
];

/** Null for a text that names no kind of part. */
export function numberingOf(text: string): Numbering | null {
  const plain = text.slice(0, 120).replace(/\s+/g, ' ').trim();
  for (const [rank, kind] of KINDS) {
    const found = kind.exec(plain);
    if (found && isTitle(plain.slice(found[0].length)))
      return { rank, key: `${found[1] ?? ''} ${found[2] ?? ''}`.toLowerCase() };
  }
  return null;
}

/** What follows the number of a heading is its title, not the rest of a sentence: `Note 7 is about debt`. */
function isTitle(rest: string): boolean {
  return /^ ?(?:$|[.:—–\-“"([]|\p{Lu}|\d)/u.test(rest);
}

/** Depth of a decimal number at the beginning: 1 for `2. Restructuring`, 2 for `2.1 Method`; 0 where there is none. */
export function depthOf(text: string): number {
  const number = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+\p{Lu}/u.exec(text.slice(0, 60))?.[1];
  return number === undefined ? 0 : number.split('.').length;
}
