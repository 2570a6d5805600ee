/** What the beginning of a heading tells about its position. */
export interface Numbering {
  /** Orders the kinds: a note is within an item, an item within a part. */
  readonly rank: number;
  /** Kind and number; identifies a heading that is repeated on the next page. */
  readonly key: string;
}

/** Ranks of headings by appearance start here. */
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

/** Parses the kind and number of a heading; null for a text that names no kind of part. */
export function numberingOf(text: string): Numbering | null {
  const plain = text.slice(0, 120).replace(/\s+/g, ' ').trim();
  for (const [rank, kind] of KINDS) {
    const found = kind.exec(plain);
    if (found && isTitle(plain.slice(found[0].length)))
      return { rank, key: `${found[1] ?? ''} ${found[2] ?? ''}`.toLowerCase() };
  }
  return null;
}

/** Whether the text after the number is a title, not the rest of a sentence: `Note 7 is about debt`. */
function isTitle(rest: string): boolean {
  return /^ ?(?:$|[.:—–\-“"([]|\p{Lu}|\d)/u.test(rest);
}

/** Depth of a leading decimal number: 1 for `2. Restructuring`, 2 for `2.1 Method`; 0 without a number. */
export function depthOf(text: string): number {
  const number = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+\p{Lu}/u.exec(text.slice(0, 60))?.[1];
  return number === undefined ? 0 : number.split('.').length;
}
