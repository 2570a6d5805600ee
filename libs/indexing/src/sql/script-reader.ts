import { SqlCursor } from './cursor';
import { moduleAt, readModuleHeader } from './module-header';
import type { SqlUse } from './query-scope';
import { isForeignName, qualifiedSqlName, sameSqlName, type SqlKind, type SqlName } from './sql-name';
import { StatementReader } from './statement-reader';
import { type SqlToken, tokenizeSql } from './tokens';

/** An object that a script defines. */
export interface SqlObject {
  readonly kind: SqlKind;
  readonly name: SqlName;
  /** UTF-16 offsets of the definition, the end excluded: from CREATE or ALTER to its last token. */
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** A use with the object that contains it; null at the script's top level. */
export interface OwnedUse extends SqlUse {
  readonly owner: { readonly kind: SqlKind; readonly name: SqlName } | null;
}

export interface SqlScript {
  readonly objects: readonly SqlObject[];
  /** In source order, each (owner, kind, name) once. */
  readonly uses: readonly OwnedUse[];
  /** `line 12: no table after FROM`, at most 20. */
  readonly problems: readonly string[];
}

const MAX_PROBLEMS = 20;
/** SQL in strings is read two levels deep. */
const MAX_STRINGS = 2;
const TRIGGER_TABLES: ReadonlySet<string> = new Set(['inserted', 'deleted', 'new', 'old']);
const NO_TABLES: ReadonlySet<string> = new Set();

/**
 * Reads T-SQL, and the syntax that other dialects share with it: the objects that a script creates, and what it reads,
 * writes, executes and refers to. Never throws; takes linear time.
 */
export function readSqlScript(text: string): SqlScript {
  return new ScriptReader(text, 1, 0).run();
}

class ScriptReader {
  private readonly objects = new Map<string, SqlObject>();
  private readonly uses = new Map<string, OwnedUse>();
  private readonly problems: string[] = [];
  private readonly tokens: readonly SqlToken[];
  private reader!: StatementReader;
  private owner: OwnedUse['owner'] = null;
  /** First token of the open procedure, view, function or trigger; it ends with its batch. */
  private openSince: SqlToken | null = null;
  private blocks = 0;

  constructor(
    text: string,
    firstLine: number,
    private readonly level: number,
  ) {
    const { tokens, problems } = tokenizeSql(text, firstLine);
    this.tokens = tokens;
    this.problems.push(...problems);
  }

  run(): SqlScript {
    let from = 0;
    for (let i = 0; i <= this.tokens.length; i++) {
      if (i < this.tokens.length && this.tokens[i]!.kind !== 'go') continue;
      if (i > from) this.batch(this.tokens.slice(from, i));
      from = i + 1;
    }
    return {
      objects: [...this.objects.values()].sort((a, b) => a.start - b.start),
      uses: [...this.uses.values()],
      problems: this.problems.slice(0, MAX_PROBLEMS),
    };
  }

  private batch(tokens: readonly SqlToken[]): void {
    const cursor = new SqlCursor(tokens);
    this.reader = new StatementReader(cursor, (line, what) => this.problem(line, what));
    while (!cursor.done) {
      const at = cursor.at;
      const module = moduleAt(cursor);
      if (module) {
        this.close();
        this.openSince = cursor.peek()!;
        this.module(module, tokens[at]!);
      } else this.statement();
      this.collect();
      if (cursor.at === at) cursor.take();
    }
    this.close();
  }

  private statement(): void {
    const { cursor } = this.reader;
    const keyword = cursor.keyword();
    if (keyword === 'BEGIN') {
      cursor.take();
      if (!cursor.skipAny('TRAN', 'TRANSACTION', 'DIALOG', 'CONVERSATION', 'DISTRIBUTED')) this.blocks++;
      cursor.skipAny('TRY', 'CATCH', 'ATOMIC');
    } else if (keyword === 'END') {
      cursor.take();
      if (!cursor.skip('CONVERSATION')) this.blocks--;
      // `END IF;` of MySQL and PL/pgSQL, but not T-SQL's `END` before an `IF`.
      if (!cursor.skipAny('TRY', 'CATCH') && cursor.is(';', 1)) cursor.skipAny('IF', 'LOOP', 'WHILE', 'CASE');
    } else if (keyword === 'ELSE') cursor.take();
    else if (cursor.skipPunct(';')) return;
    else if ((keyword === 'CREATE' || keyword === 'ALTER') && this.table()) return;
    else {
      const odd = cursor.peek()!;
      if (odd.kind === 'punct' && !['(', ':'].includes(odd.value))
        this.problem(odd.line, `unexpected “${odd.value}”`);
      this.reader.statement();
    }
  }

