import type { LocatedEdge } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { Relation } from './operation';

/** An edge with the end that is a result, and what is known about the way to it. */
export interface Step extends Pick<Relation, 'depth' | 'through' | 'probable'> {
  readonly edge: LocatedEdge;
  readonly end: NodeKey;
}
