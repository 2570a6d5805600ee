import type { NodeKey } from '@quarry/turn';
import type { FactNode, ImportFact, Reference } from '../facts';
import type { Readings } from './dependencies';
import { found, onlyOne, OUTSIDE, type Found } from './found';
import { Members } from './members';
import { Modules } from './modules';
import { rustStart } from './modules-rust';
import { isConstructor, isInternal, isOnlyMember } from './visible';
import { outerOf, type Project, type ProjectFile } from './project';

/** Languages in which a bare name inside a type may be one of its members. */
const BARE_MEMBERS = new Set(['csharp', 'java', 'c', 'ruby']);
/** Of these, those in which a property can have the name of a type, and a base is never a property. */
const SEPARATE_TYPES = new Set(['csharp', 'java']);
/** Languages in which everything in a namespace sees everything else in it. */
const NAMESPACES = new Set(['csharp', 'java', 'go', 'c', 'ruby', 'php']);

/** Languages in which `a.b` may name a namespace `a` within the own one. */
const RELATIVE = new Set(['c', 'ruby', 'php']);

/** Resolves names, seen from a definition: its own scopes, then imports, then the namespace. */
export class Resolver {
  readonly members: Members;
  private readonly modules: Modules;
  /** `path⏎name` → what the file exports under the name, where no type of a value decides it. */
  private readonly exports = new Map<
    string,
    { readonly found: Found | undefined; readonly readings: Readings }
  >();
  /** How often members of values were asked for. */
  private asked = 0;

  constructor(
    readonly project: Project,
    heritage: ReadonlyMap<NodeKey, readonly Reference[]>,
  ) {
    this.modules = new Modules(project);
    this.members = new Members(project, this, heritage);
  }

  /**
   * Resolves a name as written, `a.b.c`, seen from `at`. `whole` false: as far as possible, at least its first segment.
   */
  free(name: string, at: FactNode, whole = true): Found | undefined {
    const file = this.project.fileOf(at);
    if (!file) return undefined;
    const names = name.split('.');
    let length = 1;
    let current = this.first(names[0]!, at, file);
    // Python's `import a.b` binds `a.b` as a whole.
    for (let n = names.length; n > 1 && file.family === 'python'; n--) {
      const local = this.project.local(file, names.slice(0, n).join('.'));
      if (!local) continue;
      current = this.imported(local.fact.module, null, file);
      length = n;
      break;
    }
    if (!current && NAMESPACES.has(file.family) && names.length > 1)
      current = this.namespace(names[0]!, at, file);
    for (; current && length < names.length; length++) {
      const next = this.step(current, names[length]!);
      if (!next && !whole && current.is === 'nodes') return current;
      current = next;
    }
    return current?.is === 'file' ? (this.exportOf(current.path, 'default') ?? current) : current;
  }

  /** A bare name that may be a field: of the types around `at`, of the file, or imported by its own name. */
  field(name: string, at: FactNode): Found | undefined {
    const file = this.project.fileOf(at);
    return file && this.first(name, at, file, 'field');
  }

  /** Resolves a type as written to its types. */
  type(name: string, at: FactNode): readonly FactNode[] {
    const file = this.project.fileOf(at);
    if (!file) return [];
    const exact = /[./]/.test(name) ? this.project.byQualifiedName(file.family, name) : [];
    const known = exact.filter(({ kind }) => kind === 'TYPE');
    if (known.length > 0) return known;
    const free =
      SEPARATE_TYPES.has(file.family) && !name.includes('.')
        ? this.first(name, at, file, 'type')
        : this.free(name, at);
    const result = free ?? this.lastResort(name, file);
    const types = result?.is === 'nodes' ? result.nodes.filter(({ kind }) => kind === 'TYPE') : [];
    return types;
  }

  /**
   * If namespaces are imported as a whole (also by project settings), a type name that exists only once is unambiguous.
   */
  private lastResort(name: string, file: ProjectFile): Found | undefined {
    if (file.family !== 'csharp' || name.length < 3 || name.includes('.')) return undefined;
    return onlyOne([{ is: 'nodes', nodes: this.project.typesNamed(file.family, name) }]);
  }

  /** Resolves a module as written in a file. */
  module(module: string, file: ProjectFile): Found {
    return this.modules.resolve(module, file);
  }

  /**
   * Files that an import reads: its module, and modules among its names (in Rust only the latter, if there are any).
   */
  importedFiles(fact: ImportFact, file: ProjectFile): readonly string[] {
    if (fact.module === '') return [];
    const module = this.modules.resolve(fact.module, file);
    const below = ['python', 'rust'].includes(file.family)
      ? fact.names.map(({ imported }) => this.imported(fact.module, imported, file))
      : [];
    const all = file.family === 'rust' && below.some(({ is }) => is === 'file') ? below : [module, ...below];
    return all.flatMap((found) => (found.is === 'file' ? [found.path] : []));
  }

