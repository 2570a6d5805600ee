import { typeHead } from './type-names';
import type { LanguageSpec, Visit } from './language-spec';
import { noteField, phpDeclarations, selfOf } from './php-declarations';
import { parametersOf } from './php-types';
import type { Syntax } from './syntax';
import { chain, type ValueRules } from './values';

const VALUES: ValueRules = {
  names: new Set(['variable_name', 'name', 'qualified_name']),
  self: new Set(['$this', 'self', 'static']),
  base: new Set(['parent']),
  transparent: { parenthesized_expression: '', clone_expression: '', assignment_expression: 'right' },
  members: {
    member_access_expression: ['object', 'name'],
    nullsafe_member_access_expression: ['object', 'name'],
    member_call_expression: ['object', 'name'],
    nullsafe_member_call_expression: ['object', 'name'],
    scoped_call_expression: ['scope', 'name'],
    scoped_property_access_expression: ['scope', 'name'],
  },
  paths: new Set(),
  calls: {
    member_call_expression: 'name',
    nullsafe_member_call_expression: 'name',
    scoped_call_expression: 'name',
    function_call_expression: 'function',
  },
  elements: { subscript_expression: '' },
  typed: { object_creation_expression: ':name|qualified_name|relative_scope' },
  literals: {
    string: 'string',
    encapsed_string: 'string',
    integer: 'int',
    float: 'float',
    boolean: 'bool',
    array_creation_expression: 'array',
    anonymous_function: 'Closure',
    arrow_function: 'Closure',
  },
};

const assign: Visit = (node, file) => {
  const left = node.child('left');
  const right = node.child('right');
  if (left?.type === 'variable_name') {
    // `$x = $x->next()` reveals nothing new about `$x`.
    const again = file.scope.find(left.text) && chain(right, VALUES)?.[0] === left.text;
    if (!again) file.bind(left.text, undefined, right);
  } else if (left?.type === 'member_access_expression') {
    const { definition } = file.scope;
    const owner = definition.kind === 'METHOD' ? definition.parent : null;
    if (owner && selfOf(left.child('object')))
      noteField(owner, left.child('name')?.text ?? '', file.later(right));
  } else {
    file.bindPattern(left, ['variable_name']);
  }
};

const argumentsOf = (node: Syntax): number =>
  (node.child('arguments') ?? node.first('arguments'))?.children.filter(({ type }) => type === 'argument')
    .length ?? 0;

const call: Visit = (node, file) => {
  file.call(node, node.child('function') ?? node, argumentsOf(node));
};

const create: Visit = (node, file) => {
  const type = node.children.find(({ type: each }) => each === 'name' || each === 'qualified_name');
  const inside = node.first('relative_scope', 'anonymous_class');
  if (type) file.create(node, type, argumentsOf(node));
  else if (inside?.text === 'parent') file.callBase(node, argumentsOf(node));
};

/** `foreach ($items as $item)`, `foreach ($items as $key => $item)`. */
const loop: Visit = (node, file) => {
  const [list, target] = node.children;
  const item = target?.type === 'pair' ? target.children.at(-1) : target;
  if (target?.type === 'pair') file.bindPattern(target.children[0], ['variable_name']);
  if (item?.type === 'variable_name') file.bind(item.text, undefined, list, true);
  else file.bindPattern(item, ['variable_name']);
};

const anonymous: Visit = (node, file) => {
  file.open({ anonymous: true });
  for (const { name, type } of parametersOf(node)) file.scope.bind(name, () => type);
};

/** `Item::TAX`, `self::TAX`, `Item::class`. */
const constant: Visit = (node, file) => {
  const [type, name] = [node.children[0], node.children.at(-1)];
  const named = type?.type === 'name' || type?.type === 'qualified_name';
  const head = selfOf(type) ? (file.scope.self ?? '') : named ? typeHead(type) : '';
  if (head === '' || !name) return;
  file.mention(node, name.text === 'class' ? head.split('.') : [...head.split('.'), name.text], true);
};

/** `[$this, 'save']` names a method. */
const callable: Visit = (node, file) => {
  const [object, method, ...others] = node.children.map(({ children }) => children[0]);
  const name = method?.first('string_content');
  if (object && name && others.length === 0 && selfOf(object) && /^\w+$/.test(name.text))
    file.reference(object, name);
};

const required: Visit = (node, file) => {
  for (const part of node.within()) {
    const path = part.type === 'string_content' ? part.text.replace(/^\//, './') : '';
    if (path.endsWith('.php'))
      file.imports.push({ module: path, names: [], line: file.lines.at(node.start) });
  }
  return 'skip';
};

const VISIT: Readonly<Record<string, Visit>> = {
  ...phpDeclarations,
  assignment_expression: assign,
  foreach_statement: loop,
  catch_clause: (node, file) => file.bind(node.child('name')?.text ?? '', node.child('type')),
  anonymous_function: anonymous,
  arrow_function: anonymous,
  anonymous_class: (_node, file) => void file.open({ anonymous: true, self: null }),
  named_type: (node, file) => file.use(node, typeHead(node)),
  attribute: (node, file) => {
    const [name] = node.children;
    if (name) file.use(name, typeHead(name));
  },
  binary_expression: (node, file) => {
    const right = node.child('right');
    if (right && node.child('operator')?.text === 'instanceof') file.use(right, typeHead(right));
  },
  function_call_expression: call,
  member_call_expression: call,
  nullsafe_member_call_expression: call,
  scoped_call_expression: call,
  object_creation_expression: create,
  class_constant_access_expression: constant,
  array_creation_expression: callable,
  require_expression: required,
  require_once_expression: required,
  include_expression: required,
  include_once_expression: required,
};

export const php: LanguageSpec = {
  name: 'php',
  grammar: 'php',
  extensions: ['.php'],
  version: 5,
  moduleOf: () => '',
  leading: new Set(['comment', 'attribute_list']),
  decorators: new Set(['attribute_list']),
  wrappers: new Set(),
  values: VALUES,
  visit: VISIT,
};
