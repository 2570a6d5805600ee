import type { EdgeKind, GraphEdge, GraphFile } from '@quarry/graph-store';
import type { FileFacts, Reference } from '../facts';
import { flowWithoutLines, linesOfFlow } from './flow-lines';
import { bySource } from './edges';
import { digestOfFile, nodesOf } from './graph-file';
import { interfaceEdges } from './interface-edges';
import type { FileLinks } from './link-state';
import { outlineOf, type OutlineNode } from './outline';
import type { Change, Relinked } from './change';
import { routesOfLines } from './route-handlers';
import { renamed } from './unique-keys';

/** Languages in which other files' edges have lines that are found in the text of a definition. */
const LINES_ELSEWHERE: ReadonlySet<string> = new Set(['go', 'sql']);

/**
 * The graph after edits that only moved lines or changed texts, such as a comment: its edges are those before, in other
 * lines. Nothing of other files is read.
 * @returns null if it may be another graph
 */
export function relinkMoved({ changed, before, facts, links }: Change): Relinked | null {
  if (changed.size !== before.size) return null;
  const graph: GraphFile[] = [];
  const files = new Map<string, FileLinks>();
  for (const path of changed) {
    const then = before.get(path);
    const own = links(path);
    // Its other edges are found by reading the whole project.
    if (!then || !own || own.others !== '') return null;
    const now = facts(path);
    const lines = linesMoved(then, now);
    if (!lines) return null;
    const moved = (edge: GraphEdge): GraphEdge =>
      edge.line === undefined ? edge : { ...edge, line: lines(edge.kind).get(edge.line) ?? Number.NaN };
    const former = new Set(interfaceEdges(renamed(then, own.linked.keys)).map(nameOf));
    const linked = own.linked.edges.filter((edge) => !former.has(nameOf(edge))).map(moved);
    if (linked.some(({ line }) => Number.isNaN(line))) return null;
    const file = renamed(now, own.linked.keys);
    const nodes = nodesOf(file);
    const edges = [...linked, ...interfaceEdges(file)].toSorted(bySource);
    graph.push({ path, digest: digestOfFile(nodes, edges), nodes, edges });
    const inferred = own.inferred.map(moved);
    files.set(path, { ...own, dependencies: own.dependencies, inferred, linked: { ...own.linked, edges } });
  }
  return { graph, files, project: null };
}

function nameOf({ from, to, kind }: GraphEdge): string {
  return `${from}\n${to}\n${kind}`;
}

type Lines = ReadonlyMap<number, number>;

/** Line before → line now, of edges of a kind; null if more than lines and texts is other, or the order of lines. */
function linesMoved(then: FileFacts, now: FileFacts): ((kind: EdgeKind) => Lines) | null {
  if (LINES_ELSEWHERE.has(now.language) || shapeOf(then) !== shapeOf(now)) return null;
  const definitions = inOrder(linesOfDefinitions(then), linesOfDefinitions(now));
  const imports = inOrder(linesOfImports(then), linesOfImports(now));
  const uses = inOrder(linesOfUses(then), linesOfUses(now));
  if (!definitions || !imports || !uses) return null;
  return (kind) => (kind === 'DEFINES' ? definitions : kind === 'IMPORTS' ? imports : uses);
}

/** Null if one line went to two, or two to one, or one before another. */
function inOrder(before: readonly number[], after: readonly number[]): Lines | null {
  const lines = new Map<number, number>();
  for (const [n, line] of before.entries()) {
    const next = after[n]!;
    if ((lines.get(line) ?? next) !== next) return null;
    lines.set(line, next);
  }
  const sorted = [...lines].toSorted(([a], [b]) => a - b);
  return sorted.every(([, line], n) => n === 0 || sorted[n - 1]![1] < line) ? lines : null;
}

/** The facts without what no link depends on. */
function shapeOf(facts: FileFacts): string {
  const { nodes, ...outline } = outlineOf(facts);
  return JSON.stringify([
    { ...outline, references: facts.references.map(withoutLine), imports: facts.imports.map(withoutLine) },
    nodes.map(({ startLine: _s, endLine: _e, text: _t, skipped: _k, ...node }: OutlineNode) => node),
    facts.flow && flowWithoutLines(facts.flow),
    routesOfLines(facts, linesOfUses(facts)),
  ]);
}

function withoutLine<Fact extends { readonly line: number }>({ line: _, ...fact }: Fact): Omit<Fact, 'line'> {
  return fact;
}

function linesOfDefinitions({ nodes, references }: FileFacts): readonly number[] {
  // The file itself is defined by nothing.
  const defined = nodes.filter(({ parent }) => parent !== undefined);
  return [...defined.map(({ startLine = 0 }) => startLine), ...linesOf(references, 'DEFINES')];
}

function linesOfImports({ imports, references }: FileFacts): readonly number[] {
  return [...imports.map(({ line }) => line), ...linesOf(references, 'IMPORTS')];
}

function linesOfUses({ references, flow }: FileFacts): readonly number[] {
  return [...references.map(({ line }) => line), ...(flow ? linesOfFlow(flow) : [])];
}

function linesOf(references: readonly Reference[], wanted: EdgeKind): readonly number[] {
  return references.filter(({ kind }) => kind === wanted).map(({ line }) => line);
}
