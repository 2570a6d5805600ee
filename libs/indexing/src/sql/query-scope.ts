import type { EdgeKind } from '@quarry/graph-store';
import { isForeignName, sameSqlName, type SqlName } from './sql-name';

/** One use of a database object. `kind` changes when a table that was met in FROM turns out to be the target. */
export interface SqlUse {
  kind: EdgeKind;
  readonly name: SqlName;
  /** Line of the name, from 1. */
  readonly line: number;
  /** Position of its token, to give uses in source order. */
  readonly at: number;
}

/** Names that mean something else than a table in one statement: common table expressions and aliases. */
export class QueryScope {
  /** Common table expression → the tables that it reads. */
  private readonly expressions = new Map<string, readonly SqlName[]>();
  /** Alias → what it stands for; null for what is no table (a subquery, a variable). */
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

  /** True where the word before a dot is an alias: `i.Total`, `x.nodes(…)`. */
  isAlias(name: string): boolean {
    return this.aliases.has(sameSqlName(name)) || (this.parent?.isAlias(name) ?? false);
  }

  /**
   * The table that an UPDATE or DELETE of `target` changes, after its FROM has been read. A target that is an alias turns
   * the use of its table into a write and needs no other; one that is an expression over one table writes that table.
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
