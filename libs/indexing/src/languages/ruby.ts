import type { Definition } from './definition';
import type { FileBuilder } from './file-builder';
import type { LanguageSpec, Visit } from './language-spec';
import { classCalls } from './ruby-class-calls';
import { argumentsOf, constantName, isNamespace, isOutside, parametersOf, symbolName } from './ruby-names';
import type { Syntax } from './syntax';
import { chain, type ValueRules } from './values';

const VALUES: ValueRules = {
  names: new Set(['identifier', 'constant', 'instance_variable', 'class_variable']),
  self: new Set(['self']),
  base: new Set(),
  transparent: { parenthesized_statements: '' },
  members: { call: ['receiver', 'method'], scope_resolution: ['scope', 'name'] },
  paths: new Set(['scope_resolution']),
  calls: { call: 'method' },
  creates: 'new',
  elements: { element_reference: 'object' },
  typed: {},
  literals: {
    string: 'String',
    integer: 'Integer',
    float: 'Float',
    array: 'Array',
    hash: 'Hash',
    simple_symbol: 'Symbol',
    lambda: 'Proc',
  },
};

/** `class A::B` is in `A`; a module that only groups others is a namespace. */
const declareType: Visit = (node, file) => {
  const written = constantName(node.child('name'));
  const dot = written.lastIndexOf('.');
  const [around, name] = [written.slice(0, Math.max(0, dot)), written.slice(dot + 1)];
  if (name === '' || !isOutside(file)) {
    file.open({ anonymous: true, self: null });
    return;
  }
  const within = (inner: string) => [file.scope.prefix, inner].filter(Boolean).join('.');
  const top = file.scope.definition.kind === 'FILE';
  if (top && around !== '') file.open({ prefix: within(around) });
  if (top && node.type === 'module' && isNamespace(node)) {
    file.open({ prefix: within(name) });
    return;
  }
  file.define(node, { kind: 'TYPE', name });
  const base = node.child('superclass')?.children[0];
  const baseName = constantName(base);
  if (!base || baseName === '') return;
  file.scope.base = baseName;
  file.use(base, baseName, 'INHERITS');
};

const declareMethod: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  if (!isOutside(file)) {
    file.scope.bind(name, () => undefined);
    file.open();
    for (const parameter of parametersOf(node)) file.scope.bind(parameter.name, () => undefined);
    return;
  }
  const kind = file.scope.definition.kind === 'TYPE' ? 'METHOD' : 'FUNCTION';
  file.define(node, { kind, name, parameters: parametersOf(node) });
};

/** Fields already found in a class: the first assignment declares them. */
const fields = new WeakMap<Definition, Set<string>>();

/** Declares a field, unless it is known; what follows belongs to the scope around it. */
function declareField(node: Syntax, name: string, file: FileBuilder, value?: Syntax): void {
  const { scope } = file;
  const parent = scope.definition.kind === 'METHOD' ? scope.definition.parent : scope.definition;
  if (!parent || name === '' || parent.kind === 'FUNCTION') return;
  const known = fields.get(parent) ?? new Set();
  fields.set(parent, known);
  if (known.has(name)) return;
  known.add(name);
  file.define(node, { kind: 'FIELD', name, parent, ...(value ? { type: file.later(value) } : {}) });
  file.scope = scope;
}

const assign: Visit = (node, file) => {
  const left = node.child('left');
  const right = node.child('right');
  if (!left) return;
  if (left.type === 'identifier') {
    // `x = x.next` reveals nothing new about `x`.
    const again = file.scope.find(left.text) && chain(right, VALUES)?.[0] === left.text;
    if (!again) file.bind(left.text, undefined, right);
  } else if (left.type === 'constant') {
    if (!isOutside(file)) return;
    if (makesType(right)) {
      file.define(node, { kind: 'TYPE', name: left.text });
      for (const member of argumentsOf(right!)) declareField(member, symbolName(member), file);
    } else declareField(node, left.text, file, right);
  } else if (left.type === 'instance_variable' || left.type === 'class_variable') {
    if (!file.scope.anonymous || file.scope.definition.kind === 'METHOD')
      declareField(node, left.text.replace(/^@+/, ''), file, right);
  } else {
    file.bindPattern(left, ['identifier']);
  }
};

/** `Struct.new(:a) do … end`, `Class.new(Base) { … }`. */
function makesType(value: Syntax | undefined): boolean {
  const made = /^(?:Struct|Class|Module)\.new\b|^Data\.define\b/.test(value?.text.slice(0, 40) ?? '');
  return made && value?.type === 'call';
}

