import type { FileBuilder, Parameter } from './file-builder';
import { typeHead } from './type-names';
import type { LanguageSpec, Visit } from './language-spec';
import type { Syntax } from './syntax';
import { chain, typeText, type ValueRules } from './values';

const VALUES: ValueRules = {
  names: new Set(['identifier']),
  self: new Set(['this']),
  base: new Set(['super']),
  transparent: { parenthesized_expression: '' },
  members: { field_access: ['object', 'field'], method_invocation: ['object', 'name'] },
  paths: new Set(),
  calls: { method_invocation: 'name' },
  elements: { array_access: 'array' },
  typed: { object_creation_expression: 'type', cast_expression: 'type' },
  literals: {
    string_literal: 'String',
    decimal_integer_literal: 'int',
    decimal_floating_point_literal: 'double',
    true: 'boolean',
    false: 'boolean',
    character_literal: 'char',
  },
};

/** The package contains everything in the file. */
const unit: Visit = (node, file) => {
  const name = node.first('package_declaration')?.first('scoped_identifier', 'identifier')?.text;
  if (name === undefined) return;
  file.namespace = name;
  file.open({ prefix: name });
};

/** `import a.b.C`, `import a.b.*`, `import static a.B.c`, `import static a.B.*`. */
const importNames: Visit = (node, file) => {
  const target = node.first('scoped_identifier', 'identifier')?.text ?? '';
  const star = node.first('asterisk') !== undefined;
  const isStatic = /^import\s+static\b/.test(node.text);
  const line = file.lines.at(node.start);
  const dot = target.lastIndexOf('.');
  if (star) {
    file.imports.push({ module: target, names: isStatic ? [{ imported: '*', local: '*' }] : [], line });
  } else if (dot > 0) {
    const name = target.slice(dot + 1);
    file.imports.push({ module: target.slice(0, dot), names: [{ imported: name, local: name }], line });
  }
  return 'skip';
};

function parametersOf(node: Syntax): readonly (Parameter & { readonly node: Syntax })[] {
  return (node.child('parameters')?.children ?? []).flatMap((parameter) => {
    const declared = parameter.first('variable_declarator');
    const name = parameter.child('name') ?? declared?.child('name');
    const type =
      parameter.child('type') ??
      (declared
        ? parameter.children.find((child) => child !== declared && child.type !== 'modifiers')
        : undefined);
    if (!name) return [];
    return [
      {
        name: name.text,
        node: parameter,
        ...(type ? { type: typeText(type) + (declared ? '[]' : '') } : {}),
      },
    ];
  });
}

const bindGenerics = (node: Syntax, file: FileBuilder) => {
  for (const generic of node.child('type_parameters')?.children ?? []) {
    file.scope.bindType(generic.first('type_identifier')?.text ?? '');
  }
};

const declareType: Visit = (node, file) => {
  const generics = node.child('type_parameters')?.text;
  file.define(node, {
    kind: 'TYPE',
    name: node.child('name')?.text ?? '',
    ...(generics ? { generics } : {}),
  });
  bindGenerics(node, file);
  const base = node.child('superclass')?.children[0];
  if (base) {
    file.scope.base = typeHead(base);
    file.use(base, typeHead(base), 'INHERITS');
  }
  for (const type of node.child('interfaces')?.first('type_list')?.children ?? [])
    file.use(type, typeHead(type), 'IMPLEMENTS');
  for (const type of node.first('extends_interfaces')?.first('type_list')?.children ?? [])
    file.use(type, typeHead(type), 'INHERITS');
  const { scope } = file;
  for (const component of node.type === 'record_declaration' ? parametersOf(node) : []) {
    file.define(component.node, { kind: 'FIELD', name: component.name, type: () => component.type });
    file.scope = scope;
  }
};

const method: Visit = (node, file) => {
  const result = node.child('type');
  const generics = node.child('type_parameters')?.text;
  file.define(node, {
    kind: 'METHOD',
    name: node.child('name')?.text ?? '',
    parameters: parametersOf(node),
    ...(generics ? { generics } : {}),
    ...(result ? { type: () => typeText(result) } : {}),
  });
  bindGenerics(node, file);
};

const fields: Visit = (node, file) => {
  const type = node.child('type');
  const { scope } = file;
  for (const declarator of node.all('declarator')) {
    // The fields are siblings; references in the declaration belong to the last one.
    file.scope = scope;
    const name = declarator.child('name')?.text ?? '';
    file.define(declarator, { kind: 'FIELD', name, ...(type ? { type: () => typeText(type) } : {}) });
  }
};

const isVar = (type: Syntax | undefined) => type?.text === 'var';

const variables: Visit = (node, file) => {
  const type = node.child('type');
  for (const declarator of node.all('declarator')) {
    file.bind(
      declarator.child('name')?.text ?? '',
      isVar(type) ? undefined : type,
      declarator.child('value'),
    );
  }
};

/** `for (Line l : lines)`, `try (var s = open())`. */
const bindTyped: Visit = (node, file) => {
  const type = node.child('type');
  const loop = node.type === 'enhanced_for_statement';
  file.bind(node.child('name')?.text ?? '', isVar(type) ? undefined : type, node.child('value'), loop);
};

