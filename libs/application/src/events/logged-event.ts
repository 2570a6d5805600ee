/** One event in the log of a turn or an indexing job. */
export interface LoggedEvent {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: { readonly type: string };
}

/** An event as clients receive it: its `data`, as the schemas describe it. */
export function presentEvent({ at, body }: LoggedEvent): object {
  const { type, ...data } = body;
  return { type, at: new Date(at).toISOString(), ...data };
}
