import type { GraphFile, GraphNode } from '@quarry/graph-store';

/** The last part of `path#qualified.name`. */
export function lastName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1);
}

/** Names of nodes by key and by place. */
export class Names {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly byPath = new Map<string, GraphNode[]>();
  private readonly around = new Map<string, string>();

  constructor(graph: readonly GraphFile[]) {
    for (const { path, nodes, edges } of graph) {
      this.byPath.set(
        path,
        [...nodes].filter(({ kind }) => kind !== 'FILE'),
      );
      for (const node of nodes) this.nodes.set(node.key, node);
      for (const { from, to, kind } of edges) if (kind === 'DEFINES') this.around.set(to, from);
    }
  }

  /** `path#qualified.name`; overloads are one. */
  of(key: string): string | undefined {
    const node = this.nodes.get(key);
    return node && (node.kind === 'FILE' ? `${node.path}#` : `${node.path}#${node.qualifiedName}`);
  }

  /** A call in the initial value of a variable or field belongs to what contains it. */
  caller(key: string): string | undefined {
    const node = this.nodes.get(key);
    const outer = this.around.get(key);
    return node?.kind === 'FIELD' && outer !== undefined ? this.of(outer) : this.of(key);
  }

  /** The innermost definition around a line, or the file. */
  callerAt(path: string, line: number): string {
    const [inner] = this.at(path, line).filter(({ kind }) => kind !== 'FIELD');
    return inner ? this.of(inner.key)! : `${path}#`;
  }

  /** The definition of that name around a line. */
  defined(path: string, line: number, name: string): string | undefined {
    const node = this.at(path, line).find((each) => each.name === name && each.kind !== 'TYPE');
    return node && this.of(node.key);
  }

  private at(path: string, line: number): readonly GraphNode[] {
    return (this.byPath.get(path) ?? [])
      .filter(({ startLine, endLine }) => startLine! <= line && line <= endLine!)
      .toSorted((a, b) => a.endLine! - a.startLine! - (b.endLine! - b.startLine!));
  }
}