const lambda: Visit = (node, file) => {
  file.open({ anonymous: true });
  const list = node.child('parameters');
  if (list?.type === 'formal_parameters') {
    for (const { name, type } of parametersOf(node)) file.scope.bind(name, () => type);
  } else {
    file.bindPattern(list, ['identifier']);
  }
};

const HERITAGE = new Set(['superclass', 'type_list', 'type_parameter']);

const typeName: Visit = (node, file) => {
  const { parent } = node;
  const generic = parent?.type === 'generic_type' ? parent : node;
  const declared = HERITAGE.has(generic.parent?.type ?? '') && generic.parent?.parent?.type !== 'permits';
  if (!declared && node.text !== 'var') file.use(node, typeHead(node));
  if (node.type === 'scoped_type_identifier') return 'skip';
  return undefined;
};

const annotation: Visit = (node, file) => {
  const name = node.child('name');
  if (name) file.use(name, typeHead(name));
};

/** `Status.OPEN` used as a value. */
const fieldAccess: Visit = (node, file) => {
  const names = chain(node, VALUES);
  if (names && node.field !== 'object' && /^\p{Lu}/u.test(names[0] ?? '')) file.mention(node, names, true);
  const [object, name] = [node.child('object'), node.child('field')];
  if (object && name?.type === 'identifier') file.access(object, name);
};

/** Where a name alone is a value, by the node around it; other fields of these nodes are types and names. */
const VALUE_PLACES: ReadonlySet<string> = new Set([
  ...['argument_list', 'array_access', 'array_initializer', 'assert_statement', 'assignment_expression'],
  ...[
    'binary_expression',
    'cast_expression',
    'condition',
    'do_statement',
    'enhanced_for_statement',
    'field_access',
  ],
  ...['instanceof_expression', 'lambda_expression', 'method_invocation', 'parenthesized_expression'],
  ...['return_statement', 'switch_expression', 'ternary_expression', 'throw_statement', 'unary_expression'],
  ...['update_expression', 'variable_declarator', 'yield_statement'],
]);
const NO_VALUES: ReadonlySet<string> = new Set(['name', 'type', 'field', 'parameters']);

/** A name alone may be a field of the types around it, or of a type above these. */
const bareName: Visit = (node, file) => {
  if (VALUE_PLACES.has(node.parent?.type ?? '') && !NO_VALUES.has(node.field ?? ''))
    file.access(undefined, node);
};

/** `this::save`, `Order::total`; `Order::new` uses the type alone. */
const methodReference: Visit = (node, file) => {
  const [object] = node.children;
  const name = node.children.at(-1);
  if (object && name && name !== object && name.type === 'identifier') file.reference(object, name);
};

const argumentsOf = (node: Syntax) =>
  node.child('arguments')?.children.filter(({ type }) => !type.endsWith('comment')).length ?? 0;

const VISIT: Readonly<Record<string, Visit>> = {
  program: unit,
  import_declaration: importNames,
  class_declaration: declareType,
  interface_declaration: declareType,
  enum_declaration: declareType,
  record_declaration: declareType,
  annotation_type_declaration: declareType,
  method_declaration: method,
  constructor_declaration: method,
  compact_constructor_declaration: method,
  annotation_type_element_declaration: method,
  field_declaration: fields,
  constant_declaration: fields,
  enum_constant: (node, file) => {
    file.define(node, { kind: 'FIELD', name: node.child('name')?.text ?? '' });
  },
  local_variable_declaration: variables,
  enhanced_for_statement: bindTyped,
  resource: bindTyped,
  instanceof_expression: (node, file) => {
    const name = node.child('name');
    if (name) file.bind(name.text, node.child('right'));
  },
  catch_formal_parameter: (node, file) => file.bind(node.child('name')?.text ?? '', undefined),
  lambda_expression: lambda,
  type_identifier: typeName,
  scoped_type_identifier: typeName,
  annotation,
  marker_annotation: annotation,
  field_access: fieldAccess,
  identifier: bareName,
  method_reference: methodReference,
  method_invocation: (node, file) => file.call(node, node, argumentsOf(node)),
  object_creation_expression: (node, file) => {
    file.create(node, node.child('type'), argumentsOf(node));
    if (node.first('class_body')) file.open({ anonymous: true, self: null });
  },
  explicit_constructor_invocation: (node, file) => {
    if (node.child('constructor')?.text === 'super') file.callBase(node, argumentsOf(node));
  },
};

export const java: LanguageSpec = {
  name: 'java',
  grammar: 'java',
  // On 50,000 characters of `a<` or `a=>` the parser aborts and breaks its whole module.
  maxLine: 10_000,
  extensions: ['.java'],
  version: 4,
  moduleOf: () => '',
  leading: new Set(['line_comment', 'block_comment', 'annotation', 'marker_annotation']),
  decorators: new Set(['annotation', 'marker_annotation']),
  wrappers: new Set(['field_declaration', 'constant_declaration']),
  values: VALUES,
  visit: VISIT,
};
