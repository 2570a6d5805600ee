import type { Integer } from 'neo4j-driver';
import { defined } from '@quarry/turn';

import { neo4j } from './driver';
import { idOf } from './identity';
import { dotted, folded, reversed } from '../names';
import { surer } from '../confidence';
import type { GraphEdge, GraphFile, GraphNode, Provenance } from '../port';

/** Maximum length of indexed prefixes, in UTF-16 units: a range index accepts 8 kB, three bytes per unit. */
const INDEXED = { back: 1_000, part: 4_000 };

/** A key of nodes, or the target of edges. */
export interface SymbolRow {
  readonly id: string;
  readonly snapshot: string;
  readonly key: string;
  readonly folded: string;
}

/** A node of one file: the properties between its file and its symbol. */
export interface NodeRow {
  readonly file: string;
  readonly symbol: string;
  readonly own: NodeProperties;
}

interface NodeProperties {
  /** Index in the file's list. */
  readonly place: Integer;
  readonly body: string;
  readonly defined: boolean;
  readonly name: string;
  readonly qualified: string;
  /** Code points of the qualified name. */
  readonly long: Integer;
  readonly foldedName: string;
  readonly foldedQualified: string;
  /** Digest of the name, ignoring case. */
  readonly named: string;
  /** The snapshot, then the folded qualified name, reversed and truncated: "ends with" becomes "begins with". */
  readonly back: string;
  /** The folded qualified name, if it fits into the index; otherwise its snapshot is in `oversized`. */
  readonly part?: string;
  readonly oversized?: string;
}

export interface EdgeRow {
  readonly from: string;
  readonly to: string;
  readonly own: {
    readonly file: string;
    readonly kind: string;
    readonly line?: Integer;
    readonly confidence?: number;
    readonly provenance?: Provenance;
  };
}

/** The contributions of files, as parameters of the write statements. */
export interface Rows {
  readonly files: readonly { readonly id: string; readonly path: string; readonly digest: string }[];
  /** By identity, so that all writers lock them in one order. */
  readonly symbols: readonly SymbolRow[];
  readonly nodes: readonly NodeRow[];
  readonly edges: readonly EdgeRow[];
}

export function rowsOf(snapshot: string, files: readonly GraphFile[]): Rows {
  const symbols = new Map<string, SymbolRow>();
  const symbolOf = (key: string): string => {
    const id = idOf(snapshot, 'key', key);
    if (!symbols.has(id))
      symbols.set(id, { id, snapshot, key, folded: idOf(snapshot, 'folded key', folded(key)) });
    return id;
  };
  const nodes: NodeRow[] = [];
  const edges: EdgeRow[] = [];
  for (const { path, nodes: owned, edges: starting } of files) {
    const file = idOf(snapshot, 'file', path);
    // Of nodes with the same key, the last one wins.
    [...new Map(owned.map((node) => [node.key, node])).values()].forEach((node, place) =>
      nodes.push({ file, symbol: symbolOf(node.key), own: propertiesOf(snapshot, node, place) }),
    );
    for (const { from, to, kind, line, confidence, provenance } of once(starting))
      edges.push({
        from: symbolOf(from),
        to: symbolOf(to),
        own: {
          file,
          kind,
          ...(line === undefined ? {} : { line: neo4j().int(line) }),
          ...defined({ confidence, provenance }),
        },
      });
  }
  return {
    files: files.map(({ path, digest }) => ({ id: idOf(snapshot, 'file', path), path, digest })),
    symbols: [...symbols.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    nodes,
    edges,
  };
}

/** The prefix in `back` of a name that ends with `low`, or equals it. */
export function backwards(snapshot: string, low: string): string {
  return `${snapshot}${reversed(low).slice(0, INDEXED.back)}`;
}

function propertiesOf(snapshot: string, node: GraphNode, place: number): NodeProperties {
  const name = dotted(node.name);
  const qualified = dotted(node.qualifiedName);
  const foldedName = folded(name);
  const foldedQualified = folded(qualified);
  const whole = foldedQualified.length <= INDEXED.part;
  return {
    place: neo4j().int(place),
    body: JSON.stringify(node),
    defined: node.text !== undefined,
    name,
    qualified,
    long: neo4j().int([...qualified].length),
    foldedName,
    foldedQualified,
    named: idOf(snapshot, 'folded name', foldedName),
    back: backwards(snapshot, foldedQualified),
    ...(whole ? { part: foldedQualified } : { oversized: snapshot }),
  };
}

/** The same reference on several lines is one edge, with the first of them. */
function once(edges: readonly GraphEdge[]): Iterable<GraphEdge> {
  const first = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const name = JSON.stringify([edge.from, edge.to, edge.kind]);
    const known = first.get(name);
    if (!known) first.set(name, edge);
    else {
      const { confidence: _, ...shown } = (edge.line ?? Infinity) < (known.line ?? Infinity) ? edge : known;
      first.set(name, { ...shown, ...defined({ confidence: surer(known.confidence, edge.confidence) }) });
    }
  }
  return first.values();
}
