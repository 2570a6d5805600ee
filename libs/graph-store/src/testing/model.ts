import { defined, type NodeKey } from '@quarry/turn';
import { surer } from '../confidence';
import type {
  EdgePage,
  EdgeQuery,
  GraphEdge,
  GraphFile,
  GraphNode,
  LocatedEdge,
  Subgraph,
  WalkOptions,
} from '../port';

/** The graph store's rules in the simplest form, to compare stores with. Files must not share keys. */
export class ModelGraph {
  readonly nodes: ReadonlyMap<NodeKey, GraphNode>;
  readonly edges: readonly GraphEdge[];
  private readonly located: readonly LocatedEdge[];

  constructor(files: readonly GraphFile[]) {
    this.nodes = new Map(files.flatMap((file) => file.nodes.map((node) => [node.key, node] as const)));
    const first = new Map<string, LocatedEdge>();
    for (const edge of files.flatMap(({ path, edges }) => edges.map((own) => ({ ...own, path })))) {
      const name = JSON.stringify([edge.from, edge.to, edge.kind]);
      const known = first.get(name);
      if (!known) first.set(name, edge);
      else {
        const { confidence: _, ...shown } = (edge.line ?? Infinity) < (known.line ?? Infinity) ? edge : known;
        first.set(name, { ...shown, ...defined({ confidence: surer(known.confidence, edge.confidence) }) });
      }
    }
    this.located = [...first.values()];
    this.edges = this.located.map(({ path: _path, provenance: _provenance, ...edge }) => edge);
  }

  /** All keys, in order. */
  keys(): readonly NodeKey[] {
    return [...this.nodes.keys()].toSorted(byCodePoint);
  }

  edgesAt(keys: readonly NodeKey[], { direction, edgeKinds, limit }: EdgeQuery): EdgePage {
    const [here, there] = direction === 'in' ? (['to', 'from'] as const) : (['from', 'to'] as const);
    const all = this.located
      .filter(
        (edge) => keys.includes(edge[here]) && (edgeKinds.length === 0 || edgeKinds.includes(edge.kind)),
      )
      .toSorted(
        (a, b) =>
          byCodePoint(a[there], b[there]) || byCodePoint(a[here], b[here]) || byCodePoint(a.kind, b.kind),
      );
    return { edges: all.slice(0, limit), total: all.length };
  }

  walk(entries: readonly NodeKey[], options: WalkOptions): Subgraph {
    const allowed = this.edges.filter(
      (edge) => options.edgeKinds.length === 0 || options.edgeKinds.includes(edge.kind),
    );
    const depths = new Map<NodeKey, number>();
    let level = [...new Set(entries)].filter((key) => this.nodes.has(key));
    for (let depth = 0; level.length > 0 && depth <= options.depth; depth++) {
      for (const key of level) if (depths.size < options.maxNodes) depths.set(key, depth);
      const next = new Set<NodeKey>();
      for (const edge of allowed) {
        if (level.includes(edge.from)) next.add(edge.to);
        if (level.includes(edge.to)) next.add(edge.from);
      }
      level = [...next].filter((key) => this.nodes.has(key) && !depths.has(key)).sort(byCodePoint);
    }
    return {
      nodes: [...depths].flatMap(([key, depth]) => {
        const node = this.nodes.get(key);
        return node ? [{ ...node, depth }] : [];
      }),
      edges: allowed.filter((edge) => depths.has(edge.from) && depths.has(edge.to)),
    };
  }

  /**
   * Keys in the order of the port's list, with the ranks 1–9 of their matches. Within a rank: defined before
   * referenced, short qualified names before long ones, then by key; of partial matches, first those whose own name
   * contains the text.
   */
  lookup(name: string): readonly { readonly key: NodeKey; readonly rank: number }[] {
    const dots = (text: string) => text.replaceAll('\0', '').replace(/::|#|\//g, '.');
    const low = (text: string) => text.toLowerCase();
    const wanted = dots(name).replace(/^[\s.]+|[\s.]+$/g, '');
    const rankOf = (node: GraphNode): number => {
      const qualified = dots(node.qualifiedName);
      const tests = (form: (text: string) => string) => [
        form(node.key) === form(name.trim()),
        form(qualified) === form(wanted),
        form(qualified).endsWith(`.${form(wanted)}`),
        form(dots(node.name)) === form(wanted),
      ];
      const all = [...tests((text) => text), ...tests(low), low(qualified).includes(low(wanted))];
      return all.indexOf(true) + 1;
    };
    if (wanted === '') return [];
    return [...this.nodes.values()]
      .map((node) => ({
        key: node.key,
        rank: rankOf(node),
        within: [
          rankOf(node) === 9 && !low(dots(node.name)).includes(low(wanted)) ? 1 : 0,
          node.text === undefined ? 1 : 0,
          [...dots(node.qualifiedName)].length,
        ],
      }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => {
        const first = [a.rank - b.rank, ...a.within.map((value, i) => value - (b.within[i] ?? 0))];
        return first.find((difference) => difference !== 0) ?? byCodePoint(a.key, b.key);
      })
      .map(({ key, rank }) => ({ key, rank }));
  }
}

/** The order of stores that compare UTF-8: JavaScript's own differs beyond U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
