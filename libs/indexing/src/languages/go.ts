import type { FileBuilder, Parameter } from './file-builder';
import { typeHead } from './type-names';
import { withoutNames } from './go-signature';
import { goTypes } from './go-types';
import type { LanguageSpec, Visit } from './language-spec';
import type { Syntax } from './syntax';
import { typeText, type ValueRules } from './values';

const VALUES: ValueRules = {
  names: new Set(['identifier', 'type_identifier']),
  self: new Set(),
  base: new Set(),
  transparent: {
    parenthesized_expression: '',
    unary_expression: 'operand',
    type_instantiation_expression: 'type',
  },
  members: { selector_expression: ['operand', 'field'] },
  paths: new Set(),
  calls: { call_expression: 'function' },
  elements: { index_expression: 'operand' },
  typed: {
    composite_literal: 'type',
    type_assertion_expression: 'type',
    type_conversion_expression: 'type',
  },
  literals: {
    interpreted_string_literal: 'string',
    raw_string_literal: 'string',
    int_literal: 'int',
    float_literal: 'float64',
    true: 'bool',
    false: 'bool',
    func_literal: 'func',
  },
  shadows: true,
};

/** The package is the folder; in the root folder only its name identifies it. */
const unit: Visit = (node, file) => {
  const name = node.first('package_clause')?.children[0]?.text ?? '';
  const slash = file.path.lastIndexOf('/');
  const folder = slash < 0 ? name : file.path.slice(0, slash);
  const external = slash >= 0 && name.endsWith('_test') ? '_test' : '';
  file.namespace = name;
  file.open({ prefix: folder + external });
};

const importPackage: Visit = (node, file) => {
  const module = node.child('path')?.text.slice(1, -1) ?? '';
  const written = node.child('name')?.text;
  const line = file.lines.at(node.start);
  const names = written === '.' ? [{ imported: '*', local: '*' }] : [];
  const alias = written === '.' || written === '_' ? undefined : (written ?? packageName(module));
  file.imports.push({ module, names, line, ...(alias ? { alias } : {}) });
  return 'skip';
};

/** The name that code uses for an imported package: the last segment that is not a version. */
function packageName(module: string): string {
  const segments = module.split('/').filter((segment) => !/^v\d+$/.test(segment));
  return (segments.at(-1) ?? module).replace(/\.v\d+$/, '').replace(/^go-/, '');
}

/** `a, b int` are two parameters. */
function parametersOf(list: Syntax | undefined): readonly Parameter[] {
  return (list?.children ?? []).flatMap((parameter) => {
    const written = parameter.child('type');
    if (!written) return [];
    const type = (parameter.type.startsWith('variadic') ? '[]' : '') + writtenType(written);
    const names = parameter.all('name');
    return names.length === 0 ? [{ name: '', type }] : names.map((name) => ({ name: name.text, type }));
  });
}

/** Type of the (first) result. */
function resultOf(node: Syntax): string | undefined {
  const result = node.child('result');
  const first = result?.type === 'parameter_list' ? result.children[0]?.child('type') : result;
  return first && writtenType(first);
}

/** A type as written, without the names of parameters in it. */
function writtenType(node: Syntax): string {
  const text = typeText(node);
  return text.includes('func') ? withoutNames(text) : text;
}

function bindGenerics(node: Syntax, file: FileBuilder): void {
  for (const generic of node.child('type_parameters')?.children ?? []) {
    for (const name of generic.all('name')) file.scope.bindType(name.text);
  }
}

