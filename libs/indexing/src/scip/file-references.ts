import type { NodeKey } from '@quarry/turn';

/** A name in a file, and what it means according to an imported index. */
export interface ScipReference {
  /** From 1. */
  readonly line: number;
  /** As written in the file. */
  readonly name: string;
  readonly isCall: boolean;
  /** The definitions that it refers to; none if they are outside of what was indexed. */
  readonly to: readonly NodeKey[];
  /** Definitions that implement or override what it refers to: they may be reached too. */
  readonly also: readonly NodeKey[];
}

/** What an imported index says about one file. */
export interface ScipFile {
  readonly path: string;
  /** SHA-256 of the bytes that the references belong to: they say nothing about another content. */
  readonly sha: string;
  readonly references: readonly ScipReference[];
  /** Types of this file and the types that they implement or extend, with the line of the implementing type. */
  readonly implementations: readonly {
    readonly from: NodeKey;
    readonly to: NodeKey;
    readonly line: number;
  }[];
}
