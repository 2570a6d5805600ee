/** A longer text is not a title: ids contain titles in full. */
export const MAX_TITLE = 300;

/** The beginning of a section, with its title. */
export interface Mark {
  /** Line of the text, from 1. */
  readonly line: number;
  /** Orders marks: a mark belongs to the nearest previous one with a lower rank. */
  readonly rank: number;
  readonly title: string;
}

/** The title without line ends, repeated spaces and control characters; null if it is empty or too long. */
export function cleanTitle(text: string): string | null {
  if (text.length > MAX_TITLE * 4) return null;
  const title = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return title === '' || title.length > MAX_TITLE ? null : title;
}
