import type { NodeKey } from '@quarry/turn';
import type { FileFacts } from '../facts';
import { ordinal } from '../languages/definition';

/** Keys of a file that are others in the project. */
export type RenamedKeys = ReadonlyMap<NodeKey, NodeKey>;

/**
 * Makes keys unique in the whole project, with files in path order: a key that several files define (a C# partial
 * class, Go's `init`) stays `a.b|KIND` in the first and becomes `a.b~2|KIND` and so on in the others. Returns the
 * changed keys by path.
 */
export function finalKeys(facts: readonly FileFacts[]): ReadonlyMap<string, RenamedKeys> {
  const taken = new Set<NodeKey>();
  const renamings = new Map<string, RenamedKeys>();
  const ordered = [...facts].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const file of ordered) {
    const names = new Map<NodeKey, NodeKey>();
    for (const { key } of file.nodes) {
      const free = firstFree(key, taken);
      if (free !== key) names.set(key, free);
      taken.add(free);
    }
    if (names.size > 0) renamings.set(file.path, names);
  }
  return renamings;
}

function firstFree(key: NodeKey, taken: ReadonlySet<NodeKey>): NodeKey {
  if (!taken.has(key)) return key;
  for (let nth = 2; ; nth++) {
    const next = ordinal(key, nth);
    if (!taken.has(next)) return next;
  }
}

/** The facts with their keys in the project; the same facts where none is another. */
export function renamed<Facts extends FileFacts>(file: Facts, names: RenamedKeys | undefined): Facts {
  if (!names) return file;
  const now = (key: NodeKey) => names.get(key) ?? key;
  return {
    ...file,
    nodes: file.nodes.map((node) => ({
      ...node,
      key: now(node.key),
      ...(node.parent === undefined ? {} : { parent: now(node.parent) }),
    })),
    references: file.references.map((reference) => ({ ...reference, from: now(reference.from) })),
    ...(file.interfaces && {
      interfaces: {
        nodes: file.interfaces.nodes,
        edges: file.interfaces.edges.map((edge) => ({ ...edge, from: now(edge.from), to: now(edge.to) })),
        ...(file.interfaces.handlers && {
          handlers: file.interfaces.handlers.map((each) => ({ ...each, within: now(each.within) })),
        }),
      },
    }),
  };
}
