import type { NodeKey } from '@quarry/turn';
import type { ImportFact } from '../facts';
import { isManifest } from '../languages/manifest';
import { Dependencies } from './dependencies';
import type { Outline, OutlineNode } from './outline';

/** Languages whose files import each other count as one. */
export function familyOf(language: string): string {
  return FAMILIES.get(language) ?? language;
}

const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['typescript', 'ecmascript'],
  ['javascript', 'ecmascript'],
  ['cpp', 'c'],
]);

/** Languages in which one file may have definitions in many namespaces. */
const MANY_NAMESPACES = new Set(['c', 'ruby', 'php']);

/** More definitions of one name in one place are not overloads; such a name is meaningless. */
const MAX_SAME_NAME = 64;

/** An import, and the exported name that it gives a local one; null: the whole module. */
export interface Imported {
  readonly fact: ImportFact;
  readonly imported: string | null;
}

/** A file with its imports indexed for lookups. */
export interface ProjectFile {
  readonly facts: Outline;
  readonly family: string;
  readonly node: OutlineNode;
  /** Local name → its import. */
  readonly locals: ReadonlyMap<string, Imported>;
  /** Imports of everything that a module exports. */
  readonly wildcards: readonly ImportFact[];
  /** Re-exported names, likewise. */
  readonly handedOn: ReadonlyMap<string, Imported>;
  readonly handedOnWhole: readonly ImportFact[];
}

/** All facts of a project, in maps that are built once. */
export class Project {
  readonly files = new Map<string, ProjectFile>();
  /** Name of a package, module or crate → its folder, `''` for the root. */
  readonly packages: ReadonlyMap<string, string>;
  /** What is looked up. */
  readonly dependencies = new Dependencies();
  private readonly nodes = new Map<NodeKey, OutlineNode>();
  /** Key → key of the enclosing definition. */
  private readonly parents = new Map<NodeKey, NodeKey>();
  /** Parent key → name → definitions of that name in it. */
  private readonly members = new Map<NodeKey, Map<string, OutlineNode[]>>();
  /** `family:qualified.name` → nodes. */
  private readonly qualified = new Map<string, OutlineNode[]>();
  /** `family:name` → types. */
  private readonly types = new Map<string, OutlineNode[]>();
  /** `family:name` → methods. */
  private readonly methods = new Map<string, OutlineNode[]>();
  /** Ends of the names of Python's modules. @see moduleEnds */
  private readonly modules = new Set<string>();
  /** `family:namespace` of every namespace with definitions, and of its parents. */
  private readonly namespaces = new Set<string>();

  constructor(facts: readonly Outline[], packages: ReadonlyMap<string, string>) {
    this.packages = new Map([...ownPackages(facts), ...packages]);
    for (const file of facts) {
      const [node] = file.nodes;
      if (!node) continue;
      const family = familyOf(file.language);
      this.files.set(file.path, { facts: file, family, node, ...sortImports(file, family) });
      for (const each of file.nodes) this.add(each, family);
      for (const space of namespacesOf(file, family)) this.namespaces.add(`${family}:${space}`);
      if (family === 'python') for (const end of moduleEnds(file.path)) this.modules.add(end);
    }
  }

  private add(node: OutlineNode, family: string): void {
    this.nodes.set(node.key, node);
    if (node.kind === 'FILE') return;
    push(this.qualified, `${family}:${node.qualifiedName}`, node);
    if (node.kind === 'TYPE') push(this.types, `${family}:${node.name}`, node);
    if (node.kind === 'METHOD') push(this.methods, `${family}:${node.name}`, node);
    if (node.parent !== undefined) this.attach(node.parent, node);
  }

  /** Makes a node a member of another one, in addition to its syntactic parent. */
  attach(parent: NodeKey, node: OutlineNode): void {
    this.parents.set(node.key, parent);
    const names = this.members.get(parent) ?? new Map<string, OutlineNode[]>();
    this.members.set(parent, names);
    push(names, node.name, node);
  }

  file(path: string): ProjectFile | undefined {
    this.dependencies.read('file', path);
    return this.files.get(path);
  }

  node(key: NodeKey): OutlineNode | undefined {
    this.dependencies.read('node', key);
    return this.nodes.get(key);
  }

  /** Key of the enclosing definition. */
  parentOf(key: NodeKey): NodeKey | undefined {
    this.dependencies.read('node', key);
    return this.parents.get(key);
  }

  /** The import of a file's local name. */
  local({ facts: { path }, locals }: ProjectFile, name: string): Imported | undefined {
    this.dependencies.read('local', path, name);
    return locals.get(name);
  }

  /** The import of a name that a file exports as well. */
  handedOn({ facts: { path }, handedOn }: ProjectFile, name: string): Imported | undefined {
    this.dependencies.read('handed on', path, name);
    return handedOn.get(name);
  }

  wildcards({ facts: { path }, wildcards }: ProjectFile): readonly ImportFact[] {
    this.dependencies.read('wildcards', path);
    return wildcards;
  }

  handedOnWhole({ facts: { path }, handedOnWhole }: ProjectFile): readonly ImportFact[] {
    this.dependencies.read('handed on whole', path);
    return handedOnWhole;
  }

  /** Direct members of that name. */
  children(parent: NodeKey, name: string): readonly OutlineNode[] {
    this.dependencies.read('member', parent, name);
    return few(this.members.get(parent)?.get(name));
  }

