import type { FileFacts } from '../facts';

/** A file to read. */
export interface ToParser {
  readonly id: number;
  readonly path: string;
  readonly text: string;
}

/** `failed`: the parser threw; its memory may be in any state. */
export type FromParser =
  | { readonly kind: 'facts'; readonly id: number; readonly facts: FileFacts }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string };
