import { goInterfaceIn, withoutAliases, type GraphEdge, type MethodTypes } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { Reference } from '../facts';
import { signatureIn } from '../languages/go-signature';
import type { Outline, OutlineNode } from './outline';
import type { Project } from './project';
import type { Resolver } from './resolver';

/** More types than this with the methods of one interface say nothing about it: `String() string`. */
const MAX_IMPLEMENTATIONS = 1_000;
/** Confidence of an implementation by methods: types are compared as written, with the name of their package. */
const BY_METHODS = 0.95;
/** Embedded types that are followed, one inside the other. */
const MAX_DEPTH = 4;
const PREDECLARED = new Set(
  (
    'bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 ' +
    'uint32 uint64 uintptr any comparable func map chan struct interface'
  ).split(' '),
);

/** Method name → the method, of everything that a type has: its own and those of the types that it embeds. */
type MethodSet = ReadonlyMap<string, OutlineNode>;

/**
 * IMPLEMENTS edges of Go, by the path of the file that owns them: a type implements an interface if it has all its
 * methods with the same parameters and result, which no line of the code states. The line is that of the first such
 * method.
 */
export function goImplementations(
  files: readonly Outline[],
  project: Project,
  resolver: Resolver,
  heritage: ReadonlyMap<NodeKey, readonly Reference[]>,
): ReadonlyMap<string, readonly GraphEdge[]> {
  const types = new GoTypes(files, project, resolver, heritage);
  const edges = new Map<string, GraphEdge[]>();
  for (const contract of types.interfaces()) {
    const wanted = types.methodsOf(contract, true);
    if (!wanted || wanted.size === 0) continue;
    const found = types.having([...wanted.keys()]).filter((type) => types.fits(type, contract, wanted));
    if (found.length > MAX_IMPLEMENTATIONS) continue;
    for (const type of found) {
      const [first = ''] = [...wanted.keys()].toSorted();
      const method = types.methodsOf(type, false)?.get(first);
      // A method of an embedded type stands elsewhere.
      const own = method !== undefined && project.parentOf(method.key) === type.key ? method : type;
      const path = own.path ?? '';
      const line = own === type ? type.startLine : lineOf(own);
      const edge = {
        from: type.key,
        to: contract.key,
        kind: 'IMPLEMENTS',
        confidence: BY_METHODS,
        ...(line ? { line } : {}),
      } as const;
      edges.set(path, [...(edges.get(path) ?? []), edge]);
    }
  }
  return edges;
}

/** The line that defines a method, behind its comments. */
function lineOf({ startLine, skipped = 0 }: OutlineNode): number | undefined {
  return startLine === undefined ? undefined : startLine + skipped;
}

/** The types of a project's Go files with their methods. */
class GoTypes {
  private readonly types: OutlineNode[] = [];
  /** Key of a type → its own methods. */
  private readonly own = new Map<NodeKey, Map<string, OutlineNode>>();
  /** Name of a method → the types that have it, by embedding too. */
  private readonly owners = new Map<string, OutlineNode[]>();
  private readonly namespaces = new Map<string, string>();
  /** Method sets that were asked for: those of a type are compared with every interface. */
  private readonly sets = {
    whole: new Map<NodeKey, MethodSet | undefined>(),
    known: new Map<NodeKey, MethodSet | undefined>(),
  };

  constructor(
    files: readonly Outline[],
    private readonly project: Project,
    private readonly resolver: Resolver,
    private readonly heritage: ReadonlyMap<NodeKey, readonly Reference[]>,
  ) {
    for (const { path, language, namespace = '', nodes } of files) {
      if (language !== 'go') continue;
      this.namespaces.set(path, namespace);
      for (const node of nodes) {
        if (node.kind === 'TYPE') this.types.push(node);
        const parent = node.kind === 'METHOD' ? project.parentOf(node.key) : undefined;
        if (parent === undefined) continue;
        const methods = this.own.get(parent) ?? new Map<string, OutlineNode>();
        this.own.set(parent, methods.set(node.name, node));
      }
    }
    for (const type of this.types.filter((one) => !isInterface(one)))
      for (const name of this.methodsOf(type, false)?.keys() ?? []) {
        const known = this.owners.get(name);
        if (known) known.push(type);
        else this.owners.set(name, [type]);
      }
  }

