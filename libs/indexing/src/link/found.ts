import type { FactNode } from '../facts';

/** What a name refers to. `outside`: something outside the project, so nothing else may be guessed. */
export type Found =
  | { readonly is: 'nodes'; readonly nodes: readonly FactNode[] }
  | { readonly is: 'file'; readonly path: string }
  | { readonly is: 'namespace'; readonly name: string }
  | { readonly is: 'outside' };

export const OUTSIDE: Found = { is: 'outside' };

/** Wraps nodes as a result; undefined for an empty list. */
export function found(nodes: readonly FactNode[]): Found | undefined {
  return nodes.length === 0 ? undefined : { is: 'nodes', nodes };
}

/** The one symbol that several searches agree on: overloads and parts of a type share a qualified name. */
export function onlyOne(finds: readonly Found[]): Found | undefined {
  const nodes = finds.flatMap((find) => (find.is === 'nodes' ? find.nodes : []));
  const names = new Set(nodes.map(({ qualifiedName }) => qualifiedName));
  return names.size === 1 ? { is: 'nodes', nodes: [...new Set(nodes)] } : undefined;
}
