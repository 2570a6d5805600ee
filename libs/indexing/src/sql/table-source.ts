import type { SqlCursor } from './cursor';
import { canBeAlias } from './keywords';
import type { QueryScope, SqlUse } from './query-scope';
import type { SqlName } from './sql-name';

/** The part of a statement reader that a table source needs. */
export interface SourceReader {
  readonly cursor: SqlCursor;
  readonly problem: (line: number, what: string) => void;
  record(kind: 'READS_FROM', name: SqlName): SqlUse | undefined;
  /** Reads up to the closing parenthesis. */
  nested(scope: QueryScope, state?: { query: boolean; inFrom?: boolean }): void;
}

/** Server functions that return rows; their names are not objects of the application. */
const ROW_FUNCTIONS = new Set(
  'OPENROWSET OPENQUERY OPENDATASOURCE OPENXML OPENJSON STRING_SPLIT GENERATE_SERIES PREDICT JSON_TABLE UNNEST'.split(
    ' ',
  ),
);
/** Functions whose first argument is a table. */
const TABLE_FUNCTIONS = new Set(['CHANGETABLE', 'CONTAINSTABLE', 'FREETEXTTABLE', 'SEMANTICKEYPHRASETABLE']);
const HINTS = new Set(
  'NOLOCK READUNCOMMITTED UPDLOCK HOLDLOCK READPAST ROWLOCK TABLOCK TABLOCKX PAGLOCK XLOCK NOWAIT INDEX READCOMMITTED'.split(
    ' ',
  ),
);
/** Keywords that begin a derived table; anything else after a parenthesis is a group of joined tables. */
const DERIVED = new Set(['SELECT', 'VALUES', 'WITH', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Reads one table of FROM, JOIN or USING: its name, the text after it, its alias. */
export function readSource(reader: SourceReader, scope: QueryScope, after: string): void {
  const { cursor } = reader;
  const line = cursor.peek(-1)?.line ?? 1;
  while (cursor.skipAny('LATERAL', 'ONLY') || cursor.skipPunct('::'));
  if (cursor.skipPunct('(')) {
    const group = !DERIVED.has(cursor.keyword()) && canBeAlias(cursor) && !cursor.is('(', 1);
    if (group) readSource(reader, scope, after);
    reader.nested(scope, { query: group, inFrom: group });
    return alias(reader, scope, null);
  }
  if (cursor.peek()?.kind === 'variable') {
    cursor.take();
    while (cursor.skipPunct('.')) cursor.take();
    if (cursor.skipPunct('(')) reader.nested(scope);
    return alias(reader, scope, null);
  }
  const name = canBeAlias(cursor) ? cursor.name() : undefined;
  if (!name) return reader.problem(line, `no table after ${after}`);
  const called = cursor.is('(') && !HINTS.has(cursor.keyword(1));
  const use = called ? functionSource(reader, scope, name) : tableSource(reader, scope, name);
  alias(reader, scope, name, use);
}

function tableSource(reader: SourceReader, scope: QueryScope, name: SqlName): SqlUse | undefined {
  if (scope.expression(name)) return undefined;
  const use = reader.record('READS_FROM', name);
  const { cursor } = reader;
  if (cursor.is('(')) cursor.skipParens();
  if (cursor.skip('FOR', 'SYSTEM_TIME') && !cursor.skip('AS', 'OF')) cursor.skipAny('ALL', 'FROM', 'BETWEEN');
  return use;
}

function functionSource(reader: SourceReader, scope: QueryScope, name: SqlName): SqlUse | undefined {
  const { cursor } = reader;
  const plain = name.length === 1 ? name[0]!.toUpperCase() : '';
  const xml = name.at(-1) === 'nodes' || scope.isAlias(name[0]!);
  let use: SqlUse | undefined;
  if (!xml && !ROW_FUNCTIONS.has(plain) && !TABLE_FUNCTIONS.has(plain))
    use = reader.record('READS_FROM', name);
  cursor.take();
  if (TABLE_FUNCTIONS.has(plain)) {
    cursor.skipAny('CHANGES', 'VERSION');
    const table = cursor.name();
    if (table) reader.record('READS_FROM', table);
  }
  reader.nested(scope);
  return use;
}

function alias(reader: SourceReader, scope: QueryScope, name: SqlName | null, use?: SqlUse): void {
  const { cursor } = reader;
  if (cursor.keyword() === 'AS' && cursor.isName(1)) cursor.take();
  if (canBeAlias(cursor)) scope.addAlias(cursor.take()!.value, name, use);
  else if (name) scope.addAlias(name.at(-1)!, name, use);
}
