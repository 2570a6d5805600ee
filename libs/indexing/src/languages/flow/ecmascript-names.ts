import type { Syntax } from '../syntax';

const FUNCTIONS = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
  'class_declaration',
  'abstract_class_declaration',
  'class',
]);

/** Names of a pattern: those of `{ a, b: [c] }`. */
export function patternNames(pattern: Syntax | undefined): readonly string[] {
  if (!pattern) return [];
  const enter = ({ type, field }: Syntax) =>
    type !== 'member_expression' && field !== 'right' && field !== 'key';
  return [...pattern.within(enter, 500)]
    .filter(
      ({ type, field }) =>
        (type === 'identifier' || type === 'shorthand_property_identifier_pattern') &&
        field !== 'right' &&
        field !== 'key',
    )
    .map(({ text }) => text);
}

/** The names that a function or file binds: variables of inner blocks are taken for variables of the function. */
export function declaredNames(body: Syntax): ReadonlySet<string> {
  const names = new Set<string>();
  const enter = (node: Syntax) => node === body || !FUNCTIONS.has(node.type);
  for (const node of body.within(enter, 300_000)) {
    if (node === body) continue;
    if (node.type === 'variable_declarator') {
      for (const name of patternNames(node.child('name'))) names.add(name);
    } else if (FUNCTIONS.has(node.type)) {
      const name = /declaration$/.test(node.type) ? node.child('name')?.text : undefined;
      if (name !== undefined) names.add(name);
    } else if (node.type === 'for_in_statement') {
      for (const name of patternNames(node.child('left'))) names.add(name);
    } else if (node.type === 'catch_clause') {
      for (const name of patternNames(node.child('parameter'))) names.add(name);
    } else if (node.type === 'import_specifier') {
      names.add((node.child('alias') ?? node.child('name'))?.text ?? '');
    } else if (node.type === 'import_clause' || node.type === 'namespace_import') {
      const name = node.first('identifier')?.text;
      if (name !== undefined) names.add(name);
    } else if (node.type === 'enum_declaration' || node.type === 'internal_module') {
      names.add(node.child('name')?.text ?? '');
    }
  }
  return names;
}