  byQualifiedName(family: string, name: string): readonly OutlineNode[] {
    this.dependencies.read('qualified', family, name);
    return few(this.qualified.get(`${family}:${name}`));
  }

  typesNamed(family: string, name: string): readonly OutlineNode[] {
    this.dependencies.read('type', family, name);
    return few(this.types.get(`${family}:${name}`));
  }

  methodsNamed(family: string, name: string): readonly OutlineNode[] {
    this.dependencies.read('method', family, name);
    return few(this.methods.get(`${family}:${name}`));
  }

  /**
   * The namespace that a definition is in, or that of a file; `''` for none. Of a file with many, it is that of the
   * definition's outermost one.
   */
  namespaceOf(node: OutlineNode): string {
    const file = this.fileOf(node);
    if (!file || node.kind === 'FILE' || !MANY_NAMESPACES.has(file.family))
      return file?.facts.namespace ?? '';
    let top = node;
    for (let above = this.node(top.parent ?? ''); above && above.kind !== 'FILE';)
      [top, above] = [above, this.node(above.parent ?? '')];
    return spaceAround(top);
  }

  /**
   * The definitions at the top of a file that a name means there: of those in several namespaces, those in the nearest
   * one. PHP sees no namespace but its own.
   */
  nearestOf(nodes: readonly OutlineNode[], at: OutlineNode, family: string): readonly OutlineNode[] {
    if (!MANY_NAMESPACES.has(family)) return nodes;
    const own = this.namespaceOf(at);
    if (family === 'php') return nodes.filter((node) => spaceAround(node) === own);
    if (new Set(nodes.map(spaceAround)).size < 2) return nodes;
    for (let space = own; ; space = outerOf(space)) {
      const there = nodes.filter((node) => spaceAround(node) === space);
      if (there.length > 0) return there;
      if (space === '') return nodes;
    }
  }

  isNamespace(family: string, name: string): boolean {
    this.dependencies.read('namespace', family, name);
    return this.namespaces.has(`${family}:${name}`);
  }

  /** Whether the name of some module of Python ends so; see {@link moduleEnds}. */
  hasModule(end: string): boolean {
    this.dependencies.read('module', end);
    return this.modules.has(end);
  }

  fileOf(node: OutlineNode): ProjectFile | undefined {
    return node.path === undefined ? undefined : this.file(node.path);
  }
}

function spaceAround({ qualifiedName }: OutlineNode): string {
  return outerOf(qualifiedName);
}

/** A qualified name without its last part; `''` if it has only one. */
export function outerOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

function ownPackages(facts: readonly Outline[]): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const { path, namespace } of facts) {
    if (namespace === undefined || !isManifest(path) || folders.has(namespace)) continue;
    folders.set(namespace, path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  }
  return folders;
}

/** The imports of a file by how they bring names. */
export function sortImports(file: Outline, family: string): Omit<ProjectFile, 'facts' | 'family' | 'node'> {
  const locals = new Map<string, { fact: ImportFact; imported: string | null }>();
  const handedOn = new Map<string, { fact: ImportFact; imported: string | null }>();
  const wildcards: ImportFact[] = [];
  const handedOnWhole: ImportFact[] = [];
  for (const fact of file.imports) {
    // Names re-exported by `export … from` are not visible in the file itself; those of Rust's `pub use` are.
    const targets = fact.reexport ? (family === 'rust' ? [handedOn, locals] : [handedOn]) : [locals];
    const star = fact.names.some(({ imported }) => imported === '*');
    for (const names of targets) {
      if (fact.alias !== undefined) names.set(fact.alias, { fact, imported: null });
      for (const { imported, local } of fact.names) {
        if (local !== '*' && !names.has(local)) names.set(local, { fact, imported });
      }
    }
    if (star || (fact.names.length === 0 && fact.alias === undefined)) {
      if (fact.reexport) handedOnWhole.push(fact);
      if (!fact.reexport || family === 'rust') wildcards.push(fact);
    }
  }
  return { locals, handedOn, wildcards, handedOnWhole };
}

/** The namespaces that a file has definitions in, and those around them. */
export function namespacesOf({ namespace = '', nodes }: Outline, family: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = (space: string): void => {
    for (let name = space; name !== '' && !found.has(name); name = outerOf(name)) found.add(name);
  };
  open(namespace);
  for (const node of MANY_NAMESPACES.has(family) ? nodes : [])
    if ((node.kind === 'TYPE' || node.kind === 'FUNCTION') && node.parent?.startsWith('file:'))
      open(spaceAround(node));
  return found;
}

/**
 * The last name of a module of Python, and the last two, as in paths.
 * @example
 * moduleEnds('shop/tax/rates.py');    // ['rates', 'tax/rates']
 * moduleEnds('shop/tax/__init__.py'); // ['__init__', 'tax/__init__', 'tax', 'shop/tax']
 */
export function moduleEnds(path: string): readonly string[] {
  const parts = path.replace(/\.pyi?$/, '').split('/');
  const names = parts.at(-1) === '__init__' ? [parts, parts.slice(0, -1)] : [parts];
  return names.flatMap((name) => [1, 2].filter((n) => n <= name.length).map((n) => name.slice(-n).join('/')));
}

function few(nodes: readonly OutlineNode[] | undefined): readonly OutlineNode[] {
  return nodes && nodes.length <= MAX_SAME_NAME ? nodes : [];
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
