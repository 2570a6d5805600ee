import type { GraphNode } from '@quarry/graph-store';
import { limited } from './found';
import type { QueryLimits, Relation, Relations } from './operation';
import { lineOfDefinition } from './visibility';

/** A definition as a result of its own. */
export interface Listed {
  readonly node: GraphNode;
  readonly note?: string | undefined;
  /** Set if a text only counts it. */
  readonly aside?: true;
}

/** Definitions as results: the place of each is the line that defines it. */
export function listed(found: readonly Listed[], cut: boolean, limits: QueryLimits): Relations {
  return limited(found.map(relationOf), cut, limits);
}

function relationOf({ node, note, aside }: Listed): Relation {
  const { key, qualifiedName: name, path, signature } = node;
  const line = lineOfDefinition(node);
  return {
    ...{ key, name, node, depth: 1 },
    edge: { from: `file:${path ?? ''}|FILE`, to: key, kind: 'DEFINES' },
    target: path ?? '',
    place:
      path === undefined || line === undefined
        ? null
        : { path, line, ...(signature === undefined ? {} : { text: signature }) },
    ...(note === undefined ? {} : { note }),
    ...(aside ? { aside } : {}),
  };
}
