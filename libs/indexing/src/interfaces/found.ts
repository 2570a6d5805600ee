import { lineKey, type EdgeKind, type GraphEdge, type GraphNode, type NodeKind } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { FileFacts, RouteHandler, RoutingFacts } from '../facts';

/** What a file offers to other programs, and what it takes from them. A pure function of the file. */
export interface Interfaces {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly handlers?: readonly RouteHandler[];
}

/** Longest line that a node of an interface keeps, in characters. */
const MAX_LINE = 300;

/** Collects what one file states, each node and edge once. */
export class Found {
  private readonly nodes = new Map<NodeKey, GraphNode>();
  private readonly edges = new Map<string, GraphEdge>();
  private readonly starts: number[] = [0];
  /** Calls that register routes. */
  readonly handlers: RouteHandler[] = [];
  routing: RoutingFacts | undefined;

  constructor(
    readonly facts: FileFacts,
    readonly text: string,
  ) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  get file(): NodeKey {
    return `file:${this.facts.path}|FILE`;
  }

  /** Line of an offset, from 1. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Whether the line of an offset is a comment. */
  isComment(offset: number): boolean {
    const start = this.starts[this.lineAt(offset) - 1] ?? 0;
    return /^\s*(?:\/?\*|\/\/|#(?!\[))/.test(this.text.slice(start, offset));
  }

  /** The innermost definition around a line. */
  innermost(line: number): GraphNode | undefined {
    let best: GraphNode | undefined;
    for (const node of this.facts.nodes) {
      const { startLine = Infinity, endLine = 0, kind } = node;
      if (kind === 'FILE' || kind === 'FIELD' || startLine > line || endLine < line) continue;
      const size = endLine - startLine;
      if (!best || size <= (best.endLine ?? 0) - (best.startLine ?? 0)) best = node;
    }
    return best;
  }

  /** Adds a node at a line, or at several, unless the file has it; its text is that of the lines. */
  node(key: NodeKey, kind: NodeKind, name: string, line: number, endLine = line): void {
    if (this.nodes.has(key)) return;
    const first = this.textOf(line, line).slice(0, MAX_LINE);
    const text = endLine > line ? this.textOf(line, endLine) : first;
    const { path, language } = this.facts;
    const place = { path, startLine: line, endLine, text, signature: first.trim() };
    this.nodes.set(key, { key, kind, name, qualifiedName: name, language, ...place });
  }

  /** What states something on a line: the route whose code it is, the innermost definition, or the file. */
  statedBy(line: number): NodeKey {
    const inner = this.innermost(line)?.key ?? this.file;
    const handler = this.handlers.findLast((one) => one.startLine <= line && line <= one.endLine);
    return handler?.within === inner ? handler.route : inner;
  }

  /** Whether the code on a line belongs to a route that the file itself registers. */
  isInRoute(line: number): boolean {
    return this.handlers.some(
      (one) => one.within === this.file && one.startLine <= line && line <= one.endLine,
    );
  }

  private textOf(startLine: number, endLine: number): string {
    return this.text.slice(
      this.starts[startLine - 1] ?? 0,
      (this.starts[endLine] ?? this.text.length + 1) - 1,
    );
  }

  edge(from: NodeKey, to: NodeKey, kind: EdgeKind, line: number): void {
    const name = `${from}\n${to}\n${kind}`;
    if (this.edges.has(name)) return;
    this.edges.set(name, { from, to, kind, line });
    // The text of a file is not in the graph: a line of it that states a relation is, and one that sets a key, which
    // other files can set as well.
    if (from === this.file && (kind !== 'DEFINES' || to.endsWith('|CONFIG_KEY'))) this.line(line);
  }

  /** Adds a line of the file. */
  line(line: number): void {
    this.node(lineKey(this.facts.path, line), 'LINE', `${this.facts.path}:${line}`, line);
  }

  interfaces(): Interfaces {
    const { handlers } = this;
    const nodes = [...this.nodes.values()];
    return { nodes, edges: [...this.edges.values()], ...(handlers.length > 0 && { handlers }) };
  }
}
