import type { EdgeKind } from '@quarry/graph-store';
import { deleteFrom, execute, insert, merge, update } from './change-statements';
import type { SqlCursor } from './cursor';
import { DynamicSql } from './dynamic-sql';
import { ENDS_FROM, startsCte, startsStatement } from './keywords';
import { QueryScope, type SqlUse } from './query-scope';
import { isForeignName, qualifiedSqlName, sameSqlName, type SqlName } from './sql-name';
import { readSource } from './table-source';

/** Deeper parentheses are skipped, so that malicious text cannot exhaust the stack. */
const MAX_DEPTH = 200;

/** Methods of xml columns; `x.value('…')` does not call a function of the database. */
const XML_METHODS = new Set(['value', 'query', 'exist', 'nodes', 'modify']);

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

interface Body {
  /** FROM names tables here. */
  query: boolean;
  /** Inside parentheses: ends at the closing one, and no keyword begins a statement. */
  nested?: boolean;
  inFrom?: boolean;
  /** A first SELECT belongs to the statement (INSERT … SELECT). */
  takesSelect?: boolean;
  /** A first SET belongs to the statement (UPDATE … SET). */
  takesSet?: boolean;
  /** Common table expressions and aliases; the SELECTs of a UNION share them. */
  scope: QueryScope;
}

/** Reads statements that use tables and procedures, one at a time, and collects their uses. */
export class StatementReader {
  uses: SqlUse[] = [];
  dynamic = new DynamicSql();
  /** Names of row sets that are not tables in the current definition: `inserted` and `deleted` in a trigger. */
  pseudoTables: ReadonlySet<string> = new Set();
  private depth = 0;

  constructor(
    readonly cursor: SqlCursor,
    readonly problem: (line: number, what: string) => void,
  ) {}

  /** Reads the statement at the cursor, at least one token. */
  statement(scope = new QueryScope()): void {
    const { cursor } = this;
    switch (cursor.keyword()) {
      case 'WITH':
        if (!startsCte(cursor)) break;
        this.commonExpressions(scope);
        // A WITH without a readable statement after it ends here; any other statement sees the expressions.
        if (!cursor.done && cursor.keyword() !== 'WITH') this.statement(scope);
        return;
      case 'SELECT':
        cursor.take();
        return this.body({ query: true, scope });
      case 'INSERT':
      case 'REPLACE':
        return insert(this, scope);
      case 'BULK':
        cursor.take();
        return insert(this, scope);
      case 'UPDATE':
        return update(this, scope);
      case 'DELETE':
        return deleteFrom(this, scope);
      case 'MERGE':
        return merge(this, scope);
      case 'TRUNCATE':
        cursor.take();
        cursor.skip('TABLE');
        this.write(this.cursor.name());
        return this.body({ query: false, scope });
      case 'EXEC':
      case 'EXECUTE':
      case 'CALL':
        return execute(this, scope);
      case 'GRANT':
      case 'REVOKE':
      case 'DENY':
        while (!cursor.done && !['ON', 'TO', 'FROM'].includes(cursor.keyword())) cursor.take();
        break;
      case 'DROP':
        cursor.take();
        cursor.take();
        cursor.skip('IF', 'EXISTS');
        return this.body({ query: false, scope });
    }
    cursor.take();
    this.body({ query: false, scope });
  }

  record(kind: EdgeKind, name: SqlName): SqlUse | undefined {
    if (isForeignName(name)) return undefined;
    if (name.length === 1 && this.pseudoTables.has(sameSqlName(name[0]!))) return undefined;
    const at = this.cursor.at - 1;
    const use: SqlUse = { kind, name, line: this.cursor.tokens[at]?.line ?? 1, at };
    this.uses.push(use);
    return use;
  }

  /** Reads from after an opening parenthesis to after its closing one: a subquery, a list or an expression. */
  nested(scope: QueryScope, state: { query: boolean; inFrom?: boolean } = { query: false }): void {
    if (this.depth >= MAX_DEPTH) {
      this.problem(this.cursor.peek(-1)?.line ?? 1, `more than ${MAX_DEPTH} nested parentheses, skipped`);
      this.cursor.at--;
      this.cursor.skipParens();
      return;
    }
    this.depth++;
    const inner = new QueryScope(scope);
    // A statement whose OUTPUT is a source: FROM (DELETE … OUTPUT …) AS gone.
    if (CHANGES.has(this.cursor.keyword())) this.statement(inner);
    this.body({ ...state, nested: true, scope: inner });
    this.depth--;
  }

