import type { GraphEdge, GraphFile } from '@quarry/graph-store';
import { defined, type NodeKey } from '@quarry/turn';
import type { FactNode, FileFacts, Reference } from '../facts';
import type { FlowCode } from '../flow/flow-code';
import { isHeritage, type Attachment } from './contributions';
import type { Readings } from './dependencies';
import { Edges } from './edges';
import { flowEdges } from './flow-edges';
import { goImplementations } from './go-interfaces';
import { interfaceEdges } from './interface-edges';
import { moduleSettings } from './modules';
import type { Outline } from './outline';
import { Project } from './project';
import { othersDigest } from './link-state';
import { withWholePaths } from './placed-routes';
import { Resolver } from './resolver';
import { RoutePrefixes } from './route-prefixes';
import { digestOfFile, nodesOf } from './graph-file';
import { ofRoute } from './route-handlers';
import { targetsOf } from './targets';

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

/** Names of a whole project, as they are when files are linked one by one. */
export class Linking {
  private readonly project: Project;
  private readonly resolver: Resolver;
  private readonly routePrefixes: RoutePrefixes;
  private readonly stated: readonly ReadonlyMap<string, readonly GraphEdge[]>[];
  /** Members and bases that are written outside their type. */
  readonly attached: readonly Attachment[];

  /** @param outlines with unique keys */
  constructor(
    private readonly outlines: readonly Outline[],
    options: LinkOptions,
  ) {
    const project = new Project(outlines, options.packages ?? new Map());
    const heritage = heritageOf(outlines);
    this.attached = attachMembers(outlines, project, new Resolver(project, heritage), heritage);
    this.project = project;
    // What was asked before all members were attached is forgotten.
    this.resolver = new Resolver(project, heritage);
    this.routePrefixes = new RoutePrefixes(project, this.resolver);
    const contracts = goImplementations(outlines, project, this.resolver, heritage);
    this.stated = [options.also?.(outlines) ?? new Map<string, never>(), contracts];
  }

  get dependencies(): Project['dependencies'] {
    return this.project.dependencies;
  }

  /** What every import may depend on. */
  settings(): string {
    return moduleSettings(this.project);
  }

  /** Edges of a file that are found by reading the whole project. */
  others(path: string): readonly GraphEdge[] {
    return this.stated.flatMap((edges) => edges.get(path) ?? []);
  }

  /** The whole paths of a file's routes that get a prefix in another file. */
  routePaths(path: string): ReadonlyMap<NodeKey, readonly string[]> {
    return this.routePrefixes.of(path);
  }

  /** Digest of what reading the whole project found out about a file; `''` for nothing. */
  othersDigest(path: string): string {
    return othersDigest(this.others(path), this.routePaths(path));
  }

  /** Calls of functions that are passed on as values, by path, and what finding them read. */
  inferred(flows: ReadonlyMap<string, FlowCode | undefined>): {
    readonly edges: ReadonlyMap<string, readonly GraphEdge[]>;
    readonly readings: Readings;
  } {
    let edges: ReadonlyMap<string, readonly GraphEdge[]> = new Map();
    const readings = this.dependencies.during(
      () => (edges = flowEdges(this.outlines, flows, this.project, this.resolver)),
    );
    return { edges, readings };
  }

  /**
   * Links one file.
   * @param own with unique keys
   * @param inferred its calls of functions that are passed on as values
   */
  file(
    own: FileFacts,
    inferred: readonly GraphEdge[],
  ): { readonly linked: GraphFile; readonly readings: Readings } {
    const file = withWholePaths(own, this.routePaths(own.path));
    const edges = new Edges();
    let list: readonly GraphEdge[] = [];
    const readings = this.dependencies.during(() => {
      this.addStated(file, edges, inferred);
      list = edges.list((key) => this.project.parentOf(key));
    });
    const nodes = nodesOf(file);
    return {
      linked: { path: file.path, digest: digestOfFile(nodes, list), nodes, edges: list },
      readings,
    };
  }

