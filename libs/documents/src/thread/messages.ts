/** A request to a thread, with its number. */
export interface ToThread<Request> {
  readonly id: number;
  readonly request: Request;
}

/**
 * `begun`: the thread is ready and starts on the request. `used`: its total CPU time so far, in milliseconds.
 * `broken`: the thread cannot work for any request.
 */
export type FromThread<Reply> =
  | { readonly kind: 'begun'; readonly id: number; readonly used: number }
  | { readonly kind: 'done'; readonly id: number; readonly reply: Reply; readonly used: number }
  | { readonly kind: 'broken'; readonly message: string };
