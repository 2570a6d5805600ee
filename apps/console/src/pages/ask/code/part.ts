/** A part of a line of code and its kind; null for plain text. */
export interface Part {
  readonly text: string;
  readonly as: 'comment' | 'string' | 'number' | 'word' | 'name' | null;
}
