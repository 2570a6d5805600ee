import type { NodeKind } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';

/** Schema that a name without one belongs to, as in SQL Server. */
const DEFAULT_SCHEMA = 'dbo';

/** Schemas of the server's own catalogue: nothing in them is the application's. */
const SYSTEM_SCHEMAS = new Set(['sys', 'information_schema', 'pg_catalog']);

/** Kinds of nodes that a database holds. */
export type SqlKind = Extract<NodeKind, 'TABLE' | 'VIEW' | 'PROC' | 'SQL_FUNCTION' | 'TRIGGER'>;

export const SQL_KINDS: ReadonlySet<NodeKind> = new Set<NodeKind>([
  'TABLE',
  'VIEW',
  'PROC',
  'SQL_FUNCTION',
  'TRIGGER',
]);

/** A name as written, in parts: `[db].[dbo].[Invoice]` → `['db', 'dbo', 'Invoice']`; an empty part means the default. */
export type SqlName = readonly string[];

/** `schema.name` of a name; what stands before the schema (database, server) is dropped. */
export function qualifiedSqlName(name: SqlName): string {
  const last = name.at(-1) ?? '';
  return `${name.at(-2) || DEFAULT_SCHEMA}.${last}`;
}

/** Canonical key, e.g. `dbo.Invoice|TABLE`. */
export function sqlKey(name: SqlName, kind: SqlKind): NodeKey {
  return `${qualifiedSqlName(name)}|${kind}`;
}

/** Names are compared without regard to case, as SQL Server does by default. */
export function sameSqlName(name: string): string {
  return name.toLowerCase();
}

/** A name as references carry it: as written, odd parts in brackets, an omitted schema between dots filled in. */
export function writtenName(name: SqlName): string {
  return name
    .map((part) => part || DEFAULT_SCHEMA)
    .map((part) => (/^[\w#$@]+$/.test(part) ? part : `[${part.replaceAll(']', ']]')}]`))
    .join('.');
}

/** True for what is never an object of the application: temporary tables, table variables, catalogue views, unfinished names. */
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
