// A type, because an interface is not assignable to the options of a call, which may have further fields.
export type CallOptions = { readonly signal?: AbortSignal };

export type FollowOptions = CallOptions & {
  /** Continue after this event id. */
  readonly after?: string;
  /** Called with false when the connection to the stream is lost, and with true once it is open again. */
  readonly onConnection?: (connected: boolean) => void;
};

/** The signal as an option, if there is one. */
export function optionsWith(signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? {} : { signal };
}

/** The body of a successful response. Other responses were thrown. */
export function bodyOf<T>(data: T | undefined): T {
  if (data === undefined) throw new Error('The response has no body.');
  return data;
}

/** 128 random bits. `crypto.randomUUID` is unavailable on pages without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
