/** A chunk's row and its score. */
export interface Ranked {
  readonly id: number;
  readonly score: number;
}

/** A condition on `chunk` that starts with AND; empty: every chunk. */
export interface Narrowing {
  readonly sql: string;
  readonly values: Readonly<Record<string, string>>;
}
