/** A secret in a text. Its value is nowhere in here, so that this can be stored, reported and logged. */
export interface FoundSecret {
  /** What it is, in kebab case: `aws-access-key-id`, `private-key`. */
  readonly kind: string;
  /** Line of the text where it starts, from 1. */
  readonly line: number;
}

/** A secret that a rule finds: offsets into the text, the end excluded. */
export interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** A set of rules: every secret that it finds in a text. Spans may overlap those of other rule sets. */
export type Scan = (text: string, path: string) => readonly Span[] | Promise<readonly Span[]>;
