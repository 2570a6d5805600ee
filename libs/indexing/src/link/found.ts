import type { FactNode } from '../facts';
import { outerOf, type Project, type ProjectFile } from './project';

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

/** Resolves a name that an import gives to a type, otherwise to a namespace. */
export function namespaceOrType(project: Project, family: string): (module: string) => Found {
  return (module) => {
    const types = project.byQualifiedName(family, module);
    if (types.length > 0) return { is: 'nodes', nodes: types };
    return project.isNamespace(family, module) ? { is: 'namespace', name: module } : OUTSIDE;
  };
}

/**
 * The same in C#, where an import inside of a namespace may leave out what it shares with that: `using Internal` in
 * `MyApp.Orders` means `MyApp.Internal`.
 */
export function csharpNamespace(project: Project): (module: string, from: ProjectFile) => Found {
  const whole = namespaceOrType(project, 'csharp');
  return (module, { facts }) => {
    const found = whole(module);
    for (let space = facts.namespace ?? ''; found.is === 'outside' && space !== ''; space = outerOf(space)) {
      const relative = whole(`${space}.${module}`);
      if (relative.is !== 'outside') return relative;
    }
    return found;
  };
}
