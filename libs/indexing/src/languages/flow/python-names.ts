import type { Syntax } from '../syntax';

/** Nodes with names of their own. */
const INNER = new Set([
  'function_definition',
  'class_definition',
  'lambda',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);

/** Fields of nodes that bind the names in them. */
const BINDING: Readonly<Record<string, string>> = {
  assignment: 'left',
  augmented_assignment: 'left',
  for_statement: 'left',
  for_in_clause: 'left',
  named_expression: 'name',
  as_pattern: 'alias',
};

/** Names of a target: those of `a, (b, *c)`, but not of `a.b` and `a[i]`. */
export function targetNames(target: Syntax | undefined): readonly string[] {
  if (!target) return [];
  return [...target.within(({ type }) => type !== 'attribute' && type !== 'subscript', 200)]
    .filter(({ type }) => type === 'identifier')
    .map(({ text }) => text);
}

/** The names that a function, class or file binds in its own scope. */
export function boundNames(body: Syntax): ReadonlySet<string> {
  const names = new Set<string>();
  const elsewhere = new Set<string>();
  const enter = (node: Syntax) => node === body || !INNER.has(node.type);
  for (const node of body.within(enter, 300_000)) {
    const field = Object.hasOwn(BINDING, node.type) ? BINDING[node.type] : undefined;
    if (field !== undefined) for (const name of targetNames(node.child(field))) names.add(name);
    else if (node.type === 'function_definition' || node.type === 'class_definition') {
      if (node !== body) names.add(node.child('name')?.text ?? '');
    } else if (node.type === 'import_statement' || node.type === 'import_from_statement') {
      for (const item of node.all('name')) {
        const alias = item.child('alias')?.text;
        names.add(alias ?? (item.child('name') ?? item).text.split('.')[0]!);
      }
    } else if (node.type === 'global_statement' || node.type === 'nonlocal_statement') {
      for (const { text } of node.children) elsewhere.add(text);
    }
  }
  for (const name of elsewhere) names.delete(name);
  return names;
}