  interfaces(): readonly OutlineNode[] {
    return this.types.filter(isInterface);
  }

  /** Types that have a method of each of the names. */
  having(names: readonly string[]): readonly OutlineNode[] {
    const lists = names.map((name) => this.owners.get(name) ?? []);
    const [rarest = []] = lists.toSorted((a, b) => a.length - b.length);
    return rarest;
  }

  /**
   * All methods of a type.
   * @param whole for an interface: undefined if it embeds one whose methods are not known
   */
  methodsOf(type: OutlineNode, whole: boolean): MethodSet | undefined {
    const sets = whole ? this.sets.whole : this.sets.known;
    if (!sets.has(type.key)) sets.set(type.key, this.collected(type, whole, 0));
    return sets.get(type.key);
  }

  private collected(type: OutlineNode, whole: boolean, depth: number): MethodSet | undefined {
    const methods = new Map<string, OutlineNode>();
    for (const reference of this.heritage.get(type.key) ?? []) {
      const bases = this.resolver.type(reference.name, type);
      const standard = bases.length === 0 ? this.standard(reference.name, type) : undefined;
      if (standard) {
        for (const [name, method] of standard) methods.set(name, method);
        continue;
      }
      if (whole && (bases.length !== 1 || depth >= MAX_DEPTH)) return undefined;
      for (const base of depth < MAX_DEPTH ? bases : []) {
        const inherited = this.collected(base, whole, depth + 1);
        if (whole && !inherited) return undefined;
        for (const [name, method] of inherited ?? []) methods.set(name, method);
      }
    }
    for (const [name, method] of this.own.get(type.key) ?? []) methods.set(name, method);
    return methods;
  }

  /** The methods of an interface of the standard library, by its name in the file of a type. */
  private standard(name: string, { path = '' }: OutlineNode): MethodSet | undefined {
    const file = this.project.file(path);
    if (!file) return undefined;
    const dot = name.indexOf('.');
    const module = dot < 0 ? undefined : this.project.local(file, name.slice(0, dot))?.fact.module;
    if (dot >= 0 && module === undefined) return undefined;
    const full = module === undefined ? name : `${module}${name.slice(dot)}`;
    const known = goInterfaceIn(full);
    return known && methodSetOf(full, known);
  }

  /** Whether a type has the methods of an interface, and does not embed it. */
  fits(type: OutlineNode, contract: OutlineNode, wanted: MethodSet): boolean {
    const has = this.methodsOf(type, false);
    return [...wanted].every(([name, method]) => {
      const own = has?.get(name);
      // A method of the interface itself: the type embeds it.
      if (!own || (own.key === method.key && own.path !== undefined)) return false;
      // Only the package of an unexported method can implement it.
      const isOpen = /^\p{Lu}/u.test(name) || this.packageOf(own) === this.packageOf(contract);
      return isOpen && this.signatureOf(own) === this.signatureOf(method);
    });
  }

  /** Parameters and result with their packages, so that `*Match` in `mux` is `*mux.Match` elsewhere. */
  private signatureOf(method: OutlineNode): string {
    const name = this.packageOf(method);
    return JSON.stringify(
      [...(method.parameters ?? []), '→', method.type ?? ''].map((type) => qualified(type, name)),
    );
  }

  private packageOf({ path = '' }: OutlineNode): string {
    return this.namespaces.get(path) ?? '';
  }
}

/** Methods that no file of the project states, as if one did. */
function methodSetOf(owner: string, methods: MethodTypes): MethodSet {
  return new Map(
    Object.entries(methods).map(([name, text]) => {
      const qualifiedName = `${owner}.${name}`;
      const key = `go:${qualifiedName}|METHOD`;
      return [name, { key, kind: 'METHOD', name, qualifiedName, language: 'go', ...signatureIn(text) }];
    }),
  );
}

function isInterface({ signature = '' }: OutlineNode): boolean {
  return /^(?:type\s+)?\w+(?:\[[^\]]*\])?\s+interface\b/.test(signature);
}

function qualified(type: string, name: string): string {
  return withoutAliases(type)
    .replace(/interface\s*\{\s*\}/g, 'any')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\w.])[A-Za-z_]\w*(?![\w.])/g, (word) =>
      PREDECLARED.has(word) ? word : `${name}.${word}`,
    );
}
