import type { IndexProgress } from '@quarry/indexing';
import type { QuarryConfig } from '@quarry/platform';
import type { Indexed } from '../run/note-indexed';
import type { IndexRequest } from '../run/request';

/** What an indexer tells the process that works on a job. */
export type ToRun =
  | { readonly kind: 'begin'; readonly config: QuarryConfig; readonly request: IndexRequest }
  | { readonly kind: 'cancel' };

/** What that process tells it. */
export type FromRun =
  | { readonly kind: 'progress'; readonly progress: IndexProgress }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'done'; readonly indexed: Indexed }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
    };
