/** Longer texts are no titles: an id holds its titles in full. */
export const MAX_TITLE = 300;

/** Where a section begins, and what it is called. */
export interface Mark {
  /** Line of the text, from 1. */
  readonly line: number;
  /** Orders marks among each other: one of a higher rank lies within the one of a lower rank before it. */
  readonly rank: number;
  readonly title: string;
}

/** Without line ends, doubled blanks and control characters; null where it is no title: nothing, or too long. */
export function cleanTitle(text: string): string | null {
  if (text.length > MAX_TITLE * 4) return null;
  const title = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return title === '' || title.length > MAX_TITLE ? null : title;
}
