import type { EdgeKind } from '@quarry/graph-store';
import { isForeignName, sameSqlName, type SqlName } from './sql-name';

/** One use of a database object. `kind` changes if a table in FROM turns out to be the target. */
export interface SqlUse {
  kind: EdgeKind;
  readonly name: SqlName;
  /** Line of the name, from 1. */
  readonly line: number;
  /** Position of its token, to return uses in source order. */
  readonly at: number;
}

/** Names that do not mean a table in one statement: common table expressions and aliases. */
export class QueryScope {
  /** Common table expression → the tables that it reads. */
  private readonly expressions = new Map<string, readonly SqlName[]>();
  /** Alias → its table; null for anything but a table (a subquery, a variable). */
  private readonly aliases = new Map<string, { readonly name: SqlName; readonly use?: SqlUse } | null>();

  constructor(private readonly parent: QueryScope | null = null) {}

  addExpression(name: string, tables: readonly SqlName[]): void {
    this.expressions.set(sameSqlName(name), tables);
  }

  addAlias(alias: string, name: SqlName | null, use?: SqlUse): void {
    this.aliases.set(sameSqlName(alias), name && { name, ...(use && { use }) });
  }

  expression(name: SqlName): readonly SqlName[] | undefined {
    if (name.length !== 1) return undefined;
    return this.expressions.get(sameSqlName(name[0]!)) ?? this.parent?.expression(name);
  }

  /** True if the word before a dot is an alias: `i.Total`, `x.nodes(…)`. */
  isAlias(name: string): boolean {
    return this.aliases.has(sameSqlName(name)) || (this.parent?.isAlias(name) ?? false);
  }

  /**
   * The table that an UPDATE or DELETE of `target` changes, after its FROM has been read. If the target is an alias,
   * the use of its table becomes a write, and no further use is needed; if it is an expression over one table, that
   * table is written.
   */
  resolveTarget(target: SqlName): SqlName | undefined {
    if (target.length === 1) {
      const alias = this.aliases.get(sameSqlName(target[0]!));
      if (alias?.use) {
        alias.use.kind = 'WRITES_TO';
        return undefined;
      }
      if (alias === null) return undefined;
      const tables = this.expression(alias?.name ?? target);
      if (tables) return tables.length === 1 ? tables[0] : undefined;
    }
    return isForeignName(target) ? undefined : target;
  }
}
