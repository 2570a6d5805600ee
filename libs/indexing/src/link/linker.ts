import type { GraphFile } from '@quarry/graph-store';
import type { FileFacts } from '../facts';
import type { LinkState } from './link-state';
import type { Change, Relinked } from './change';

/** Resolves the names of files into the graph, one entry per file. */
export interface Linker {
  /** Links all files. `state`: what `changed` needs in the next run; null if every run links all. */
  readonly all: (facts: readonly FileFacts[]) => {
    readonly graph: readonly GraphFile[];
    readonly state: LinkState | null;
  };
  /** Links what a change concerns; null if that is everything. */
  readonly changed?: (change: Change) => Relinked | null;
}