/** Whether a node is the target of an assignment. */
function isAssigned({ field, parent }: Syntax): boolean {
  return field === 'left' && (parent?.type.endsWith('assignment') ?? false);
}

/** Whether a call is the target of an assignment, alone or as one of several: it calls the method `name=`. */
function isSetter(node: Syntax): boolean {
  return isAssigned(node) || node.parent?.type === 'left_assignment_list';
}

/** Calls whose symbol names a method of the object itself; in the body of a class, all may: `before_save :check`. */
const NAMES_METHOD = new Set(['method', 'send', '__send__', 'public_send']);

const call: Visit = (node, file) => {
  const method = node.child('method');
  if (!method) return undefined;
  const passed = argumentsOf(node);
  const arity = passed.length;
  if (method.type === 'super') {
    file.callOverridden(node, arity);
    return undefined;
  }
  const receiver = node.child('receiver');
  if (!receiver && isOutside(file)) {
    const read = Object.hasOwn(classCalls, method.text) ? classCalls[method.text] : undefined;
    if (read) return read(node, file, (at, name) => declareField(at, name, file));
  }
  if (
    !receiver &&
    (NAMES_METHOD.has(method.text) || (isOutside(file) && file.scope.definition.kind === 'TYPE'))
  )
    for (const each of passed) if (each.type === 'simple_symbol') file.reference(undefined, each);
  if (method.text === 'new' && constantName(receiver) !== '') file.create(node, receiver, arity);
  else if (!isSetter(node)) file.call(node, node, arity);
  else {
    file.call(node, node, 1, 'CALLS', '=');
    // `self.count += 1` reads it, too.
    if (node.parent?.type === 'operator_assignment') file.call(node, node, arity);
  }
  return undefined;
};

/** A block in the body of a class, as `included do`, is part of the class; any other is a function without a name. */
const block: Visit = (node, file) => {
  const { scope } = file;
  file.open({ anonymous: scope.anonymous || scope.definition.kind !== 'TYPE' });
  file.bindPattern(node.child('parameters'), ['identifier']);
};

const BINDING = new Set([
  ...['method_parameters', 'block_parameters', 'lambda_parameters', 'destructured_parameter'],
  ...[
    'left_assignment_list',
    'exception_variable',
    'splat_parameter',
    'hash_splat_parameter',
    'block_parameter',
  ],
  ...['destructured_left_assignment', 'rest_assignment'],
]);
const NAMING = new Set(['name', 'method', 'alias', 'pattern']);

/** A name that is no variable is a call without arguments. */
const identifier: Visit = (node, file) => {
  const { parent, field } = node;
  if (!parent || NAMING.has(field ?? '') || BINDING.has(parent.type) || isAssigned(node)) return;
  if (field === 'receiver' && parent.type === 'call' && file.scope.find(node.text)) return;
  file.call(node, node, 0);
};

/** Where a constant stands before a method, the call names it. */
const constant: Visit = (node, file) => {
  const naming = node.field === 'name' || isAssigned(node);
  const called = node.field === 'receiver' && node.parent?.child('method')?.text !== 'new';
  const name = naming || called ? '' : constantName(node);
  if (name !== '') file.mention(node, name.split('.'), true);
  return 'skip';
};

const VISIT: Readonly<Record<string, Visit>> = {
  module: declareType,
  class: declareType,
  singleton_class: (_node, file) => void file.open(),
  superclass: () => 'skip',
  method: declareMethod,
  singleton_method: declareMethod,
  assignment: assign,
  operator_assignment: assign,
  call,
  super: (node, file) => {
    if (node.field !== 'method') file.callOverridden(node);
  },
  alias: (node, file) => {
    const name = node.child('name')?.text ?? '';
    const old = node.child('alias');
    if (isOutside(file)) file.define(node, { kind: 'METHOD', name });
    if (old) file.reference(undefined, old);
    return 'skip';
  },
  block,
  do_block: block,
  lambda: (node, file) => {
    file.open({ anonymous: true });
    file.bindPattern(node.child('parameters'), ['identifier']);
  },
  for: (node, file) => file.bindPattern(node.child('pattern'), ['identifier']),
  exception_variable: (node, file) => file.bindPattern(node, ['identifier']),
  scope_resolution: constant,
  constant,
  identifier,
};

export const ruby: LanguageSpec = {
  name: 'ruby',
  grammar: 'ruby',
  extensions: ['.rb', '.rake', '.gemspec', '.ru'],
  version: 5,
  moduleOf: () => '',
  leading: new Set(['comment']),
  decorators: new Set(),
  wrappers: new Set(),
  bodies: new Set(['body_statement']),
  values: VALUES,
  visit: VISIT,
};
