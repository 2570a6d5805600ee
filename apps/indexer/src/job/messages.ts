import type { QuarryConfig } from '@quarry/platform';
import type { Indexed } from '../run/note-indexed';
import type { IndexRequest, RunProgress } from '../run/request';

/** Messages from an indexer to the process that runs a job. */
export type ToRun =
  | { readonly kind: 'begin'; readonly config: QuarryConfig; readonly request: IndexRequest }
  | { readonly kind: 'cancel' };

/** Messages from that process. */
export type FromRun =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'done'; readonly indexed: Indexed }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
    };
