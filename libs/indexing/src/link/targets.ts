import type { EdgeKind } from '@quarry/graph-store';
import { defined } from '@quarry/turn';
import type { FactNode, Reference } from '../facts';
import { extensionsOf } from './extensions';
import { isInside } from './members';
import { overloads } from './overloads';
import { familyOf, type Project } from './project';
import type { Resolver } from './resolver';

/** One edge of a reference. */
interface Target {
  readonly from: FactNode;
  readonly to: FactNode;
  readonly kind: EdgeKind;
  /** Below 1 if the edge is only probable. */
  readonly confidence?: number;
}

/** The kinds resolved here; names of database objects belong to another linker. */
const OWN_KINDS: ReadonlySet<EdgeKind> = new Set(['CALLS', 'USES', 'INHERITS', 'IMPLEMENTS']);

/** What a name that is a value can be a relation to. */
const CALLABLE: ReadonlySet<string> = new Set(['METHOD', 'FUNCTION']);

/** The targets of a reference; empty if it has none in this project, or is ambiguous. */
export function targetsOf(reference: Reference, project: Project, resolver: Resolver): readonly Target[] {
  const from = project.node(reference.from);
  if (!from || !OWN_KINDS.has(reference.kind) || from.language === 'sql') return [];
  const { kind, receiver } = reference;
  const whole = (nodes: readonly FactNode[]) =>
    one(nodes).flatMap((node) => (node.kind === 'TYPE' ? resolver.members.partsOf(node) : [node]));
  if (kind === 'INHERITS' || kind === 'IMPLEMENTS') {
    const at = isInside(reference, from) ? from : (project.node(from.parent ?? '') ?? from);
    const types = receiver === undefined ? [from] : one(resolver.type(receiver, from));
    const bases = ofArity(whole(resolver.type(reference.name, at)), reference);
    return types.flatMap((type) =>
      bases
        .filter((base) => base.qualifiedName !== type.qualifiedName || arityOf(base) !== arityOf(type))
        .map((to) => ({ from: type, to, kind })),
    );
  }
  const nodes = whole(lookUp(reference, from, project, resolver));
  if (kind === 'CALLS' && nodes.length === 0) return calledExtensions(reference, from, project, resolver);
  const ends =
    kind === 'CALLS'
      ? overloads(nodes, reference).flatMap((to) => called(to, reference, resolver))
      : ofArity(valuesOf(nodes, reference), reference).map((to) => ({ to, kind: kindOf(to, reference) }));
  const named = kind === 'CALLS' && ends.length > 0 ? typeBefore(reference, from, resolver) : [];
  return [...ends, ...whole(named).map((to) => ({ to, kind: 'USES' as const }))].map((end) => ({
    from,
    ...end,
  }));
}

/** To read a property is to call it. */
function kindOf({ calling }: FactNode, { kind, asValue }: Reference): EdgeKind {
  return asValue && calling?.property ? 'CALLS' : kind;
}

/** Of types of one name those with as many type parameters as it states arguments, if any: `Repo<T>` is not `Repo`. */
function ofArity(nodes: readonly FactNode[], { typeArguments = 0 }: Reference): readonly FactNode[] {
  const fitting = nodes.filter((node) => arityOf(node) === typeArguments);
  return fitting.length > 0 && nodes.every(({ kind }) => kind === 'TYPE') ? fitting : nodes;
}

/** Type parameters of a type, in languages in which it is another type by their number. */
function arityOf({ calling }: FactNode): number {
  return calling?.typeParameters?.length ?? 0;
}

/** The type whose static member a call names: `Prices` of `Prices.total(order)`. */
function typeBefore({ name, receiver }: Reference, from: FactNode, resolver: Resolver): readonly FactNode[] {
  const dot = name.lastIndexOf('.');
  if (receiver !== undefined || dot <= 0 || name.startsWith('().')) return [];
  return resolver.type(name.slice(0, dot), from);
}

/** The extension methods that a call means; their first parameter is the value before the name. */
function calledExtensions(
  reference: Reference,
  from: FactNode,
  project: Project,
  resolver: Resolver,
): readonly Target[] {
  const found = extensionsOf(reference, from, project, resolver);
  if (!found) return [];
  const { confidence } = found;
  const { arity } = reference;
  const { shapes } = reference;
  const call = {
    ...reference,
    ...defined({ arity: arity === undefined ? undefined : arity + 1 }),
    ...defined({ shapes: shapes === undefined ? undefined : `-${shapes}` }),
  };
  return overloads(one(found.nodes), call).map((to) => ({
    ...{ from, to, kind: 'CALLS' as const },
    ...defined({ confidence }),
  }));
}

function lookUp(
  reference: Reference,
  from: FactNode,
  project: Project,
  resolver: Resolver,
): readonly FactNode[] {
  const nodes = lookUpName(reference, from, project, resolver);
  if (nodes.length > 0 || !reference.name.endsWith('=')) return nodes;
  // Ruby's `item.price = 1` sets the attribute where no method `price=` is written.
  const attribute = { ...reference, name: reference.name.slice(0, -1) };
  return lookUpName(attribute, from, project, resolver).filter(({ kind }) => kind === 'FIELD');
}