  private first(name: string, at: FactNode, file: ProjectFile, as?: 'field' | 'type'): Found | undefined {
    const { project } = this;
    const isMeant = (node: FactNode): boolean => as !== 'type' || node.kind === 'TYPE';
    for (
      let node: FactNode | undefined = at;
      node && node.kind !== 'FILE';
      node = project.node(node.parent ?? '')
    ) {
      const isType = node.kind === 'TYPE';
      const inside = !isType
        ? project.children(node.key, name).filter((child) => !isOnlyMember(child, file))
        : BARE_MEMBERS.has(file.family)
          ? this.members.of([node], name).filter((member) => !isConstructor(member) && isMeant(member))
          : [];
      if (inside.length > 0) return found(inside);
    }
    const top = project.nearestOf(project.children(file.node.key, name), at, file.family);
    const free = top.filter((node) => !isOnlyMember(node, file));
    if (free.length > 0) return found(free);
    const local = this.project.local(file, name);
    if (local) return this.imported(local.fact.module, local.imported, file);
    if (file.family === 'rust') {
      const path = rustStart(project, name, file.facts.path);
      if (path !== undefined) return { is: 'file', path };
    }
    // A namespace has no fields; `using static` and `import static` bring those of a type.
    if (as === 'field') return this.byWildcard(name, file, true);
    return this.inNamespace(name, at, file) ?? this.byWildcard(name, file);
  }

  /** A namespace by its name; in C++, Ruby and PHP also relative to those around. */
  private namespace(name: string, at: FactNode, { family }: ProjectFile): Found | undefined {
    const own = at.kind === 'FILE' ? this.project.namespaceOf(at) : at.qualifiedName;
    for (let space = RELATIVE.has(family) ? own : ''; ; space = outerOf(space)) {
      const full = space === '' ? name : `${space}.${name}`;
      if (this.project.isNamespace(family, full)) return { is: 'namespace', name: full };
      if (space === '') return undefined;
    }
  }

  private inNamespace(name: string, at: FactNode, file: ProjectFile): Found | undefined {
    if (!NAMESPACES.has(file.family)) return undefined;
    const namespace = this.project.namespaceOf(at);
    const bare = file.family === 'go' ? this.goPrefix(at) : undefined;
    const own = bare ?? (at.kind === 'FILE' ? namespace : at.qualifiedName);
    for (let space = own; ; space = outerOf(space)) {
      const nodes = this.project.byQualifiedName(file.family, space === '' ? name : `${space}.${name}`);
      const visible =
        file.family === 'c'
          ? nodes.filter((node) => !isConstructor(node) && (!isInternal(node) || node.path === at.path))
          : nodes.filter(({ kind }) => kind !== 'METHOD' && (kind !== 'FIELD' || bare !== undefined));
      if (visible.length > 0) return found(visible);
      // C# and C++ also see the enclosing namespaces; Java and Go do not.
      if (file.family === 'php' && space === namespace && space !== '') return this.globalFunction(name);
      if (space === '' || bare !== undefined || (file.family === 'java' && space === namespace))
        return undefined;
    }
  }

  /** PHP looks for a function in the global namespace, too. */
  private globalFunction(name: string): Found | undefined {
    return found(this.project.byQualifiedName('php', name).filter(({ kind }) => kind === 'FUNCTION'));
  }

  /** `folder/name` of a Go definition's package. */
  private goPrefix(at: FactNode): string {
    const slash = at.qualifiedName.lastIndexOf('/') + 1;
    const dot = at.qualifiedName.indexOf('.', slash);
    if (at.kind !== 'FILE') return at.qualifiedName.slice(0, dot);
    const folder = at.qualifiedName.slice(0, Math.max(0, slash - 1));
    return folder === '' ? (this.project.fileOf(at)?.facts.namespace ?? '') : folder;
  }

  private byWildcard(name: string, file: ProjectFile, isStatic = false): Found | undefined {
    // Ruby's `require` brings files, whose names all files see.
    if (file.family === 'ruby') return undefined;
    const finds = this.project.wildcards(file).flatMap((fact) => {
      if (isStatic && fact.names.length === 0) return [];
      const module = this.modules.resolve(fact.module, file);
      return module.is === 'outside' ? [] : (this.step(module, name) ?? []);
    });
    return finds.length === 1 ? finds[0] : onlyOne(finds);
  }

