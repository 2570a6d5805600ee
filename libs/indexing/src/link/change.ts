import type { GraphFile } from '@quarry/graph-store';
import type { FileFacts } from '../facts';
import type { FileLinks, LinkState, ProjectLinks } from './link-state';
import type { Outline } from './outline';

/** A project that changed since it was linked. */
export interface Change {
  /** All files as they are now, in their order; read only if they are needed. */
  readonly outlines: () => readonly Outline[];
  /** Where values go in all files as they are now, by path; read only if it is needed. */
  readonly flows: () => ReadonlyMap<string, FileFacts['flow']>;
  /** Paths of the files that are new or have other facts. */
  readonly changed: ReadonlySet<string>;
  /** The earlier facts of the files that changed or are gone. */
  readonly before: ReadonlyMap<string, FileFacts>;
  /** The facts of a file as they are now. */
  readonly facts: (path: string) => FileFacts;
  /** What linking found out about a file of the earlier project. */
  readonly links: (path: string) => FileLinks | undefined;
  /** What linking the earlier project found out, likewise. */
  readonly state: () => LinkState;
}

/** The files whose part of the graph may have changed, and what the next run needs. */
export interface Relinked {
  readonly graph: readonly GraphFile[];
  /** What was found out about files that were linked again. */
  readonly files: ReadonlyMap<string, FileLinks>;
  /** What was found out about the project; null if that is as before. */
  readonly project: ProjectLinks | null;
}
