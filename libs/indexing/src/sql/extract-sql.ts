import type { NodeKey } from '@quarry/turn';
import type { Extract, FileFacts, Reference } from '../facts';
import { readSqlScript, type SqlObject } from './script-reader';
import { qualifiedSqlName, sqlKey, writtenName } from './sql-name';

/** Longest first line kept as a signature, in characters. */
const MAX_SIGNATURE = 300;

/**
 * Reads a .sql file: tables, views, procedures, functions and triggers, and what each of them reads, writes, executes
 * and refers to. Statements outside them belong to the FILE. Keys are `schema.name|KIND` with `dbo` for a missing
 * schema. A constraint added by ALTER TABLE belongs to the table, which may be defined in another file.
 */
export const extractSql: Extract = (path, text): FileFacts => {
  const file = `file:${path}|FILE`;
  const script = readSqlScript(text);
  const references = script.uses.map((use): Reference => {
    const from: NodeKey = use.owner ? sqlKey(use.owner.name, use.owner.kind) : file;
    return { from, kind: use.kind, name: writtenName(use.name), line: use.line };
  });
  return {
    path,
    language: 'sql',
    nodes: [
      {
        key: file,
        kind: 'FILE',
        name: path.slice(path.lastIndexOf('/') + 1),
        qualifiedName: path,
        language: 'sql',
        path,
        startLine: 1,
        endLine: lineCount(text),
      },
      ...script.objects.map((object) => ({ ...node(path, text, object), parent: file })),
    ],
    imports: [],
    references,
    ...(script.problems.length > 0 && { problem: script.problems.join('; ') }),
  };
};

function node(path: string, text: string, object: SqlObject): FileFacts['nodes'][number] {
  const own = text.slice(object.start, object.end);
  return {
    key: sqlKey(object.name, object.kind),
    kind: object.kind,
    name: object.name.at(-1)!,
    qualifiedName: qualifiedSqlName(object.name),
    language: 'sql',
    path,
    startLine: object.startLine,
    endLine: object.endLine,
    text: own,
    signature: own.split(/\r?\n/, 1)[0]!.trim().slice(0, MAX_SIGNATURE),
  };
}

function lineCount(text: string): number {
  const lines = text.split('\n').length;
  return text.endsWith('\n') && lines > 1 ? lines - 1 : lines;
}
