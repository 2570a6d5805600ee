import type { EdgeKind, GraphNode, NodeKind } from '@quarry/graph-store';
import { type SqlKind, sqlKey } from '../sql/sql-name';
import { readSqlScript } from '../sql/script-reader';
import type { BodyRecord, CodeRecord } from './bundle-records';

/** Number of characters at the end of a parameter that are searched for its name. */
const MAX_NAME = 500;

/** RoslynIndexer's kinds, in keys (`dbo.F|FUNC`) and in records (`Procedure`), by their upper-case name. */
const KINDS: Readonly<Record<string, NodeKind>> = {
  TABLE: 'TABLE',
  VIEW: 'VIEW',
  PROC: 'PROC',
  PROCEDURE: 'PROC',
  FUNC: 'SQL_FUNCTION',
  FUNCTION: 'SQL_FUNCTION',
  TRIGGER: 'TRIGGER',
  TYPE: 'TYPE',
  METHOD: 'METHOD',
  CONSTRUCTOR: 'METHOD',
  OPERATOR: 'METHOD',
  PROPERTY: 'FIELD',
  DBSET: 'FIELD',
  ENTITY: 'ENTITY',
  MIGRATION: 'MIGRATION',
};
const SQL: ReadonlySet<NodeKind> = new Set<NodeKind>(['TABLE', 'VIEW', 'PROC', 'SQL_FUNCTION', 'TRIGGER']);

const RELATIONS: Readonly<Record<string, EdgeKind>> = {
  READSFROM: 'READS_FROM',
  WRITESTO: 'WRITES_TO',
  EXECUTES: 'EXECUTES',
  FOREIGNKEY: 'FK',
  MAPSTO: 'MAPS_TO',
  SCHEMACHANGE: 'WRITES_TO',
  DATACHANGE: 'WRITES_TO',
  USES: 'USES',
  ON: 'USES',
  SYNONYMFOR: 'USES',
  INHERITS: 'INHERITS',
  IMPLEMENTS: 'IMPLEMENTS',
};

/** Identity of the thing that a body describes. */
export interface BodyIdentity {
  readonly key: string;
  readonly kind: NodeKind;
  readonly name: string;
  readonly qualifiedName: string;
  readonly language: string;
}

/** Kind for a name of RoslynIndexer; undefined if the graph has no such kind (synonyms, sequences, batches). */
export function kindOf(name: string): NodeKind | undefined {
  const upper = name.toUpperCase();
  return Object.hasOwn(KINDS, upper) ? KINDS[upper] : undefined;
}

/**
 * Canonical identity of a body. `dbo.Invoice|TABLE`, `SQL:dbo.table_X` with kind `Table`, and `dbo.F|FUNC` become
 * `schema.name|KIND`; missing fields are derived from the body. `csharp:…` keys stay unchanged. Undefined if the kind
 * is unknown.
 */
export function identifyBody(record: BodyRecord): BodyIdentity | undefined {
  const [, prefix = '', full = '', keyKind = ''] =
    /^(?:(csharp|sql):)?(.*?)(?:\|([^|]*))?$/is.exec(record.key) ?? [];
  const kind = kindOf(keyKind) ?? kindOf(record.kind) ?? definedIn(record.text);
  if (!kind || full === '') return undefined;
  const name = record.name || full.slice(full.lastIndexOf('.') + 1);
  if (SQL.has(kind) && prefix.toLowerCase() !== 'csharp') {
    const schema = record.schema || (full.includes('.') ? full.slice(0, full.indexOf('.')) : '');
    const key = sqlKey([schema, name], kind as SqlKind);
    return { key, kind, name, qualifiedName: key.slice(0, key.lastIndexOf('|')), language: 'sql' };
  }
  return {
    key: record.key,
    kind,
    name: full.slice(full.lastIndexOf('.') + 1),
    qualifiedName: full,
    language: 'csharp',
  };
}

/** Kind of the only object that a body creates. */
function definedIn(body: string): NodeKind | undefined {
  const { objects } = readSqlScript(body);
  return objects.length === 1 ? objects[0]!.kind : undefined;
}

/** Type and member of a C# chunk, without language prefix and kind. */
export function qualifiedMember(record: CodeRecord): { readonly type: string; readonly member: string } {
  const className = record.className === 'NoClass' ? '' : record.className;
  const type = record.typeFqn || [namespaceOf(record), className].filter(Boolean).join('.');
  return { type, member: record.type === 'Constructor' ? '.ctor' : record.member };
}

/** From the header that RoslynIndexer writes before the code, from the code itself, or from the signature. */
function namespaceOf({ text, signature, className }: CodeRecord): string {
  const head = /^\s*\/\/ Namespace: ([\w.]+) \/\/ Class:/.exec(text);
  if (head) return head[1] === 'NoNamespace' ? '' : head[1]!;
  const code = /^[ \t]*namespace[ \t]+([\w.]+)/m.exec(text);
  if (code) return code[1]!;
  const at = signature.indexOf(`.${className}.`);
  return at > 0 && /^[\w.]+$/.test(signature.slice(0, at)) ? signature.slice(0, at) : '';
}

/**
 * Parameter types of a signature, which distinguish overloads: `N.C.M(int a, string b)` → `(int,string)`; `''` without
 * a list.
 */
export function overloadMark(signature: string): string {
  const list = /\(([^()]*)\)[^()]*$/.exec(signature)?.[1];
  if (list === undefined) return '';
  const types = list
    .split(',')
    .map((parameter) => withoutName(parameter.trim().replace(/^(?:this|ref|out|in|params)\s+/, '')))
    .filter(Boolean);
  return `(${types.join(',')})`;
}

/** `int a` → `int`; a type alone stays unchanged. */
function withoutName(parameter: string): string {
  const name = /\w*$/.exec(parameter.slice(-MAX_NAME))?.[0] ?? '';
  const type = parameter.slice(0, parameter.length - name.length);
  return name !== '' && /\s$/.test(type) ? type.trimEnd() : parameter;
}

/**
 * Kind of an edge. `calls` between two C# members is CALLS, to a procedure or function EXECUTES. To a table or view it
 * specifies neither read nor write and becomes USES, like every unknown relation.
 */
export function edgeKind(relation: string, from: GraphNode | undefined, to: GraphNode | undefined): EdgeKind {
  const upper = relation.toUpperCase().replaceAll(/[^A-Z]/g, '');
  if (Object.hasOwn(RELATIONS, upper)) return RELATIONS[upper]!;
  if (to?.kind === 'PROC' || to?.kind === 'SQL_FUNCTION') return 'EXECUTES';
  return from?.language === 'csharp' && to?.language === 'csharp' ? 'CALLS' : 'USES';
}
