import type { EdgeKind } from '@quarry/graph-store';
import type { SqlCursor } from './cursor';
import type { DynamicSql } from './dynamic-sql';
import type { QueryScope, SqlUse } from './query-scope';
import type { SqlName } from './sql-name';
import { readSource, type SourceReader } from './table-source';

/** The part of a statement reader that statements of changes need. */
interface ChangeReader extends SourceReader {
  readonly dynamic: DynamicSql;
  record(kind: EdgeKind, name: SqlName): SqlUse | undefined;
  /** Records a write; nothing for a variable. */
  write(name: SqlName | undefined): void;
  /** Reads clauses and expressions up to the end of the statement. */
  body(state: { query: boolean; takesSelect?: boolean; takesSet?: boolean; scope: QueryScope }): void;
}

/** Reads `INSERT [INTO] table …` from its keyword. */
export function insert(reader: ChangeReader, scope: QueryScope): void {
  const { cursor } = reader;
  cursor.take();
  skipTop(cursor);
  cursor.skipAny('INTO', 'OVERWRITE');
  reader.write(cursor.name());
  reader.body({ query: false, takesSelect: true, scope });
}

/** Reads `UPDATE table SET …` from its keyword; `UPDATE STATISTICS` writes nothing. */
export function update(reader: ChangeReader, scope: QueryScope): void {
  const { cursor } = reader;
  cursor.take();
  skipTop(cursor);
  if (cursor.keyword() === 'STATISTICS') return reader.body({ query: false, scope });
  changes(reader, scope);
}

/** Reads `DELETE [FROM] table …` from its keyword. */
export function deleteFrom(reader: ChangeReader, scope: QueryScope): void {
  const { cursor } = reader;
  cursor.take();
  skipTop(cursor);
  cursor.skip('FROM');
  changes(reader, scope);
}

/** Reads `MERGE [INTO] table USING source …` from its keyword. */
export function merge(reader: ChangeReader, scope: QueryScope): void {
  const { cursor } = reader;
  cursor.take();
  skipTop(cursor);
  cursor.skip('INTO');
  const name = cursor.name();
  const target = name && scope.resolveTarget(name);
  if (target) reader.record('WRITES_TO', target);
  while (!cursor.done && !cursor.is(';') && cursor.keyword() !== 'USING') {
    if (cursor.is('(')) cursor.skipParens();
    else cursor.take();
  }
  if (cursor.skip('USING')) readSource(reader, scope, 'USING');
  reader.body({ query: true, scope });
}

/** Reads `EXEC [@result =] procedure …`, `CALL …` or `EXEC ('dynamic SQL')` from its keyword. */
export function execute(reader: ChangeReader, scope: QueryScope): void {
  const { cursor } = reader;
  cursor.take();
  if (cursor.is('=', 1)) cursor.at += 2;
  cursor.skipAny('FUNCTION', 'PROCEDURE');
  const name = cursor.keyword() === 'AS' ? undefined : cursor.name();
  if (name?.at(-1)?.toLowerCase() === 'sp_executesql') reader.dynamic.run(cursor);
  else if (name) reader.record('EXECUTES', name);
  else if (cursor.is('(')) reader.dynamic.run(cursor);
  reader.body({ query: false, scope });
}

/** The target of UPDATE or DELETE is known only after its FROM. */
function changes(reader: ChangeReader, scope: QueryScope): void {
  const { cursor } = reader;
  const target = cursor.name();
  const at = cursor.at;
  reader.body({ query: true, takesSet: true, scope });
  const table = target && scope.resolveTarget(target);
  if (!table) return;
  const end = cursor.at;
  cursor.at = at;
  reader.record('WRITES_TO', table);
  cursor.at = end;
}

function skipTop(cursor: SqlCursor): void {
  if (!cursor.skip('TOP')) return;
  if (cursor.is('(')) cursor.skipParens();
  else cursor.take();
  cursor.skip('PERCENT');
}
