import type { Neighborhood } from '../evidence/neighborhood';

/** Lists that only grow: of these a record keeps the length, as the turn itself keeps the items. */
export const APPENDED = [
  'searches',
  'evidence',
  'misses',
  'assessments',
  'findings',
  'calculations',
] as const;
export type Appended = (typeof APPENDED)[number];

/** What the step added to the neighbourhood: how much of each list stayed, and what follows it. */
export interface GraphRead {
  /** A record of an older service has no count of `named`, which it did not know. */
  readonly kept: Readonly<Record<'entries' | 'nodes' | 'edges', number>> & { readonly named?: number };
  readonly added: Neighborhood;
}

/**
 * What a step got from a store, so that the turn can be replayed when the store says something else. A turn has one of
 * each finished step that works on a store, in their order.
 */
export interface StepRead {
  readonly step: string;
  readonly outcome: string;
  readonly note: string;
  readonly lengths: Readonly<Partial<Record<Appended, number>>>;
  /** Relevance of each piece of evidence, in order: a later step may have raised it. */
  readonly relevances?: readonly number[];
  readonly graph?: GraphRead;
  /** Set if the step changed the neighbourhood and the record of the turn has no room for the change. */
  readonly omitted?: 'graph';
  /** The other groups that the step wrote, whole. */
  readonly patch: Readonly<Record<string, unknown>>;
}
