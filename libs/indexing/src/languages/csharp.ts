import { withoutDirectives, withoutParamsOfSpans } from './csharp-directives';
import { csharpMembers, parametersOf } from './csharp-members';
import type { FileBuilder } from './file-builder';
import { typeHead } from './type-names';
import type { LanguageSpec, Visit } from './language-spec';
import type { Syntax } from './syntax';
import { chain, type ValueRules } from './values';

const VALUES: ValueRules = {
  names: new Set(['identifier', 'generic_name']),
  self: new Set(['this']),
  base: new Set(['base']),
  transparent: {
    parenthesized_expression: '',
    await_expression: '',
    postfix_unary_expression: '',
    checked_expression: '',
  },
  members: {
    member_access_expression: ['expression', 'name'],
    conditional_access_expression: ['condition', ':member_binding_expression'],
    qualified_name: ['qualifier', 'name'],
  },
  paths: new Set(['qualified_name']),
  calls: { invocation_expression: 'function' },
  elements: { element_access_expression: 'expression' },
  typed: {
    object_creation_expression: 'type',
    cast_expression: 'type',
    as_expression: 'right',
    default_expression: 'type',
  },
  literals: {
    string_literal: 'string',
    verbatim_string_literal: 'string',
    raw_string_literal: 'string',
    interpolated_string_expression: 'string',
    integer_literal: 'int',
    real_literal: 'double',
    boolean_literal: 'bool',
    character_literal: 'char',
  },
  typeArguments: 'type_argument_list',
};

/** A file-scoped namespace contains everything after it. */
const unit: Visit = (node, file) => {
  const name = node.first('file_scoped_namespace_declaration')?.child('name')?.text;
  if (name === undefined) return;
  file.namespace = name;
  file.open({ prefix: name });
};

const namespace: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  const prefix = [file.scope.prefix, name].filter(Boolean).join('.');
  file.namespace ??= prefix;
  file.open({ prefix });
};

const usingDirective: Visit = (node, file) => {
  const alias = node.child('name');
  const target = node.children.findLast((child) => child !== alias);
  const module = target ? typeHead(target) : '';
  const isStatic = /^(global\s+)?using\s+static\b/.test(node.text);
  const names = isStatic ? [{ imported: '*', local: '*' }] : [];
  const line = file.lines.at(node.start);
  if (module) file.imports.push({ module, names, line, ...(alias ? { alias: alias.text } : {}) });
  return 'skip';
};

const declareType: Visit = (node, file) => {
  const generics = node.first('type_parameter_list');
  const list = node.first('parameter_list');
  const name = node.child('name')?.text ?? '';
  const outerSelf = file.scope.self;
  const typeParameters = (generics?.children ?? []).map((generic) => generic.child('name')?.text ?? '');
  const generic = generics && { generics: generics.text, calling: { typeParameters } };
  file.define(node, { kind: 'TYPE', name, ...generic });
  for (const parameter of typeParameters) file.scope.bindType(parameter);
  for (const base of node.first('base_list')?.children ?? []) inherit(node, base, file);
  if (!list || outerSelf === file.scope.self) return;
  const { scope } = file;
  const record = node.type.startsWith('record');
  for (const parameter of parametersOf(list)) {
    if (!record) scope.bind(parameter.name, () => parameter.type);
    else if (parameter.node) {
      file.define(parameter.node, { kind: 'FIELD', name: parameter.name, type: () => parameter.type });
      file.scope = scope;
    }
  }
};

/** The syntax does not distinguish a base class from an interface; the naming convention of .NET (`IName`) does. */
function inherit(node: Syntax, base: Syntax, file: FileBuilder): void {
  if (base.type === 'predefined_type' || base.type === 'argument_list') return;
  const type = base.child('type') ?? base;
  const head = typeHead(type);
  const isInterface = /^I[A-Z]/.test(head.slice(head.lastIndexOf('.') + 1));
  const implemented = isInterface && node.type !== 'interface_declaration';
  if (!isInterface) file.scope.base ??= head;
  file.use(base, head, implemented ? 'IMPLEMENTS' : 'INHERITS', arityOf(type));
}

