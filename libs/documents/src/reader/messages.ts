import type { DocumentFormat } from '@quarry/turn';
import type { Loaded } from '../document';

/** A file to read. The thread opens it itself, so that its bytes are held once. */
export interface ToReader {
  readonly id: number;
  readonly path: string;
  readonly format: DocumentFormat;
  readonly maxBytes: number;
}

/** `broken`: the thread cannot work at all, for no file. */
export type FromReader =
  | { readonly kind: 'loaded'; readonly id: number; readonly loaded: Loaded }
  | { readonly kind: 'broken'; readonly message: string };
