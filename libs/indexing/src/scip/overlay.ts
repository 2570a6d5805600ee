import { createHash } from 'node:crypto';
import type { EdgeKind, GraphEdge, GraphFile, GraphNode } from '@quarry/graph-store';
import { defined, type NodeKey } from '@quarry/turn';
import { Edges } from '../link/edges';
import type { ScipFile, ScipReference } from './file-references';

/** Edges that an index can contradict: those that a name in the file causes. */
const NAMED: ReadonlySet<EdgeKind> = new Set(['CALLS', 'USES']);

/**
 * A file of the graph with the edges of an imported index. Where the index knows a name, its edges replace those that
 * Quarry found by that name on that line; where it is silent, Quarry's stay. Inferred edges stay, because an index
 * knows what the code states, not where values go.
 * @param nodeAt the node of a key in the whole graph
 *
 * @example
 * withScip(file, imported, (key) => nodes.get(key)).edges; // … { kind: 'CALLS', line: 7, provenance: 'scip' }
 */
export function withScip(
  file: GraphFile,
  scip: ScipFile,
  nodeAt: (key: NodeKey) => Pick<GraphNode, 'kind' | 'name'> | undefined,
): GraphFile {
  const parents = new Map(
    file.edges.filter(({ kind }) => kind === 'DEFINES').map(({ from, to }) => [to, from]),
  );
  const around = new Enclosing(file);
  const edges = new Edges();
  const named = new Map<string, ScipReference[]>();
  const mentions = new Set<string>();
  for (const reference of scip.references) {
    const name = `${reference.line} ${reference.name}`;
    const list = named.get(name);
    if (list) list.push(reference);
    else named.set(name, [reference]);
    const existing = reference.to.filter((key) => nodeAt(key));
    for (const { from, to } of around.ends(reference.line, existing)) {
      const target = nodeAt(to);
      mentions.add(`${from} ${to}`);
      // A file's own mentions are its imports, which have edges between files.
      if (!target || (from.endsWith('|FILE') && !reference.isCall)) continue;
      const calls = reference.isCall && (target.kind === 'METHOD' || target.kind === 'FUNCTION');
      edges.add(from, to, calls ? 'CALLS' : 'USES', reference.line, { provenance: 'scip' });
    }
  }
  for (const { from, to, line } of scip.implementations) {
    const known = file.edges.find((edge) => edge.from === from && edge.to === to && isHeritage(edge.kind));
    // Indexes list the bases of bases too; a direct one is named by the type itself.
    if (known || (nodeAt(to) && mentions.has(`${from} ${to}`)))
      edges.add(from, to, known?.kind ?? 'INHERITS', known?.line ?? line, { provenance: 'scip' });
  }
  for (const edge of file.edges) {
    if (edge.provenance === 'scip' || contradicted(edge, named, nodeAt)) continue;
    const { from, to, kind, line, confidence } = edge;
    edges.add(from, to, kind, line, defined({ confidence }));
  }
  const list = edges.list((key) => parents.get(key));
  const digest = createHash('sha256')
    .update(JSON.stringify([file.nodes, list]))
    .digest('hex');
  return { ...file, digest, edges: list };
}

/** Whether the index knows the name that causes a stated edge, and knows it to mean something else. */
function contradicted(
  { to, kind, line, confidence }: GraphEdge,
  named: ReadonlyMap<string, readonly ScipReference[]>,
  nodeAt: (key: NodeKey) => Pick<GraphNode, 'kind' | 'name'> | undefined,
): boolean {
  if (!NAMED.has(kind) || confidence !== undefined) return false;
  const references = named.get(`${line} ${nodeAt(to)?.name}`);
  // An index names the constructor where a type is constructed; that is a use of the type.
  const members = `${to.slice(0, to.lastIndexOf('|'))}.`;
  const means = (key: NodeKey) => key === to || key.startsWith(members);
  return (
    references !== undefined && !references.some((each) => each.to.some(means) || each.also.includes(to))
  );
}

function isHeritage(kind: EdgeKind): boolean {
  return kind === 'INHERITS' || kind === 'IMPLEMENTS';
}

/** The definition around a line: the innermost one, or the one from which Quarry itself found the edge. */
class Enclosing {
  private readonly nodes: readonly GraphNode[];
  private readonly file: NodeKey;
  private readonly own = new Map<string, NodeKey>();
  private readonly related = new Set<string>();

  constructor({ path, nodes, edges }: GraphFile) {
    this.file = nodes.find(({ kind }) => kind === 'FILE')?.key ?? `file:${path}|FILE`;
    this.nodes = nodes
      .filter(({ kind }) => kind !== 'FILE')
      .toSorted((a, b) => (b.startLine ?? 0) - (a.startLine ?? 0) || (a.endLine ?? 0) - (b.endLine ?? 0));
    for (const { from, to, kind, line } of edges) {
      if (!NAMED.has(kind)) continue;
      this.own.set(`${line} ${to}`, from);
      this.related.add(`${from} ${to}`);
    }
  }

  /**
   * The ends of a reference's edges. An index has one symbol for all overloads of a function: of these, the ones that
   * Quarry chose by their arguments, otherwise the last, which has the body.
   */
  ends(line: number, to: readonly NodeKey[]): readonly { readonly from: NodeKey; readonly to: NodeKey }[] {
    const inner = this.nodes.find(({ startLine = 0, endLine = 0 }) => startLine <= line && line <= endLine);
    const ends = to.map((key) => ({
      from: this.own.get(`${line} ${key}`) ?? inner?.key ?? this.file,
      to: key,
    }));
    const chosen = ends.filter((end) => this.related.has(`${end.from} ${end.to}`));
    return chosen.length > 0 ? chosen : ends.slice(-1);
  }
}