/** How many type arguments a type states: `Repo<T>` is another type than `Repo`. */
function arityOf(type: Syntax): number {
  const named = type.child('name') ?? type;
  return named.first('type_argument_list')?.children.length ?? 0;
}

const TYPE_FIELDS = new Set(['type', 'returns']);

/** Type names occur in the fields `type` and `returns`, in type arguments, and after `as` and `is`. */
const typeName: Visit = (node, file) => {
  const { parent, field } = node;
  if (!parent) return;
  const position =
    (field !== null && TYPE_FIELDS.has(field)) ||
    parent.type === 'type_argument_list' ||
    ((parent.type === 'as_expression' || parent.type === 'is_expression') && field === 'right');
  if (position) {
    file.use(node, typeHead(node), 'USES', arityOf(node));
    if (node.type === 'qualified_name') return 'skip';
  } else if (parent.type === 'attribute' && field === 'name') {
    file.use(node, typeHead(node), 'USES', arityOf(node));
  } else if (parent.type === 'member_access_expression' && field === 'expression') {
    if (parent.field !== 'function' && /^\p{Lu}/u.test(node.text)) {
      file.mention(node, chain(parent, VALUES) ?? [node.text], true);
    }
  }
  return undefined;
};

/** Where a name alone is a value, by the node around it; other fields of these nodes are types, names and patterns. */
const VALUE_PLACES: ReadonlySet<string> = new Set([
  ...[
    'argument',
    'arrow_expression_clause',
    'assignment_expression',
    'await_expression',
    'binary_expression',
  ],
  ...[
    'cast_expression',
    'conditional_access_expression',
    'conditional_expression',
    'element_access_expression',
  ],
  ...['do_statement', 'foreach_statement', 'if_statement', 'initializer_expression', 'interpolation'],
  ...['is_expression', 'is_pattern_expression', 'as_expression', 'lambda_expression', 'lock_statement'],
  ...['member_access_expression', 'parenthesized_expression', 'postfix_unary_expression'],
  ...[
    'prefix_unary_expression',
    'ref_expression',
    'return_statement',
    'switch_expression',
    'switch_statement',
  ],
  ...['throw_expression', 'throw_statement', 'variable_declarator', 'while_statement', 'yield_statement'],
]);
const NO_VALUES: ReadonlySet<string> = new Set(['name', 'type', 'returns', 'pattern', 'parameters']);

/** Whether a name alone may be a field or property of the types around it, or of a type above these. */
function isBareValue({ parent, field }: Syntax): boolean {
  if (!parent || !VALUE_PLACES.has(parent.type) || NO_VALUES.has(field ?? '')) return false;
  if (field === 'right') return parent.type !== 'as_expression' && parent.type !== 'is_expression';
  if (field !== 'left') return true;
  // `new Order { Total = 1 }` sets a member of the order.
  return parent.type !== 'foreach_statement' && parent.parent?.type !== 'initializer_expression';
}

/** True where a method can be a value: an argument, or what is assigned or added to an event. */
function isValue({ parent, field }: Syntax): boolean {
  return parent?.type === 'argument' || (parent?.type === 'assignment_expression' && field === 'right');
}

const bindTyped: Visit = (node, file) => {
  const name = node.child('name');
  const type = node.child('type');
  if (name?.type === 'identifier') file.bind(name.text, type?.type === 'implicit_type' ? undefined : type);
};

const forEach: Visit = (node, file) => {
  const type = node.child('type');
  const left = node.child('left');
  const written = type?.type === 'implicit_type' ? undefined : type;
  if (left?.type === 'identifier') file.bind(left.text, written, node.child('right'), true);
  else file.bindPattern(left, ['identifier']);
};

const lambda: Visit = (node, file) => {
  file.open({ anonymous: true });
  const list = node.child('parameters');
  if (list?.type === 'parameter_list') {
    for (const { name, type } of parametersOf(list)) file.scope.bind(name, () => type);
  } else if (list) {
    file.scope.bind(list.text, () => undefined);
  }
};

