import type { Asked } from './engine.ts';

/** What is asked of an engine's process; one thing at a time. */
export type Request =
  | { readonly kind: 'build' }
  | { readonly kind: 'open' }
  | { readonly kind: 'ask'; readonly way: string; readonly asked: Asked }
  | { readonly kind: 'memory' };

export type Reply =
  | { readonly kind: 'built'; readonly seconds: number }
  | { readonly kind: 'opened'; readonly seconds: number; readonly ways: readonly string[] }
  | { readonly kind: 'found'; readonly documents: readonly string[]; readonly ms: number }
  /** Resident set in MB. */
  | { readonly kind: 'memory'; readonly megabytes: number }
  | { readonly kind: 'failed'; readonly message: string };
