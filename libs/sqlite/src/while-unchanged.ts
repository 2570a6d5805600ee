import type { Sql } from './sql';

/**
 * A value that is computed from a file and kept until any process changes the file. Use one per open file, and only
 * inside `Database.read`: a write that is rolled back would leave what it computed.
 *
 * @example
 * const count = new WhileUnchanged((sql) => sql.get<{ n: number }>('SELECT count(*) AS n FROM note')?.n ?? 0);
 * database.read((sql) => count.of(sql));
 */
export class WhileUnchanged<Value> {
  private kept: { readonly state: string; readonly value: Value } | null = null;

  constructor(private readonly compute: (sql: Sql) => Value) {}

  /** The value at the state of the file that the transaction reads. */
  of(sql: Sql): Value {
    const state = stateOf(sql);
    if (this.kept?.state !== state) this.kept = { state, value: this.compute(sql) };
    return this.kept.value;
  }
}

/** Changes with every commit of another connection, and with every row that this one changes. */
function stateOf(sql: Sql): string {
  const others = sql.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
  const own = sql.get<{ n: number }>('SELECT total_changes() AS n')?.n;
  return `${others} ${own}`;
}