const declareFunction: Visit = (node, file) => {
  const receiver = node.child('receiver')?.children[0];
  const type = resultOf(node);
  const owner = receiver?.child('type');
  file.define(node, {
    kind: receiver ? 'METHOD' : 'FUNCTION',
    name: node.child('name')?.text ?? '',
    parameters: parametersOf(node.child('parameters')),
    ...(type ? { type: () => type } : {}),
    ...(owner
      ? {
          owner: typeText(owner)
            .replace(/^[*(\s]+/, '')
            .replace(/[[)][^]*$/, ''),
        }
      : {}),
  });
  bindGenerics(node, file);
  const name = receiver?.child('name');
  if (name && owner) file.bind(name.text, owner);
  for (const result of parametersOf(node.child('result')))
    if (result.name) file.scope.bind(result.name, () => result.type);
};

const literal: Visit = (node, file) => {
  file.open({ anonymous: true });
  for (const { name, type } of parametersOf(node.child('parameters'))) file.scope.bind(name, () => type);
};

/** `var a, b T = …` and constants: nodes at package level, otherwise locals. */
const variables: Visit = (node, file) => {
  const type = node.child('type');
  const values = node.child('value')?.children ?? [];
  const { scope } = file;
  const top = scope.definition.kind === 'FILE' && !scope.anonymous;
  node.all('name').forEach((name, i) => {
    const value = values[i] ?? (i === 0 ? values[0] : undefined);
    if (!top) return file.bind(name.text, type, value);
    // The variables are siblings; references in the declaration belong to the last one.
    file.scope = scope;
    file.define(node, {
      kind: 'FIELD',
      name: name.text,
      type: type ? () => typeText(type) : file.later(value),
    });
  });
};

/** `a, err := f()` binds the first name to the first result's type. */
const shortVariables: Visit = (node, file) => {
  const values = node.child('right')?.children ?? [];
  (node.child('left')?.children ?? []).forEach((name, i) => {
    if (name.type === 'identifier') file.bind(name.text, undefined, values[i]);
  });
};

const range: Visit = (node, file) => {
  const [key, element] = node.child('left')?.children ?? [];
  if (key?.type === 'identifier') file.bind(key.text, undefined);
  if (element?.type === 'identifier') file.bind(element.text, undefined, node.child('right'), true);
};

const typeName: Visit = (node, file) => {
  const { parent } = node;
  const declares = parent?.type === 'type_spec' || parent?.type === 'type_alias';
  if (declares && node.field === 'name') return;
  file.use(node, typeHead(node));
};

/** Nodes in which a name is a declaration. */
const PLAIN = new Set(['package_clause', 'parameter_declaration', 'label_name']);

const VISIT: Readonly<Record<string, Visit>> = {
  ...goTypes(parametersOf, resultOf),
  source_file: unit,
  import_spec: importPackage,
  function_declaration: declareFunction,
  method_declaration: declareFunction,
  func_literal: literal,
  var_spec: variables,
  const_spec: variables,
  short_var_declaration: shortVariables,
  range_clause: range,
  type_switch_statement: (node, file) => file.bindPattern(node.child('alias'), ['identifier']),
  type_identifier: typeName,
  qualified_type: (node, file) => {
    file.use(node, typeHead(node));
    return 'skip';
  },
  identifier: (node, file) => {
    const { parent, field } = node;
    const key = parent?.type === 'literal_element' && parent.field === 'key';
    if (field === 'name' || field === 'function' || field === 'operand' || field === 'alias' || key) return;
    if (parent && !PLAIN.has(parent.type)) file.mention(node, [node.text], true);
  },
  selector_expression: (node, file) => {
    const names = [node.child('operand')?.text ?? '', node.child('field')?.text ?? ''];
    const plain = node.child('operand')?.type === 'identifier';
    if (node.field === 'function') return;
    if (plain) file.mention(node, names);
    const [object, name] = [node.child('operand'), node.child('field')];
    // A method value: `http.HandlerFunc(s.serve)`.
    if (object && name) file.reference(object, name);
  },
  call_expression: (node, file) => {
    const values = node.child('arguments')?.children.filter(({ type }) => type !== 'comment') ?? [];
    file.call(node, node.child('function'), values.length);
  },
};

export const go: LanguageSpec = {
  name: 'go',
  grammar: 'go',
  extensions: ['.go'],
  version: 6,
  moduleOf: () => '',
  leading: new Set(['comment']),
  decorators: new Set(),
  wrappers: new Set(['type_declaration', 'var_declaration', 'const_declaration']),
  values: VALUES,
  visit: VISIT,
};
