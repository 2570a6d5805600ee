import type { SqlCursor } from './cursor';
import type { SqlUse } from './query-scope';
import type { SqlKind, SqlName } from './sql-name';
import type { SqlToken } from './tokens';

const MODULES: Readonly<Record<string, SqlKind>> = {
  PROC: 'PROC',
  PROCEDURE: 'PROC',
  FUNCTION: 'SQL_FUNCTION',
  VIEW: 'VIEW',
  TRIGGER: 'TRIGGER',
};

/** Words between CREATE and the kind of object. */
const BETWEEN = new Set([
  'OR',
  'ALTER',
  'REPLACE',
  'MATERIALIZED',
  'CONSTRAINT',
  'AGGREGATE',
  'TEMP',
  'TEMPORARY',
]);

/** The header of a procedure, function, view or trigger. */
export interface ModuleHeader {
  readonly name: SqlName;
  /** Table of a trigger. */
  readonly table?: SqlUse;
  /** Body, if it is a string: `AS $$ … $$`. */
  readonly body?: SqlToken;
}

/** Kind of object that CREATE or ALTER at the cursor defines; undefined for other objects. Does not advance. */
export function moduleAt(cursor: SqlCursor): SqlKind | undefined {
  if (cursor.keyword() !== 'CREATE' && cursor.keyword() !== 'ALTER') return undefined;
  let ahead = 1;
  while (BETWEEN.has(cursor.keyword(ahead))) ahead++;
  return MODULES[cursor.keyword(ahead)];
}

/** Reads from CREATE to the first token of the body. Undefined if there is no name. */
export function readModuleHeader(cursor: SqlCursor, kind: SqlKind): ModuleHeader | undefined {
  while (!(cursor.keyword() in MODULES)) cursor.take();
  cursor.take();
  if (!cursor.skip('IF', 'NOT', 'EXISTS')) cursor.skip('IF', 'EXISTS');
  const name = cursor.name();
  if (!name) return undefined;
  let table: SqlUse | undefined;
  while (!cursor.done && !startsBody(cursor)) {
    if (cursor.is('(')) cursor.skipParens();
    else if (kind === 'TRIGGER' && !table && cursor.skip('ON')) table = triggerTable(cursor);
    else if (cursor.skip('EXECUTE', 'AS') || cursor.skip('EXEC', 'AS')) cursor.take();
    else cursor.take();
  }
  cursor.skip('AS');
  const body = cursor.peek()?.kind === 'string' ? cursor.take() : undefined;
  const schema = name.length === 1 && table && table.name.length > 1 ? [table.name.at(-2)!] : [];
  return { name: [...schema, ...name], ...(table && { table }), ...(body && { body }) };
}

function triggerTable(cursor: SqlCursor): SqlUse | undefined {
  if (cursor.skip('DATABASE') || cursor.skip('ALL', 'SERVER')) return undefined;
  const at = cursor.at;
  const line = cursor.peek()?.line ?? 1;
  const name = cursor.name();
  return name && { kind: 'USES', name, line, at };
}

/** `@x AS int` and `EXECUTE AS OWNER` still belong to the header; functions may have no AS before BEGIN or RETURN. */
function startsBody(cursor: SqlCursor): boolean {
  switch (cursor.keyword()) {
    case 'AS':
      return cursor.peek(-1)?.kind !== 'variable';
    case 'EXECUTE':
    case 'EXEC':
      return cursor.keyword(1) !== 'AS';
    case 'BEGIN':
    case 'RETURN':
    case 'SELECT':
      return true;
    default:
      return false;
  }
}
