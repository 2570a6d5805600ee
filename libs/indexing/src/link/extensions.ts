import type { FactNode, Reference } from '../facts';
import { familyOf, type Project } from './project';
import type { Resolver } from './resolver';
import { headOf, lastName } from './type-text';

/** Confidence of a call on a type of a library that seems to be one, and of one on a value of unknown type. */
const ALIKE = 0.9;
const ONLY = 0.7;

/** Methods that a call may mean, all overloads of one. */
export interface Extensions {
  readonly nodes: readonly FactNode[];
  /** Undefined if the declared type of the value decides it. */
  readonly confidence?: number;
}

/**
 * The extension methods (C#) that a call on a value means: those for its declared type or for one above that. A type of
 * a library may implement another one, which its name shows: `IDbConnection` and `SqlConnection`. On a value of unknown
 * type, a call means the only method of that name.
 */
export function extensionsOf(
  { name, receiver }: Reference,
  from: FactNode,
  project: Project,
  resolver: Resolver,
): Extensions | undefined {
  const dot = name.lastIndexOf('.');
  if (from.language !== 'csharp' || dot < 0) return undefined;
  const named = project.methodsNamed(familyOf(from.language), name.slice(dot + 1));
  const extensions = named.filter(({ calling }) => calling?.extension);
  if (extensions.length === 0) return undefined;
  const object = name.slice(0, dot);
  if (receiver === undefined && object !== '()' && !isValue(object, from, resolver)) return undefined;
  const text = receiver ?? (object === '()' ? undefined : `#${object}`);
  const names = text === undefined ? [] : resolver.members.namesOf(text, from);
  const known = extensions.filter((method) => names.some((each) => isFor(method, each)));
  if (known.length > 0) return { nodes: known };
  if (names.length > 0) {
    const alike = extensions.filter((method) => names.some((each) => isAlike(firstOf(method), each)));
    return { nodes: alike, confidence: ALIKE };
  }
  // A method of a type may be meant as well.
  return extensions.length === named.length ? { nodes: extensions, confidence: ONLY } : undefined;
}

/** Whether a name before a call is a value, not a type or a namespace. */
function isValue(object: string, from: FactNode, resolver: Resolver): boolean {
  const found = resolver.free(object, from, false);
  if (found?.is === 'nodes') return found.nodes.every(({ kind }) => kind !== 'TYPE' && kind !== 'MODULE');
  return found === undefined && /^[\p{Ll}_]/u.test(object);
}

/** Name of the type that an extension method is for. */
function firstOf({ parameters }: FactNode): string {
  return lastName(headOf(parameters?.[0] ?? '') ?? '');
}

function isFor(method: FactNode, name: string): boolean {
  const first = firstOf(method);
  return first === name || first === 'object' || (method.calling?.typeParameters ?? []).includes(first);
}

const LISTS = /(?:List|Enumerable|Collection|Set|Array|Queue|Stack|Dictionary)$/;

/** Whether a type of a library may implement an interface, by their names. */
function isAlike(contract: string, name: string): boolean {
  if (!/^I[A-Z]/.test(contract)) return false;
  if (LISTS.test(contract)) return LISTS.test(name);
  const last = lastWord(contract);
  return last.length > 3 && last === lastWord(name);
}

/** `Connection` of `IDbConnection`. */
function lastWord(name: string): string {
  return /\p{Lu}\p{Ll}+$/u.exec(name)?.[0] ?? '';
}
