/** A secret in a text. It does not contain the value, so that it can be stored, reported and logged. */
export interface FoundSecret {
  /** Its kind, in kebab case: `aws-access-key-id`, `private-key`. */
  readonly kind: string;
  /** Line of the text where it starts, from 1. */
  readonly line: number;
}

/** A secret that a rule finds: offsets into the text, end exclusive. */
export interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** A set of rules: returns every secret that it finds in a text. Spans may overlap those of other rule sets. */
export type Scan = (text: string, path: string) => readonly Span[] | Promise<readonly Span[]>;
