import type { GraphNode } from '@quarry/graph-store';
import type { Subject } from './operation';
import { escaped } from './source-lines';

/** A name, and the types of parameters behind it: `Store.Save(int, string)`. */
export function withoutTypes(name: string): { readonly bare: string; readonly types?: readonly string[] } {
  const [, bare, listed = ''] = /^([^()\s/]+)\(([^()]*)\)$/.exec(name.trim()) ?? [];
  if (bare === undefined) return { bare: name };
  return listed.trim() === '' ? { bare } : { bare, types: listed.split(',').map(typeOf) };
}

/** The overloads that have parameters of these types, and a note on which there are; all of them if none has. */
export function overloadsOf(
  subjects: readonly Subject[],
  types: readonly string[] | undefined,
): { readonly subjects: readonly Subject[]; readonly note: readonly string[] } {
  if (!types) return { subjects, note: [] };
  const all = subjects
    .flatMap(({ nodes }) => nodes)
    .filter(({ kind }) => kind === 'METHOD' || kind === 'FUNCTION');
  const isMeant = (node: GraphNode): boolean => {
    const own = parametersOf(node);
    return own?.length === types.length && own.every((type, at) => isType(type, types[at]!));
  };
  const meant = all.filter(isMeant);
  const others = all.filter((node) => !meant.includes(node)).map(shown);
  if (all.length < 2) return { subjects, note: [] };
  const listed = [...new Set(others)].join(', ');
  if (meant.length === 0)
    return { subjects, note: [`no overload takes (${types.join(', ')}), only ${listed}`] };
  const kept = subjects
    .map((subject) => ({ ...subject, nodes: subject.nodes.filter((node) => meant.includes(node)) }))
    .filter(({ nodes }) => nodes.length > 0);
  const which = `this is ${[...new Set(meant.map(shown))].join(', ')}`;
  return { subjects: kept, note: [others.length === 0 ? which : `${which}; not ${listed}`] };
}

/** The types of the parameters of a definition, as its key has them where there are overloads, or else its signature. */
function parametersOf({ key, name, signature = '' }: GraphNode): readonly string[] | undefined {
  const [, inKey] = /\(([^()]*)\)(?:~\d+)?\|[A-Z]+$/.exec(key) ?? [];
  const [, stated = ''] =
    new RegExp(`(?<![\\w$])${escaped(name)}\\s*(?:<[^()]*>)?\\(([^()]*)`).exec(signature) ?? [];
  const listed = inKey ?? stated;
  return listed.trim() === '' ? [] : listed.split(/,(?![^<>]*>)/).map(typeOf);
}

/** `int` of `int id`, `id: int` and `final int id = 1`. */
function typeOf(parameter: string): string {
  const plain = (parameter.split('=')[0] ?? '').trim();
  const typed = /^[\w$?]+\s*:\s*([^]+)$/.exec(plain)?.[1];
  const words = plain
    .split(/\s+/)
    .filter((word) => !/^(?:final|this|ref|out|in|params|const|@\w+)$/.test(word));
  return typed ?? words[0] ?? plain;
}

function isType(own: string, wanted: string): boolean {
  const last = (type: string): string =>
    type
      .replace(/^(?:\w+\.)+/, '')
      .replace(/[?\s]/g, '')
      .toLowerCase();
  return last(own) === last(wanted);
}

function shown(node: GraphNode): string {
  return `${node.name}(${(parametersOf(node) ?? []).join(', ')})`;
}
