import type { DocumentFormat } from '@quarry/turn';
import type { Loaded } from '../document';

/** A file to read. The thread opens it itself, so that its bytes are in memory only once. */
export interface ToReader {
  readonly id: number;
  readonly path: string;
  readonly format: DocumentFormat;
  readonly maxBytes: number;
}

/**
 * `begun`: the thread is ready and starts reading the file. `used`: its total CPU time so far, in milliseconds.
 * `broken`: the thread cannot work for any file.
 */
export type FromReader =
  | { readonly kind: 'begun'; readonly id: number; readonly used: number }
  | { readonly kind: 'loaded'; readonly id: number; readonly loaded: Loaded; readonly used: number }
  | { readonly kind: 'broken'; readonly message: string };
