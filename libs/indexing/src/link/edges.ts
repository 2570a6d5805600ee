import type { EdgeKind, GraphEdge } from '@quarry/graph-store';
import { defined, type NodeKey } from '@quarry/turn';

const POINTLESS: ReadonlySet<EdgeKind> = new Set(['USES', 'IMPORTS', 'INHERITS', 'IMPLEMENTS', 'DEFINES']);

/** Kinds that are more specific than USES for the same pair. */
const STRONGER: readonly EdgeKind[] = ['CALLS', 'INHERITS', 'IMPLEMENTS'];

/** Key of the definition around another. */
type ParentOf = (key: NodeKey) => NodeKey | undefined;

/** Edges of one file, each once, with the first line that causes it. */
export class Edges {
  private readonly byKey = new Map<string, GraphEdge>();

  /** Adds an edge; one that is inferred, with a `confidence`, changes nothing about one that is stated. */
  add(
    from: NodeKey,
    to: NodeKey,
    kind: EdgeKind,
    line: number | undefined,
    { confidence, provenance }: Partial<Pick<GraphEdge, 'confidence' | 'provenance'>> = {},
  ): void {
    // A function may call itself and a table may refer to itself, but a self-reference of these kinds is meaningless.
    if (from === to && POINTLESS.has(kind)) return;
    const key = `${from}\n${to}\n${kind}`;
    const known = this.byKey.get(key);
    if (known && (known.confidence ?? 1) >= (confidence ?? 1)) return;
    this.byKey.set(key, { from, to, kind, ...defined({ line, confidence, provenance }) });
  }

  /** Sorted by line, then by ends; without USES edges that a more specific edge covers. */
  list(parentOf: ParentOf): readonly GraphEdge[] {
    return [...this.byKey.values()]
      .filter(({ from, to, kind }) => {
        if (kind !== 'USES') return true;
        if (STRONGER.some((other) => this.byKey.has(`${from}\n${to}\n${other}`))) return false;
        return !encloses(parentOf, to, from) && !encloses(parentOf, from, to);
      })
      .sort(bySource);
  }
}

/** By line, then by ends. */
export function bySource(a: GraphEdge, b: GraphEdge): number {
  return (
    (a.line ?? 0) - (b.line ?? 0) || compare(a.from, b.from) || compare(a.to, b.to) || compare(a.kind, b.kind)
  );
}

/**
 * Whether `outer` encloses `inner`: a method that names its own class, or a file its own class, adds no information.
 */
function encloses(parentOf: ParentOf, outer: NodeKey, inner: NodeKey): boolean {
  let at = parentOf(inner);
  for (let i = 0; at !== undefined && i < 50; i++) {
    if (at === outer) return true;
    at = parentOf(at);
  }
  return false;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
