import type { NodeKey } from '@quarry/turn';

/**
 * The key of a package, the same in every graph; with `used`, that of what code uses of it, which has no node.
 * @example
 * packageNode('npm', 'fastify'); // 'package:npm/fastify|PACKAGE'
 * packageNode('pypi', 'flask', 'Flask'); // 'package:pypi/flask#Flask|PACKAGE'
 */
export function packageNode(ecosystem: string, name: string, used?: string): NodeKey {
  return `package:${ecosystem}/${name}${used === undefined ? '' : `#${used}`}|PACKAGE`;
}

/** The key of a line of a file, outside of its definitions, that states a relation: it has the text of the line. */
export function lineKey(path: string, line: number): NodeKey {
  return `line:${path}#${line}|LINE`;
}
