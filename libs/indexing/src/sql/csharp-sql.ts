import type { FileFacts, Reference } from '../facts';
import { stringLiterals } from '../languages/csharp-literals';
import { entityMappings } from './entity-mappings';
import { readSqlScript } from './script-reader';
import { writtenName } from './sql-name';

/** Only a name: `Invoice_Cancel`, `dbo.Invoice_Cancel`, `[dbo].[Invoice Cancel]`. */
const NAME =
  /^(?:\[[^\]\r\n]{1,128}\]|[\p{L}_][\p{L}\p{N}_$#]{0,127})(?:\.(?:\[[^\]\r\n]{1,128}\]|[\p{L}_][\p{L}\p{N}_$#]{0,127})){0,2}$/u;
/** First words of SQL text, including fragments that begin with a table. */
const OPENING =
  /^(select|insert|update|delete|merge|exec|execute|call|with|truncate|declare|set|if|begin|from|join|inner|left|cross)\b/i;
const FRAGMENT = /^(from|join|inner|left|cross)$/i;
/** A text that begins like a statement but lacks these words is a sentence: "Update the invoice". */
const NEEDS: Readonly<Record<string, RegExp>> = {
  select: /\bfrom\b|\binto\b|\.\w+\s*\(/i,
  insert: /\b(values|select|exec|execute|default)\b/i,
  update: /\bset\b/i,
  delete: /\bfrom\b|\bwhere\b/i,
  merge: /\busing\b/i,
  set: /[=@]/,
  with: /\bas\s*\(/i,
};
/** A definition that runs commands by name; elsewhere a single quoted word is not a procedure name. */
const RUNS_COMMANDS = /StoredProcedure|Execute|Query|Proc|FromSql/;

/**
 * Adds the database references in a C# file's strings and model to its facts: SQL text in strings, strings that are a
 * procedure's name (EXECUTES, if the procedure exists), `[Table]`, `DbSet<T>`, `ToTable` (MAPS_TO). Facts of other
 * languages are returned unchanged. The grammars must be loaded.
 */
export function withSqlReferences(facts: FileFacts, text: string): FileFacts {
  if (facts.language !== 'csharp') return facts;
  const added = [...literalReferences(facts, text), ...entityMappings(facts, text)];
  return added.length === 0 ? facts : { ...facts, references: [...facts.references, ...added] };
}

function literalReferences(facts: FileFacts, text: string): readonly Reference[] {
  if (!text.includes('"')) return [];
  const known = new Map(facts.nodes.map((node) => [node.key, node]));
  const file = facts.nodes[0]?.key ?? '';
  const found = new Map<string, Reference>();
  for (const literal of stringLiterals(facts.path, text)) {
    const node = known.get(literal.from);
    const from = node?.key ?? file;
    for (const reference of readLiteral(literal.text, node?.text ?? text)) {
      const line = literal.line + reference.line - 1;
      const id = `${from}\n${reference.kind}\n${reference.name.toLowerCase()}`;
      if (!found.has(id)) found.set(id, { ...reference, from, line });
    }
  }
  return [...found.values()];
}

function readLiteral(literal: string, around: string): readonly Omit<Reference, 'from'>[] {
  const text = literal.trim();
  if (NAME.test(text)) {
    if (!/[._[]/.test(text) && !RUNS_COMMANDS.test(around)) return [];
    return [{ kind: 'EXECUTES', name: text, line: 1 }];
  }
  const opening = OPENING.exec(text)?.[1]?.toLowerCase();
  if (!opening || !(NEEDS[opening]?.test(text) ?? /\s/.test(text))) return [];
  const script = readSqlScript(FRAGMENT.test(opening) ? `SELECT * ${literal}` : literal);
  return script.uses.map((use) => ({
    // USES in a C# file refers to C# names.
    kind: use.kind === 'USES' ? 'READS_FROM' : use.kind,
    name: writtenName(use.name),
    line: use.line,
  }));
}
