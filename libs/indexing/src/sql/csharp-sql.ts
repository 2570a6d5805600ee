import type { FileFacts, Reference } from '../facts';
import { stringLiterals } from '../languages/csharp-literals';
import { entityMappings } from './entity-mappings';
import { readSqlScript } from './script-reader';
import { writtenName } from './sql-name';

/** A name and nothing else: `Invoice_Cancel`, `dbo.Invoice_Cancel`, `[dbo].[Invoice Cancel]`. */
const NAME =
  /^(?:\[[^\]\r\n]{1,128}\]|[\p{L}_][\p{L}\p{N}_$#]{0,127})(?:\.(?:\[[^\]\r\n]{1,128}\]|[\p{L}_][\p{L}\p{N}_$#]{0,127})){0,2}$/u;
/** First words of SQL text, of a fragment that begins with a table as well. */
const OPENING =
  /^(select|insert|update|delete|merge|exec|execute|call|with|truncate|declare|set|if|begin|from|join|inner|left|cross)\b/i;
const FRAGMENT = /^(from|join|inner|left|cross)$/i;
/** Words without which a text that begins like a statement is a sentence: "Update the invoice". */
const NEEDS: Readonly<Record<string, RegExp>> = {
  select: /\bfrom\b|\binto\b|\.\w+\s*\(/i,
  insert: /\b(values|select|exec|execute|default)\b/i,
  update: /\bset\b/i,
  delete: /\bfrom\b|\bwhere\b/i,
  merge: /\busing\b/i,
  set: /[=@]/,
  with: /\bas\s*\(/i,
};
/** A definition that runs commands by name; elsewhere a bare word in quotes is not taken for a procedure. */
const RUNS_COMMANDS = /StoredProcedure|Execute|Query|Proc|FromSql/;

/**
 * Adds to a C# file's facts what its strings and its model say about the database: SQL text in strings, strings that are
 * a procedure's name (EXECUTES of anything that turns out to be one), `[Table]`, `DbSet<T>`, `ToTable` (MAPS_TO). Facts of
 * other languages come back as they are. The grammars must be loaded.
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
    // A C# file's USES are references between C# names.
    kind: use.kind === 'USES' ? 'READS_FROM' : use.kind,
    name: writtenName(use.name),
    line: use.line,
  }));
}
