import type { DocumentFormat } from '@quarry/turn';
import type { Loaded } from '../document';

/** A file to read. The thread opens it itself, so that its bytes are held once. */
export interface ToReader {
  readonly id: number;
  readonly path: string;
  readonly format: DocumentFormat;
  readonly maxBytes: number;
}

/**
 * `begun`: the thread has started, and reads the file from now on. `used`: its processor time until then, in milliseconds.
 * `broken`: the thread cannot work at all, for no file.
 */
export type FromReader =
  | { readonly kind: 'begun'; readonly id: number; readonly used: number }
  | { readonly kind: 'loaded'; readonly id: number; readonly loaded: Loaded; readonly used: number }
  | { readonly kind: 'broken'; readonly message: string };
