import type { EdgeKind, NodeKind } from '../port';

/** Kinds of nodes that a database has, whatever language calls it. */
export const DATABASE_KINDS: ReadonlySet<NodeKind> = new Set(['TABLE', 'VIEW', 'PROC', 'SQL_FUNCTION']);

/** Kinds of nodes whose text may call a database. */
export const CALLER_KINDS: readonly NodeKind[] = ['METHOD', 'FUNCTION'];

/** A place in code that names an object of a database after a keyword of SQL. */
export interface SqlReference {
  /** As written, without brackets: `dbo.Invoice`. */
  readonly name: string;
  readonly kind: EdgeKind;
  /** Line of the text, from 0. */
  readonly line: number;
}

/** What the keyword in front of a name says of the edge. A kind of edge is a line here, and a case of its spec. */
const KEYWORDS: readonly (readonly [keyword: string, kind: EdgeKind])[] = [
  ['EXEC', 'EXECUTES'],
  ['EXECUTE', 'EXECUTES'],
  ['CALL', 'EXECUTES'],
  ['INTO', 'WRITES_TO'],
  ['UPDATE', 'WRITES_TO'],
  ['DELETE FROM', 'WRITES_TO'],
  ['FROM', 'READS_FROM'],
  ['JOIN', 'READS_FROM'],
];
const KIND_OF = new Map(KEYWORDS);
const REFERENCE =
  /\b(EXEC|EXECUTE|CALL|INTO|UPDATE|DELETE[ \t]FROM|FROM|JOIN)[ \t]+(\[?\w{1,128}\]?\.\[?\w{1,128}\]?)/gi;

/**
 * The references to objects of a database in a text of another language. Only names with a schema count: `FROM orders`
 * is a phrase of English, too.
 *
 * @example
 * sqlReferences('Run("EXEC dbo.Pay @id")'); // [{ name: 'dbo.Pay', kind: 'EXECUTES', line: 0 }]
 */
export function sqlReferences(text: string): readonly SqlReference[] {
  return text.split('\n').flatMap((content, line) =>
    [...content.matchAll(REFERENCE)].flatMap(([, keyword = '', name = '']): SqlReference[] => {
      const kind = KIND_OF.get(keyword.toUpperCase().replace('\t', ' '));
      return kind ? [{ name: name.replaceAll(/[[\]]/g, ''), kind, line }] : [];
    }),
  );
}