  /** The target of an import; `OUTSIDE` if it is not in this project. */
  private imported(module: string, name: string | null, file: ProjectFile): Found {
    const found = this.modules.resolve(module, file);
    if (name === null) return found;
    const member = found.is === 'outside' ? undefined : this.step(found, name);
    if (member) return member;
    // The default import of a module without a default is the module itself, between the two module systems of
    // JavaScript.
    if (name === 'default' && found.is === 'file') return found;
    return this.submodule(module, name, file);
  }

  /** Python's `from a import b`, with `b` as a module. */
  private submodule(module: string, name: string, file: ProjectFile): Found {
    if (file.family !== 'python') return OUTSIDE;
    return this.modules.resolve(/^\.+$/.test(module) ? module + name : `${module}.${name}`, file);
  }

  /** Follows one more segment. */
  private step(from: Found, name: string): Found | undefined {
    if (from.is === 'outside') return OUTSIDE;
    if (from.is === 'file') {
      const member = this.exportOf(from.path, name);
      if (member || name === 'default') return member;
      // `const Shop = require('./shop')`, with the class as the module.
      const whole = this.exportOf(from.path, 'default');
      return whole && whole.is !== 'file' ? this.step(whole, name) : undefined;
    }
    if (from.is === 'nodes') {
      this.asked++;
      return found(this.members.ofValue(from.nodes, name)) ?? this.below(from.nodes, name);
    }
    for (const family of NAMESPACES) {
      const nodes = this.project.byQualifiedName(family, `${from.name}.${name}`);
      if (nodes.length > 0) return found(nodes);
      if (this.project.isNamespace(family, `${from.name}.${name}`)) {
        return { is: 'namespace', name: `${from.name}.${name}` };
      }
    }
    return undefined;
  }

  /** A module of Ruby is a type and a namespace; as the latter it has no node of its own in most files. */
  private below([type]: readonly FactNode[], name: string): Found | undefined {
    if (type?.language !== 'ruby' || type.kind !== 'TYPE') return undefined;
    return found(this.project.byQualifiedName('ruby', `${type.qualifiedName}.${name}`));
  }

  /** As `exported`, found once: many files import the same names through files that only re-export. */
  private exportOf(path: string, name: string): Found | undefined {
    const { dependencies } = this.project;
    const key = `${path}\n${name}`;
    const known = this.exports.get(key);
    if (known) {
      dependencies.current.used.add(known.readings);
      return known.found;
    }
    const { asked } = this;
    let found: Found | undefined;
    const readings = dependencies.during(() => (found = this.exported(path, name, new Set())));
    dependencies.current.used.add(readings);
    if (this.asked === asked) this.exports.set(key, { found, readings });
    return found;
  }

  /** What a module exports under a name: its own definitions, re-exports, modules below it. */
  private exported(path: string, name: string, seen: Set<string>): Found | undefined {
    const file = this.project.file(path);
    const visit = `${path}\n${name}`;
    if (!file || seen.has(visit) || seen.size > 200) return undefined;
    seen.add(visit);
    const own = this.project.children(file.node.key, name);
    if (own.length > 0) return found(own);
    const handed =
      this.project.handedOn(file, name) ??
      (file.family === 'python' ? this.project.local(file, name) : undefined);
    if (handed) return this.handedOn(handed.fact.module, handed.imported, file, seen);
    const below = file.family === 'rust' ? rustStart(this.project, name, path) : undefined;
    if (below !== undefined) return { is: 'file', path: below };
    const finds = (
      file.family === 'python' ? this.project.wildcards(file) : this.project.handedOnWhole(file)
    ).flatMap((fact) => {
      const module = this.modules.resolve(fact.module, file);
      if (module.is === 'file')
        return name === 'default' ? [] : (this.exported(module.path, name, seen) ?? []);
      return module.is === 'nodes' ? (this.step(module, name) ?? []) : [];
    });
    if (finds.length > 0) return onlyOne(finds) ?? (finds.length === 1 ? finds[0] : undefined);
    if (file.family === 'python' && path.endsWith('__init__.py')) {
      const module = this.modules.resolve(`.${name}`, file);
      if (module.is === 'file') return module;
    }
    return undefined;
  }

  private handedOn(
    module: string,
    name: string | null,
    file: ProjectFile,
    seen: Set<string>,
  ): Found | undefined {
    if (module === '' && name !== null) {
      const own = this.project.children(file.node.key, name);
      if (own.length > 0) return found(own);
      const local = this.project.local(file, name);
      return local ? this.handedOn(local.fact.module, local.imported, file, seen) : undefined;
    }
    const target = this.modules.resolve(module, file);
    if (name === null || target.is === 'outside') return target;
    if (target.is !== 'file') return this.step(target, name);
    return this.exported(target.path, name, seen) ?? this.submodule(module, name, file);
  }
}