  /** Columns and constraints of CREATE or ALTER TABLE; `AS SELECT` and `AS (SELECT …)` belong to it. */
  tableBody(): void {
    this.body({ query: false, takesSelect: true, scope: new QueryScope() });
  }

  resetDynamic(): void {
    this.dynamic = new DynamicSql();
  }

  /** Reads clauses and expressions up to the end of the statement or of the parentheses. */
  body(state: Body): void {
    const { cursor } = this;
    const first = cursor.peek(-1);
    let cases = 0;
    while (!cursor.done) {
      if (cursor.is(')')) {
        if (!state.nested && this.depth > 0) return;
        cursor.take();
        if (state.nested) return;
        this.problem(cursor.peek(-1)!.line, 'a closing parenthesis without an opening one');
      } else if (cursor.is(';')) {
        if (state.nested) break;
        cursor.take();
        return;
      } else if (cursor.keyword() === 'CASE') {
        cases++;
        cursor.take();
      } else if (cases > 0 && ['ELSE', 'END'].includes(cursor.keyword())) {
        if (cursor.take()!.keyword === 'END') cases--;
      } else if (state.nested && startsCte(cursor)) this.commonExpressions(state.scope);
      else if (!state.nested && this.ends(state)) return;
      else this.part(state);
    }
    if (state.nested) this.problem(first?.line ?? 1, 'an opening parenthesis without a closing one');
  }

  private ends(state: Body): boolean {
    const { cursor } = this;
    if (!startsStatement(cursor)) return false;
    if (cursor.keyword() === 'SELECT' && state.takesSelect) {
      state.takesSelect = false;
      return false;
    }
    if (cursor.keyword() === 'SET' && state.takesSet) {
      state.takesSet = false;
      return false;
    }
    return true;
  }

  /** Reads one part of a body. */
  private part(state: Body): void {
    const { cursor } = this;
    const keyword = cursor.keyword();
    if (ENDS_FROM.has(keyword)) state.inFrom = false;
    if (cursor.skipPunct('(')) return this.nested(state.scope);
    if (keyword === 'SELECT') {
      state.query = true;
      state.inFrom = false;
    }
    if (keyword === 'FROM' && state.query && !this.isDistinctFrom()) {
      state.inFrom = true;
      cursor.take();
      return readSource(this, state.scope, 'FROM');
    }
    if ((keyword === 'JOIN' || keyword === 'APPLY') && state.query) {
      cursor.take();
      return readSource(this, state.scope, keyword);
    }
    if (state.inFrom && cursor.skipPunct(',')) return readSource(this, state.scope, 'FROM');
    if (keyword === 'INTO' && (state.query || state.takesSelect !== undefined)) {
      cursor.take();
      return this.write(cursor.name());
    }
    if (keyword === 'REFERENCES' || (keyword === 'HISTORY_TABLE' && cursor.is('=', 1))) {
      cursor.take();
      cursor.skipPunct('=');
      const name = cursor.name();
      if (name) this.record(keyword === 'REFERENCES' ? 'FK' : 'USES', name);
      return;
    }
    this.dynamic.observe(cursor);
    if (cursor.isName()) return this.nameInExpression(state.scope);
    cursor.take();
  }

  /** `a IS [NOT] DISTINCT FROM b`. */
  private isDistinctFrom(): boolean {
    return this.cursor.keyword(-1) === 'DISTINCT' && ['IS', 'NOT'].includes(this.cursor.keyword(-2));
  }

  private nameInExpression(scope: QueryScope): void {
    const name = this.cursor.name()!;
    if (name.length < 2 || !this.cursor.is('(')) return;
    if (scope.isAlias(name[0]!) || XML_METHODS.has(name.at(-1)!)) return;
    this.record('USES', name);
  }

  private commonExpressions(scope: QueryScope): void {
    const { cursor } = this;
    cursor.take();
    cursor.skip('RECURSIVE');
    do {
      const name = cursor.take()?.value ?? '';
      if (cursor.is('(')) cursor.skipParens();
      cursor.skip('AS');
      cursor.skipAny('MATERIALIZED');
      scope.addExpression(name, []);
      const from = this.uses.length;
      if (cursor.skipPunct('(')) this.nested(scope);
      const read = this.uses.slice(from).filter((use) => use.kind === 'READS_FROM');
      const tables = new Map(read.map((use) => [sameSqlName(qualifiedSqlName(use.name)), use.name]));
      scope.addExpression(name, [...tables.values()]);
    } while (cursor.skipPunct(','));
  }

  /** Records a write to the name just read; nothing for a variable. */
  write(name: SqlName | undefined): void {
    if (name) this.record('WRITES_TO', name);
  }
}
