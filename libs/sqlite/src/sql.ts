import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Positional (`?`) or named (`:name`) values of a statement. */
export type Parameters = readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>;

/** Statements inside a transaction. The caller declares the shape of rows, which is not checked. */
export interface Sql {
  all<Row>(statement: string, parameters?: Parameters): Row[];
  get<Row>(statement: string, parameters?: Parameters): Row | undefined;
  /** Number of inserted, changed or deleted rows, and the id of the last inserted one. */
  run(statement: string, parameters?: Parameters): { readonly changes: number; readonly id: number };
}

/** Statements over a connection; each is prepared once. */
export function sqlOver(connection: DatabaseSync): Sql {
  const statements = new Map<string, StatementSync>();
  const prepared = (statement: string): StatementSync => {
    const known = statements.get(statement);
    if (known) return known;
    const fresh = connection.prepare(statement);
    statements.set(statement, fresh);
    return fresh;
  };
  return {
    all: <Row>(statement: string, parameters: Parameters = []) =>
      (isPositional(parameters)
        ? prepared(statement).all(...parameters)
        : prepared(statement).all(parameters)) as Row[],
    get: <Row>(statement: string, parameters: Parameters = []) =>
      (isPositional(parameters)
        ? prepared(statement).get(...parameters)
        : prepared(statement).get(parameters)) as Row | undefined,
    run: (statement, parameters = []) => {
      const done = isPositional(parameters)
        ? prepared(statement).run(...parameters)
        : prepared(statement).run(parameters);
      return { changes: Number(done.changes), id: Number(done.lastInsertRowid) };
    },
  };
}

function isPositional(parameters: Parameters): parameters is readonly SQLInputValue[] {
  return Array.isArray(parameters);
}
