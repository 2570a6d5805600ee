import type { SqlCursor } from './cursor';

/** Reserved words that begin a statement anywhere outside parentheses, with the exceptions below. */
const STARTS = new Set(
  (
    'SELECT INSERT UPDATE DELETE MERGE TRUNCATE EXEC EXECUTE WITH CREATE ALTER DROP DECLARE SET IF WHILE BEGIN END ELSE ' +
    'RETURN BREAK CONTINUE PRINT RAISERROR COMMIT ROLLBACK SAVE GOTO WAITFOR GRANT REVOKE DENY OPEN CLOSE DEALLOCATE ' +
    'FETCH USE BULK CHECKPOINT KILL BACKUP RESTORE DBCC RECONFIGURE SHUTDOWN'
  ).split(' '),
);

/** Words that may follow a table and are not its alias. */
const AFTER_SOURCE = new Set(
  (
    'INNER LEFT RIGHT FULL CROSS OUTER NATURAL JOIN APPLY ON USING WHERE GROUP ORDER HAVING UNION EXCEPT INTERSECT ' +
    'OPTION FOR PIVOT UNPIVOT TABLESAMPLE WHEN OUTPUT VALUES LIMIT OFFSET RETURNING WINDOW QUALIFY AS DEFAULT GO INTO THEN'
  ).split(' '),
);

/** Clauses that end the list of tables after FROM. */
export const ENDS_FROM = new Set(
  'WHERE GROUP ORDER HAVING OPTION FOR UNION EXCEPT INTERSECT SET VALUES WHEN LIMIT OFFSET WINDOW RETURNING'.split(
    ' ',
  ),
);

/** Maximum number of tokens searched in a column list, twice the column limit of a table. */
const MAX_LIST = 2_048;

const JOIN_KINDS = new Set(['INNER', 'LEFT', 'RIGHT', 'FULL', 'OUTER', 'CROSS']);
const SET_OPERATORS = new Set(['UNION', 'ALL', 'EXCEPT', 'INTERSECT', 'DISTINCT']);

/** True if the word at the cursor can be the alias of the table before it. */
export function canBeAlias(cursor: SqlCursor): boolean {
  const token = cursor.peek();
  if (token?.kind === 'name') return true;
  return token?.kind === 'word' && !AFTER_SOURCE.has(token.keyword) && !STARTS.has(token.keyword);
}

/** True if `WITH` at the cursor begins common table expressions and is not a hint or an option. */
export function startsCte(cursor: SqlCursor): boolean {
  if (cursor.keyword() !== 'WITH' || !cursor.isName(1)) return false;
  if (['XMLNAMESPACES', 'RECURSIVE'].includes(cursor.keyword(1))) return true;
  if (!cursor.is('(', 2)) return cursor.keyword(2) === 'AS' && cursor.is('(', 3);
  let depth = 0;
  for (let i = 2; i < MAX_LIST && cursor.peek(i); i++) {
    if (cursor.is('(', i)) depth++;
    else if (cursor.is(')', i) && --depth === 0) return cursor.keyword(i + 1) === 'AS';
  }
  return false;
}

/** True after `UNION`, `UNION ALL`, `EXCEPT`, `INTERSECT`: the SELECT at the cursor continues the query. */
function continuesQuery(cursor: SqlCursor): boolean {
  return SET_OPERATORS.has(cursor.keyword(-1));
}

/**
 * True if the keyword at the cursor begins a new statement. T-SQL needs no semicolons, so this depends on reserved
 * words and their context.
 */
export function startsStatement(cursor: SqlCursor): boolean {
  const keyword = cursor.keyword();
  if (!STARTS.has(keyword)) return false;
  const before = cursor.keyword(-1);
  switch (keyword) {
    case 'SELECT':
      return !continuesQuery(cursor);
    case 'WITH':
      return startsCte(cursor);
    case 'UPDATE':
      // UPDATE(column) in triggers, FOR UPDATE of cursors, ON UPDATE of foreign keys, THEN UPDATE of MERGE.
      return !cursor.is('(', 1) && !['FOR', 'ON', 'THEN', 'KEY'].includes(before);
    case 'DELETE':
    case 'INSERT':
      return !['ON', 'THEN'].includes(before);
    case 'SET':
      return !['UPDATE', 'DELETE', 'CHARACTER'].includes(before);
    case 'MERGE':
      return !JOIN_KINDS.has(before) && cursor.keyword(1) !== 'JOIN' && !cursor.is(')', 1);
    case 'FETCH':
      return !['ROW', 'ROWS'].includes(before);
    case 'IF':
      return !(cursor.keyword(1) === 'EXISTS' && ['TABLE', 'COLUMN', 'CONSTRAINT'].includes(before));
    default:
      return true;
  }
}
