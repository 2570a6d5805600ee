import type { FileFacts, Reference } from '../facts';
import { csharp } from '../languages/csharp';
import { unquoted } from '../languages/csharp-literals';
import { readDefinitions } from '../languages/read-file';
import type { Syntax } from '../languages/syntax';
import { writtenName } from './sql-name';

/** A file without any of these contains no mapping, and is not parsed for it. */
const HINT = /\bDbSet\s*<|\bToTable\b|\bToView\b|\bTable(?:Attribute)?\s*\(/;
/** Number of characters at the end of a text that are searched for a name. */
const MAX_NAME = 500;
const LITERAL = /^(verbatim_|raw_)?string_literal$/;

/**
 * The table mappings of an Entity Framework model, as MAPS_TO references: `[Table]` from the class; `ToTable` and
 * `ToView` from the method, with the entity as receiver; `DbSet<T> Rows` from the property, with the entity as receiver
 * and, by convention, the property's and the entity's name as tables. Constants instead of strings are not followed.
 */
export function entityMappings(facts: FileFacts, text: string): readonly Reference[] {
  if (!HINT.test(text)) return [];
  const { root, innermost, lineAt } = readDefinitions(csharp, facts.path, text);
  const found: Reference[] = [];
  for (const node of root?.within(() => true, Infinity) ?? []) {
    for (const { name, receiver } of mappingsAt(node)) {
      const line = lineAt(node.start);
      found.push({ from: innermost(node.start), kind: 'MAPS_TO', name, line, ...(receiver && { receiver }) });
    }
  }
  return found;
}

interface Mapping {
  readonly name: string;
  readonly receiver?: string;
}

function mappingsAt(node: Syntax): readonly Mapping[] {
  if (node.type === 'attribute') return tableAttribute(node);
  if (node.type === 'invocation_expression') return toTable(node);
  if (node.type === 'property_declaration') return dbSet(node);
  return [];
}

/** `[Table("Invoices", Schema = "billing")]` */
function tableAttribute(node: Syntax): readonly Mapping[] {
  const called = lastName(node.child('name') ?? node.children[0]);
  if (called !== 'Table' && called !== 'TableAttribute') return [];
  const args = node.first('attribute_argument_list')?.children ?? [];
  const [table] = args.map((argument) => constant(argument.children.at(-1)));
  const schema = args.find((argument) => /^Schema\s*=/.test(argument.text));
  return table ? [{ name: written(table, constant(named(schema))) }] : [];
}

/** `modelBuilder.Entity<Invoice>().ToTable("Invoices", "billing")` in its several forms. */
function toTable(node: Syntax): readonly Mapping[] {
  const access = node.child('function');
  const called = lastName(access?.child('name'));
  if (called !== 'ToTable' && called !== 'ToView') return [];
  const args = node.child('arguments')?.children ?? [];
  const table = constant(args[0]?.children.at(-1));
  const receiver = entityOf(node);
  if (!table || !receiver) return [];
  return [{ name: written(table, constant(args[1]?.children.at(-1))), receiver }];
}

/** `DbSet<Invoice> Invoices` */
function dbSet(node: Syntax): readonly Mapping[] {
  const type = /^(?:[\w.]+\.)?I?DbSet\s*<\s*(?:[\w.]+\.)?(\w+)\s*>\??$/.exec(node.child('type')?.text ?? '');
  const property = node.child('name')?.text;
  const receiver = type?.[1];
  if (!receiver || !property) return [];
  return [...new Set([property, receiver])].map((name) => ({ name, receiver }));
}

/** The entity of a ToTable call: from the chain before it, the lambda around it, or the class around it. */
function entityOf(node: Syntax): string | undefined {
  for (let at: Syntax | null = node; at; at = at.parent) {
    if (at.type === 'invocation_expression') {
      const entity = /\bEntity\s*<\s*(?:[\w.]+\.)?(\w+)\s*>\s*\(/.exec(
        at.child('function')?.text.concat('(') ?? '',
      );
      if (entity) return entity[1];
    }
    const parameters = at.first('parameter_list') ?? at.child('parameters');
    const typed = /\bEntityTypeBuilder\s*<\s*(?:[\w.]+\.)?(\w+)\s*>/.exec(parameters?.text ?? '');
    if (typed) return typed[1];
  }
  return undefined;
}

/** Last part of a name without type arguments. */
function lastName(node: Syntax | undefined): string {
  return /(\w+)\s*(?:<[^<>]*>)?$/.exec(node?.text.slice(-MAX_NAME) ?? '')?.[1] ?? '';
}

/** Value of `Name = value`, which the grammar parses as an assignment or as two children. */
function named(argument: Syntax | undefined): Syntax | undefined {
  const last = argument?.children.at(-1);
  return last?.type === 'assignment_expression' ? last.child('right') : last;
}

/** Value of a plain string, undefined for anything else. */
function constant(node: Syntax | undefined): string | undefined {
  if (!node || !LITERAL.test(node.type)) return undefined;
  return unquoted(node.text.replace(/^@/, ''));
}

function written(table: string, schema: string | undefined): string {
  return writtenName(schema ? [schema, table] : [table]);
}
