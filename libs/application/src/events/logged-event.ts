/** One event of a log: a turn's, or an indexing job's. */
export interface LoggedEvent {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: { readonly type: string };
}

/** What clients are told of an event: its `data`, as the schemas describe it. */
export function presentEvent({ at, body }: LoggedEvent): object {
  const { type, ...data } = body;
  return { type, at: new Date(at).toISOString(), ...data };
}
