import { createHash } from 'node:crypto';
import type { GraphEdge, GraphFile, GraphNode } from '@quarry/graph-store';
import { defined, type NodeKey } from '@quarry/turn';
import type { FactNode, FileFacts, Reference } from '../facts';
import { flowEdges } from './flow-edges';
import { Edges } from './edges';
import { goImplementations } from './go-interfaces';
import { Project } from './project';
import { Resolver } from './resolver';
import { targetsOf } from './targets';
import { uniqueKeys } from './unique-keys';

export interface LinkOptions {
  /**
   * Name of a package, Go module or crate → its folder, `''` for the root; in addition to the manifests among the
   * facts.
   */
  readonly packages?: ReadonlyMap<string, string>;
  /**
   * Edges that another linker finds in the same facts (with their final keys), by the path of the file that owns them.
   */
  readonly also?: (facts: readonly FileFacts[]) => ReadonlyMap<string, readonly GraphEdge[]>;
}

/**
 * Turns the facts of single files into a graph: definitions with DEFINES edges, and an edge for every reference with
 * exactly one meaning. The number of arguments distinguishes overloads; otherwise the edge goes to all of them. An
 * ambiguous name produces no edge. Pure; the order of `facts` is kept.
 *
 * @example
 * await loadLanguages();
 * const read = (path: string, text: string) => extractorFor(path)?.(path, text) ?? [];
 * const facts = [read('a.ts', "import { b } from './b'; b();"), read('b.ts', 'export function b() {}')].flat();
 * const [main] = linkFacts(facts);
 * main?.edges; // [{ from: 'file:a.ts|FILE', to: 'typescript:b.b|FUNCTION', kind: 'CALLS', line: 1 }, …]
 */
export function linkFacts(facts: readonly FileFacts[], options: LinkOptions = {}): readonly GraphFile[] {
  const files = uniqueKeys(facts);
  const project = new Project(files, options.packages ?? new Map());
  const heritage = heritageOf(files);
  const resolver = new Resolver(project, heritage);
  attachMembers(files, project, resolver, heritage);
  const others = options.also?.(files);
  const flow = flowEdges(files, project, resolver);
  const contracts = goImplementations(files, project, resolver, heritage);
  return files.map((file) => {
    const stated = [...(others?.get(file.path) ?? []), ...(contracts.get(file.path) ?? [])];
    return linkFile(file, project, resolver, stated, flow.get(file.path) ?? []);
  });
}

function linkFile(
  file: FileFacts,
  project: Project,
  resolver: Resolver,
  others: readonly GraphEdge[],
  inferred: readonly GraphEdge[],
): GraphFile {
  const edges = new Edges();
  for (const node of file.nodes) {
    const parent = project.parents.get(node.key);
    if (parent !== undefined) edges.add(parent, node.key, 'DEFINES', node.startLine);
  }
  const own = project.files.get(file.path);
  for (const fact of own ? file.imports : []) {
    for (const path of resolver.importedFiles(fact, own!)) {
      edges.add(own!.node.key, `file:${path}|FILE`, 'IMPORTS', fact.line);
    }
  }
  /** Callers and the overloads that they call: the arguments distinguish them better than the flow of values does. */
  const stated = new Set<string>();
  for (const reference of file.references) {
    for (const { from, to, kind } of targetsOf(reference, project, resolver)) {
      edges.add(from.key, to.key, kind, reference.line);
      if (kind === 'CALLS') stated.add(overloads(from.key, to.key, project));
      importOf(own?.node, to, file, resolver, project, edges);
    }
  }
  for (const { from, to, kind, line } of others) edges.add(from, to, kind, line);
  for (const { from, to, kind, line, confidence } of inferred) {
    if (!stated.has(overloads(from, to, project))) edges.add(from, to, kind, line, defined({ confidence }));
  }
  const nodes = file.nodes.map(withoutFacts);
  const list = edges.list(project.parents);
  const digest = createHash('sha256')
    .update(JSON.stringify([nodes, list]))
    .digest('hex');
  return { path: file.path, digest, nodes, edges: list };
}

function overloads(from: NodeKey, to: NodeKey, project: Project): string {
  return `${from}\n${project.nodes.get(to)?.qualifiedName ?? to}`;
}

/** If namespaces and packages are imported, adds an import of the file that contains the used definition. */
function importOf(
  from: FactNode | undefined,
  to: FactNode,
  file: FileFacts,
  resolver: Resolver,
  project: Project,
  edges: Edges,
): void {
  if (!from || to.path === undefined || to.path === file.path || to.language !== file.language) return;
  if (!['csharp', 'java', 'go', 'php'].includes(file.language)) return;
  const own = project.files.get(file.path)!;
  const fact = file.imports.find(({ module, names }) => {
    const target = resolver.module(module, own);
    const prefix = target.is === 'namespace' ? target.name : module;
    if (!to.qualifiedName.startsWith(`${prefix}.`)) return false;
    const rest = to.qualifiedName.slice(prefix.length + 1);
    return (
      names.length === 0 ||
      names.some(({ imported }) => imported === '*' || rest === imported || rest.startsWith(`${imported}.`))
    );
  });
  if (fact) edges.add(from.key, `file:${to.path}|FILE`, 'IMPORTS', fact.line);
}

function heritageOf(files: readonly FileFacts[]): Map<NodeKey, Reference[]> {
  const heritage = new Map<NodeKey, Reference[]>();
  for (const { references } of files) {
    for (const reference of references) {
      const inherits = reference.kind === 'INHERITS' || reference.kind === 'IMPLEMENTS';
      if (inherits && reference.receiver === undefined) push(heritage, reference.from, reference);
    }
  }
  return heritage;
}

/**
 * Makes methods declared outside their type (Go, Rust, prototypes) its members, and adds the traits of an `impl`
 * elsewhere.
 */
function attachMembers(
  files: readonly FileFacts[],
  project: Project,
  resolver: Resolver,
  heritage: Map<NodeKey, Reference[]>,
): void {
  for (const { path, references } of files) {
    for (const reference of references) {
      const { kind, from, name, receiver } = reference;
      const node = project.nodes.get(from);
      const file = project.files.get(path);
      if (!node || !file) continue;
      if (kind === 'IMPLEMENTS' && receiver !== undefined) {
        for (const type of resolver.type(receiver, node)) push(heritage, type.key, reference);
      }
      if (kind !== 'DEFINES') continue;
      const found = resolver.free(name, project.nodes.get(node.parent ?? '') ?? file.node);
      const inPackage = project.byQualifiedName(
        file.family,
        node.qualifiedName.slice(0, -node.name.length - 1),
      );
      const nodes = found?.is === 'nodes' ? found.nodes : inPackage;
      const owner = nodes.find((candidate) => candidate.kind === 'TYPE' || candidate.kind === 'FUNCTION');
      if (owner) project.attach(owner.key, node);
    }
  }
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function withoutFacts(node: FactNode): GraphNode {
  const { parent: _parent, type: _type, parameters: _parameters, ...rest } = node;
  return rest;
}
