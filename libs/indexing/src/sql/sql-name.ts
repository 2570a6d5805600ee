import type { NodeKind } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';

/** Schema of a name without one, as in SQL Server. */
const DEFAULT_SCHEMA = 'dbo';

/** Schemas of the server's own catalogue, which contain nothing of the application. */
const SYSTEM_SCHEMAS = new Set(['sys', 'information_schema', 'pg_catalog']);

/** Kinds of nodes in a database. */
export type SqlKind = Extract<NodeKind, 'TABLE' | 'VIEW' | 'PROC' | 'SQL_FUNCTION' | 'TRIGGER'>;

export const SQL_KINDS: ReadonlySet<NodeKind> = new Set<NodeKind>([
  'TABLE',
  'VIEW',
  'PROC',
  'SQL_FUNCTION',
  'TRIGGER',
]);

/**
 * A name as written, in parts: `[db].[dbo].[Invoice]` → `['db', 'dbo', 'Invoice']`; an empty part means the default.
 */
export type SqlName = readonly string[];

/** `schema.name` of a name, without the parts before the schema (database, server). */
export function qualifiedSqlName(name: SqlName): string {
  const last = name.at(-1) ?? '';
  return `${name.at(-2) || DEFAULT_SCHEMA}.${last}`;
}

/** Canonical key, e.g. `dbo.Invoice|TABLE`. */
export function sqlKey(name: SqlName, kind: SqlKind): NodeKey {
  return `${qualifiedSqlName(name)}|${kind}`;
}

/** Names are compared case-insensitively, as SQL Server does by default. */
export function sameSqlName(name: string): string {
  return name.toLowerCase();
}

/**
 * A name in the notation of references: as written, unusual parts in brackets, an omitted schema between dots filled
 * in.
 */
export function writtenName(name: SqlName): string {
  return name
    .map((part) => part || DEFAULT_SCHEMA)
    .map((part) => (/^[\w#$@]+$/.test(part) ? part : `[${part.replaceAll(']', ']]')}]`))
    .join('.');
}

/**
 * True for names that are never objects of the application: temporary tables, table variables, catalogue views,
 * incomplete names.
 */
export function isForeignName(name: SqlName): boolean {
  const last = (name.at(-1) ?? '').trim();
  return (
    last === '' ||
    last.startsWith('#') ||
    last.includes('@v') ||
    last.startsWith('@') ||
    name[0]!.toLowerCase() === 'tempdb' ||
    SYSTEM_SCHEMAS.has((name.at(-2) ?? '').toLowerCase())
  );
}
