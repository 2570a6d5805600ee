import type { FileFacts } from '../facts';

/** A file to read. */
export interface ToParser {
  readonly id: number;
  readonly path: string;
  readonly text: string;
}

/**
 * `ready`: the grammars are loaded. `failed`: the parser threw; its memory may be in any state. `used`: total CPU time
 * of the thread so far, in milliseconds.
 */
export type FromParser =
  | { readonly kind: 'ready'; readonly used: number }
  | { readonly kind: 'facts'; readonly id: number; readonly facts: FileFacts; readonly used: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string };