  private addStated(file: FileFacts, edges: Edges, inferred: readonly GraphEdge[]): void {
    const { project, resolver } = this;
    for (const node of file.nodes) {
      const parent = project.parentOf(node.key);
      if (parent !== undefined) edges.add(parent, node.key, 'DEFINES', node.startLine);
    }
    const own = project.file(file.path);
    for (const fact of own ? file.imports : []) {
      for (const path of resolver.importedFiles(fact, own!)) {
        edges.add(own!.node.key, `file:${path}|FILE`, 'IMPORTS', fact.line);
      }
    }
    /** Callers and the overloads that they call: the arguments distinguish them better than the flow of values does. */
    const stated = new Set<string>();
    for (const reference of file.references) {
      for (const { from, to, kind, confidence } of targetsOf(reference, project, resolver)) {
        const { line } = reference;
        const edge = { from: from.key, to: to.key, kind, line, ...defined({ confidence }) };
        for (const own of ofRoute(file, edge, isFunction(to))) addEdge(edges, own);
        if (kind === 'CALLS') stated.add(overloads(from.key, to.key, project));
        importOf(own?.node, to, file, resolver, project, edges);
      }
    }
    const others = [...this.others(file.path), ...interfaceEdges(file)];
    for (const { from, to, kind, line } of others) edges.add(from, to, kind, line);
    for (const edge of inferred) {
      if (stated.has(overloads(edge.from, edge.to, project))) continue;
      for (const own of ofRoute(file, edge, true)) addEdge(edges, own);
    }
  }
}

function addEdge(edges: Edges, { from, to, kind, line, confidence }: GraphEdge): void {
  edges.add(from, to, kind, line, defined({ confidence }));
}

function isFunction({ kind }: FactNode): boolean {
  return kind === 'FUNCTION' || kind === 'METHOD';
}

function overloads(from: NodeKey, to: NodeKey, project: Project): string {
  return `${from}\n${project.node(to)?.qualifiedName ?? to}`;
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
  const own = project.file(file.path)!;
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

function heritageOf(files: readonly Outline[]): Map<NodeKey, Reference[]> {
  const heritage = new Map<NodeKey, Reference[]>();
  for (const { references } of files) {
    for (const reference of references) {
      if (isHeritage(reference) && reference.receiver === undefined)
        push(heritage, reference.from, reference);
    }
  }
  return heritage;
}

/**
 * Makes methods declared outside their type (Go, Rust, prototypes) its members, and adds the traits of an `impl`
 * elsewhere.
 */
function attachMembers(
  files: readonly Outline[],
  project: Project,
  resolver: Resolver,
  heritage: Map<NodeKey, Reference[]>,
): readonly Attachment[] {
  const attached: Attachment[] = [];
  for (const { path, references } of files) {
    for (const reference of references) {
      const { kind, from, name, receiver } = reference;
      const node = project.node(from);
      const file = project.file(path);
      if (!node || !file) continue;
      if (kind === 'IMPLEMENTS' && receiver !== undefined) {
        for (const type of resolver.type(receiver, node)) {
          push(heritage, type.key, reference);
          attached.push({ owner: type.key, node, base: reference });
        }
      }
      if (kind !== 'DEFINES') continue;
      const found = resolver.free(name, project.node(node.parent ?? '') ?? file.node);
      const inPackage = project.byQualifiedName(
        file.family,
        node.qualifiedName.slice(0, -node.name.length - 1),
      );
      const nodes = found?.is === 'nodes' ? found.nodes : inPackage;
      const owner = nodes.find((candidate) => candidate.kind === 'TYPE' || candidate.kind === 'FUNCTION');
      if (!owner) continue;
      project.attach(owner.key, node);
      attached.push({ owner: owner.key, node });
    }
  }
  return attached;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
