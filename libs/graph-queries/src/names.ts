import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';

/** Kinds whose last two names say more than the last: `Client.send`. */
const MEMBERS: ReadonlySet<string> = new Set(['METHOD', 'FIELD']);

/** The full name in a key: without language, kind and overload mark. `python:a.b(int)|METHOD` is `a.b`. */
export function nameInKey(key: NodeKey): string {
  return key
    .replace(/\|[A-Z_]+$/, '')
    .replace(/^[a-z]+:/, '')
    .replace(/\(.*\)$/s, '');
}

/**
 * A name as a reader of the code writes it: `Client.send` for a member, the last part for anything else, and the whole
 * name of a database object or a file.
 * @example
 * shortName({ kind: 'METHOD', qualifiedName: 'httpx._client.Client.send', … });   // 'Client.send'
 */
export function shortName({
  kind,
  qualifiedName,
  language,
}: Pick<GraphNode, 'kind' | 'qualifiedName' | 'language'>): string {
  if (kind === 'FILE' || kind === 'MODULE' || language === 'sql') return qualifiedName;
  const parts = qualifiedName.slice(qualifiedName.lastIndexOf('/') + 1).split('.');
  return parts.slice(MEMBERS.has(kind) ? -2 : -1).join('.');
}