  /** Reads CREATE TABLE and ALTER TABLE; false for other statements. */
  private table(): boolean {
    const { cursor } = this.reader;
    const first = cursor.peek()!;
    let ahead = 1;
    while (['TEMPORARY', 'TEMP', 'GLOBAL', 'LOCAL', 'UNLOGGED', 'EXTERNAL'].includes(cursor.keyword(ahead)))
      ahead++;
    if (cursor.keyword(ahead) !== 'TABLE') return false;
    cursor.at += ahead + 1;
    if (!cursor.skip('IF', 'NOT', 'EXISTS')) cursor.skip('IF', 'EXISTS');
    cursor.skip('ONLY');
    const name = cursor.name();
    if (!name) {
      this.problem(first.line, `no name after ${first.keyword} TABLE`);
      this.reader.tableBody();
      return true;
    }
    const outer = this.owner;
    if (!isForeignName(name) && (this.owner === null || first.keyword === 'ALTER')) {
      this.collect();
      this.owner = { kind: 'TABLE', name };
    }
    this.reader.tableBody();
    if (first.keyword === 'CREATE' && outer === null && this.owner) this.add('TABLE', name, first);
    this.collect();
    this.owner = outer;
    return true;
  }

  private module(kind: SqlKind, first: SqlToken): void {
    const header = readModuleHeader(this.reader.cursor, kind);
    if (!header) {
      this.problem(first.line, 'no name after CREATE or ALTER');
      this.openSince = null;
      return;
    }
    this.owner = { kind, name: header.name };
    this.reader.pseudoTables = kind === 'TRIGGER' ? TRIGGER_TABLES : NO_TABLES;
    if (header.table) this.reader.uses.push(header.table);
    if (header.body) this.nestedScript(header.body.value, header.body.line);
  }

  /** Ends the open procedure, view, function or trigger before the token at the cursor. */
  private close(): void {
    this.collect();
    const { owner, openSince } = this;
    const { dynamic } = this.reader;
    for (const { text, line } of dynamic.scripts()) this.nestedScript(text, line);
    this.reader.resetDynamic();
    if (openSince && owner) {
      this.add(owner.kind, owner.name, openSince);
      if (this.blocks > 0)
        this.problem(openSince.line, 'BEGIN without END in the definition that starts here');
    }
    this.blocks = 0;
    this.openSince = null;
    this.owner = null;
    this.reader.pseudoTables = NO_TABLES;
  }

  /**
   * Adds a definition from its first token to the last one before the cursor. Of several with the same name, keeps the
   * longest.
   */
  private add(kind: SqlKind, name: SqlName, first: SqlToken): void {
    const last = this.reader.cursor.peek(-1) ?? first;
    const endLine = last.line + newlines(last.value);
    const object = { kind, name, start: first.start, end: last.end, startLine: first.line, endLine };
    const key = `${kind} ${sameSqlName(qualifiedSqlName(name))}`;
    const known = this.objects.get(key);
    if (!known || object.end - object.start > known.end - known.start) this.objects.set(key, object);
  }

  /** Assigns the uses that the reader has collected to the current owner. */
  private collect(): void {
    const met = [...this.reader.uses].sort((a, b) => a.at - b.at);
    this.reader.uses = [];
    for (const use of met) this.own({ ...use, owner: this.owner });
  }

  private own(use: OwnedUse): void {
    const owner = use.owner ? `${use.owner.kind} ${sameSqlName(qualifiedSqlName(use.owner.name))}` : '';
    const key = `${owner} ${use.kind} ${sameSqlName(qualifiedSqlName(use.name))}`;
    if (!this.uses.has(key)) this.uses.set(key, use);
  }

  private nestedScript(text: string, line: number): void {
    if (this.level >= MAX_STRINGS) return;
    // SQL built at run time is rarely complete, so its problems say nothing about the file.
    const script = new ScriptReader(text, line, this.level + 1).run();
    for (const use of script.uses) if (!use.owner) this.own({ ...use, owner: this.owner });
  }

  private problem(line: number, what: string): void {
    this.problems.push(`line ${line}: ${what}`);
  }
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}
