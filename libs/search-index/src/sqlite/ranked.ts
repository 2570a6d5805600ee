/** A chunk's row and how well it fits. */
export interface Ranked {
  readonly id: number;
  readonly score: number;
}

/** A condition on `chunk`, beginning with AND; empty: every chunk. */
export interface Narrowing {
  readonly sql: string;
  readonly values: Readonly<Record<string, string>>;
}
