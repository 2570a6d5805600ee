// An interface would not do as the options of a call, which may have further fields.
export type CallOptions = { readonly signal?: AbortSignal };

export type FollowOptions = CallOptions & {
  /** Go on after this event id. */
  readonly after?: string;
};

/** The signal as an option, where there is one. */
export function given(signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? {} : { signal };
}

/** What a successful answer holds: anything else was thrown. */
export function there<T>(data: T | undefined): T {
  if (data === undefined) throw new Error('The answer has no body.');
  return data;
}

/** 128 random bits. `crypto.randomUUID` is not there on pages without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