const listOf = (node: Syntax): readonly Syntax[] =>
  (node.child('arguments') ?? node.first('argument_list'))?.children.filter(
    ({ type }) => type === 'argument',
  ) ?? [];

const argumentsOf = (node: Syntax) => listOf(node).length;

const SHAPES: Readonly<Record<string, string>> = {
  string_literal: 's',
  verbatim_string_literal: 's',
  raw_string_literal: 's',
  interpolated_string_expression: 's',
  anonymous_object_creation_expression: 'o',
  lambda_expression: 'f',
  anonymous_method_expression: 'f',
};

/** What the arguments of a call are, for `Reference.shapes`; a named argument may stand for any parameter. */
function shapesOf(node: Syntax): string | undefined {
  const list = listOf(node);
  const named = list.findIndex((argument) => argument.child('name') !== undefined);
  const text = (named < 0 ? list : list.slice(0, named))
    .map(({ children }) => SHAPES[children.at(-1)?.type ?? ''] ?? '-')
    .join('');
  return /[sof]/.test(text) ? text : undefined;
}

const VISIT: Readonly<Record<string, Visit>> = {
  ...csharpMembers,
  compilation_unit: unit,
  namespace_declaration: namespace,
  using_directive: usingDirective,
  class_declaration: declareType,
  struct_declaration: declareType,
  interface_declaration: declareType,
  record_declaration: declareType,
  record_struct_declaration: declareType,
  enum_declaration: declareType,
  delegate_declaration: (node, file) => {
    file.define(node, { kind: 'TYPE', name: node.child('name')?.text ?? '' });
  },
  identifier: (node, file) => {
    if (isValue(node)) file.reference(undefined, node);
    if (isBareValue(node)) file.access(undefined, node);
    return typeName(node, file);
  },
  member_access_expression: (node, file) => {
    const [object, name] = [node.child('expression'), node.child('name')];
    if (object && name && isValue(node)) file.reference(object, name);
    if (object && name && node.field !== 'function') file.access(object, name);
  },
  generic_name: typeName,
  qualified_name: typeName,
  variable_declarator: (node, file) => {
    const name = node.child('name') ?? node.children[0];
    const type = node.parent?.child('type');
    const value = node.children.findLast((child) => child !== name);
    if (name?.type !== 'identifier') return file.bindPattern(name, ['identifier']);
    return file.bind(name.text, type?.type === 'implicit_type' ? undefined : type, value);
  },
  foreach_statement: forEach,
  declaration_expression: bindTyped,
  declaration_pattern: bindTyped,
  catch_declaration: bindTyped,
  from_clause: (node, file) => file.bind(node.child('name')?.text ?? '', undefined),
  lambda_expression: lambda,
  anonymous_method_expression: lambda,
  invocation_expression: (node, file) =>
    file.call(node, node.child('function'), argumentsOf(node), 'CALLS', '', shapesOf(node)),
  object_creation_expression: (node, file) =>
    file.create(node, node.child('type'), argumentsOf(node), shapesOf(node)),
  constructor_initializer: (node, file) => {
    if (/^:\s*base\b/.test(node.text.slice(0, 30))) file.callBase(node, argumentsOf(node));
  },
};

export const csharp: LanguageSpec = {
  name: 'csharp',
  grammar: 'c-sharp',
  // On 50,000 characters of `a<` or `a=>` the parser aborts and breaks its whole module.
  maxLine: 10_000,
  extensions: ['.cs', '.csx'],
  version: 6,
  moduleOf: () => '',
  leading: new Set(['comment', 'attribute_list']),
  decorators: new Set(['attribute_list']),
  wrappers: new Set(['field_declaration', 'event_field_declaration', 'variable_declaration']),
  values: VALUES,
  repair: (text) => withoutParamsOfSpans(withoutDirectives(text)),
  visit: VISIT,
};