function lookUpName(
  reference: Reference,
  from: FactNode,
  project: Project,
  resolver: Resolver,
): readonly FactNode[] {
  const { name, receiver, kind } = reference;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (receiver !== undefined) {
    return resolver.members.of(resolver.members.expression(receiver, from), last);
  }
  if (name.startsWith('().')) return guess(last, reference, from, project);
  const found =
    reference.asField && !name.includes('.')
      ? resolver.field(name, from)
      : resolver.free(name, from, kind === 'CALLS' || reference.asField);
  if (found?.is === 'nodes') return found.nodes;
  const dot = name.lastIndexOf('.');
  // Project settings of C# import namespaces, too: a type that exists only once is meant all the same.
  if (found === undefined && kind === 'CALLS' && from.language === 'csharp' && dot > 0)
    return resolver.members.of(resolver.type(name.slice(0, dot), from), last);
  if (found !== undefined || kind === 'CALLS' || reference.asField) return [];
  const types = resolver.type(name, from);
  return types.length > 0 || from.language !== 'csharp' ? types : resolver.type(`${name}Attribute`, from);
}

/** What a name means that is a value; any other name may mean everything. */
function valuesOf(nodes: readonly FactNode[], { asValue, asField }: Reference): readonly FactNode[] {
  if (asField) return nodes.filter(({ kind }) => kind === 'FIELD');
  return asValue ? valueOf(nodes) : nodes;
}

/** The function that a value names; which of several overloads it is, only its use decides. */
function valueOf(nodes: readonly FactNode[]): readonly FactNode[] {
  const callable = nodes.filter(({ kind }) => CALLABLE.has(kind));
  // A property has one function that gives it and one that sets it.
  const getters = callable.filter(({ calling }) => calling?.property);
  if (getters.length === 1) return getters;
  return callable.length === 1 ? callable : [];
}

/** Names of the method that a call of a type calls, where it is not the type's name or `constructor`. */
const CONSTRUCTORS: Readonly<Record<string, string>> = {
  python: '__init__',
  ruby: 'initialize',
  php: '__construct',
};

/** A call of a type is a call of its constructor if the project contains it: its own, or an inherited one. */
function called(to: FactNode, reference: Reference, resolver: Resolver): readonly Omit<Target, 'from'>[] {
  if (to.kind === 'METHOD' || to.kind === 'FUNCTION') return [{ to, kind: 'CALLS' }];
  if (to.kind !== 'TYPE') return [{ to, kind: 'USES' }];
  const named = ['csharp', 'java', 'c', 'cpp'].includes(to.language);
  const name = named ? to.name : (CONSTRUCTORS[to.language] ?? 'constructor');
  const constructors = overloads(
    resolver.members.of([to], name).filter(({ kind }) => kind === 'METHOD'),
    reference,
  );
  return [{ to, kind: 'USES' }, ...constructors.map((method) => ({ to: method, kind: 'CALLS' as const }))];
}

/** One symbol or none: overloads and parts of a type share a qualified name. */
function one(nodes: readonly FactNode[]): readonly FactNode[] {
  return new Set(nodes.map(({ qualifiedName }) => qualifiedName)).size === 1 ? nodes : [];
}

const BUILT_IN = new Set(
  [Object, Function, Array, String, Number, Map, Set, Promise, Date, RegExp, Uint8Array].flatMap((type) => [
    ...Object.getOwnPropertyNames(type),
    ...Object.getOwnPropertyNames(type.prototype),
  ]),
);

/** Verbs that also begin names in libraries: after one of them, two words are not distinctive. */
const COMMON_VERBS =
  /^(get|set|is|as|to|from|has|add|remove|read|write|try|on|into|with|start|end|next|close|open|for|index|last|push|map|sort|find|first|single|create|update|delete|load|save|send)$/;

/**
 * Languages in which calls on unknown values may be guessed. In Go and Rust types are declared; an unknown one belongs
 * to a library.
 */
const GUESSED = new Set(['typescript', 'javascript', 'python', 'csharp', 'java', 'ruby', 'php']);

/**
 * The last resort for a member of a value with an unknown type: a method whose name exists only once. Only for
 * distinctive names, because libraries also have `get`, `close` and `addAll`, and only if the arguments fit.
 */
function guess(
  name: string,
  { arity, kind }: Reference,
  from: FactNode,
  project: Project,
): readonly FactNode[] {
  const words = name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .split('_')
    .filter(Boolean);
  const distinctive = words.length > 2 || (words.length === 2 && !COMMON_VERBS.test(words[0]!));
  if (kind !== 'CALLS' || !distinctive || BUILT_IN.has(name) || !GUESSED.has(from.language)) return [];
  const methods = project.methodsNamed(familyOf(from.language), name);
  const [only] = methods;
  // A method that overrides one of a library is called through that library's type.
  // A method that calls its own name on something unknown passes the call on, to another type.
  if (!only || only.key === from.key || methods.length > 1 || only.overrides) return [];
  return arity === undefined || only.parameters === undefined || arity <= only.parameters.length
    ? methods
    : [];
}
