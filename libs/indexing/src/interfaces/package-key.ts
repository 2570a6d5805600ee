import { packageNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';

/** How each ecosystem compares names; as written where it is not listed. */
const NORMAL: Readonly<Partial<Record<string, (name: string) => string>>> = {
  // PEP 503, with the names of modules, which have `_` for `-`.
  pypi: (name) => name.toLowerCase().replace(/[-_.]+/g, '-'),
  nuget: (name) => name.toLowerCase(),
  go: goModule,
};

/** The key of a package in the graph, or of what code uses of it. */
export function packageKey(ecosystem: string, name: string, used?: string): NodeKey {
  return packageNode(ecosystem, NORMAL[ecosystem]?.(name) ?? name, used);
}

/** Hosts whose repositories are two names below them. */
const OF_OWNERS = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|golang\.org)$/;

/**
 * The root of a Go module or of a package in it: an import does not say where the path of the module ends.
 * @example
 * goModule('github.com/gorilla/mux/v2/internal'); // 'github.com/gorilla/mux'
 */
function goModule(path: string): string {
  const [host = '', ...names] = path.split('/');
  return [host, ...names.slice(0, OF_OWNERS.test(host) ? 2 : 1)].join('/');
}
