import { pythonFlow } from './flow/python-flow';
import type { Definition } from './definition';
import type { DefineOptions, FileBuilder, Parameter } from './file-builder';
import { typeHead } from './type-names';
import type { LanguageSpec, Visit } from './language-spec';
import { pythonImports } from './python-imports';
import type { Syntax } from './syntax';
import { chain, typeText, type ValueRules } from './values';

const VALUES: ValueRules = {
  names: new Set(['identifier']),
  self: new Set(),
  base: new Set(['super']),
  transparent: { parenthesized_expression: '', await: '' },
  members: { attribute: ['object', 'attribute'] },
  paths: new Set(),
  calls: { call: 'function' },
  elements: { subscript: 'value' },
  typed: {},
  literals: {
    string: 'str',
    concatenated_string: 'str',
    integer: 'int',
    float: 'float',
    true: 'bool',
    false: 'bool',
    list: 'list',
    dictionary: 'dict',
    set: 'set',
    tuple: 'tuple',
    list_comprehension: 'list',
    lambda: 'function',
  },
};

const isMethod = (file: FileBuilder) => file.scope.definition.kind === 'TYPE' && !file.scope.anonymous;

const declareFunction: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  if (file.scope.anonymous) {
    file.scope.bind(name, () => undefined);
    file.open();
    return;
  }
  const method = isMethod(file);
  const all = (node.child('parameters')?.children ?? [])
    .filter(({ type }) => type !== 'comment')
    .map(parameterOf);
  const bound = method && !/@staticmethod\b/.test(decoratorsOf(node)) ? all[0] : undefined;
  const result = node.child('return_type');
  const type = result ? () => typeText(result) : undefined;
  const options: DefineOptions = {
    kind: method ? 'METHOD' : 'FUNCTION',
    name,
    parameters: (bound ? all.slice(1) : all).filter((parameter) => parameter.name !== ''),
    ...(type ? { type } : {}),
    ...(method && PROPERTY.test(decoratorsOf(node)) ? { calling: { property: true } } : {}),
  };
  const self = file.scope.self;
  file.define(node, options);
  if (bound) file.scope.bind(bound.name, () => self ?? undefined);
};

const PROPERTY = /@(?:\w{1,40}\.){0,3}(?:cached_?)?property\b/;

function decoratorsOf(node: Syntax): string {
  const around = node.parent?.type === 'decorated_definition' ? node.parent : undefined;
  return around ? around.source.slice(around.start, node.start) : '';
}

/** The declared type of `*args` and `**kw` is that of their elements; their own type is unknown. */
function parameterOf(node: Syntax): Parameter {
  const name = node.child('name') ?? (node.type === 'identifier' ? node : node.first('identifier'));
  const written = node.child('type');
  return { name: name?.text ?? '', ...(written ? { type: typeText(written) } : {}) };
}

const declareClass: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  const bases = node.child('superclasses')?.children.filter(({ type }) => type !== 'keyword_argument') ?? [];
  file.define(node, { kind: 'TYPE', name });
  for (const base of bases) {
    file.scope.base ??= typeHead(base);
    file.use(base, typeHead(base), 'INHERITS');
  }
};

/** Fields already found in a class: the first assignment declares them. */
const fields = new WeakMap<Definition, Set<string>>();

const assign: Visit = (node, file) => {
  const left = node.child('left');
  if (!left) return;
  const right = node.child('right');
  const written = node.child('type');
  const { definition, anonymous } = file.scope;
  const type = written ? () => typeText(written) : file.later(right);
  if (
    left.type === 'identifier' &&
    !anonymous &&
    (definition.kind === 'FILE' || definition.kind === 'TYPE')
  ) {
    declareOnce(definition, left.text, () => file.define(node, { kind: 'FIELD', name: left.text, type }));
  } else if (left.type === 'identifier') {
    // `x = x.next()` reveals nothing new about `x`.
    const callee = right?.child('function') ?? right;
    if (file.scope.find(left.text) && chain(callee, VALUES)?.[0] === left.text) return;
    file.bind(left.text, written, right);
  } else if (left.type === 'attribute') {
    const [self, name, more] = chain(left, VALUES) ?? [];
    const owner = definition.kind === 'METHOD' ? definition.parent : null;
    const isSelf = self !== undefined && file.scope.find(self)?.() === owner?.qualifiedName;
    if (!owner || !name || more || !isSelf) return;
    const { scope } = file;
    declareOnce(owner, name, () => file.define(node, { kind: 'FIELD', name, type, parent: owner }));
    // Calls on the right side belong to the method.
    file.scope = scope;
  } else {
    file.bindPattern(left, ['identifier']);
  }
};

function declareOnce(owner: Definition, name: string, define: () => void): void {
  const known = fields.get(owner) ?? new Set();
  fields.set(owner, known);
  if (known.has(name)) return;
  known.add(name);
  define();
}

const typeNames: Visit = (node, file) => {
  for (const part of node.within(({ type }) => type !== 'attribute')) {
    if (part.type === 'attribute' || (part.type === 'identifier' && part.parent?.type !== 'attribute')) {
      file.use(part, typeHead(part));
    } else if (part.type === 'string_content') {
      for (const [name] of part.text.slice(0, 300).matchAll(/[A-Za-z_][\w.]*/g)) file.use(part, name);
    }
  }
  return 'skip';
};

const lambda: Visit = (node, file) => {
  file.open({ anonymous: true });
  file.bindPattern(node.child('parameters'), ['identifier']);
};

const loop: Visit = (node, file) => {
  const left = node.child('left');
  if (left?.type === 'identifier') file.bind(left.text, undefined, node.child('right'), true);
  else file.bindPattern(left, ['identifier']);
};

const asPattern: Visit = (node, file) => {
  const alias = node.child('alias')?.children[0];
  const context = node.parent?.type === 'with_item';
  if (alias?.type === 'identifier') file.bind(alias.text, undefined, context ? node.children[0] : undefined);
  else file.bindPattern(alias, ['identifier']);
};

const value: Visit = (node, file) => {
  const { parent, field } = node;
  if (!parent || field === 'name' || field === 'attribute' || field === 'function' || isTarget(node)) return;
  if (parent.type === 'parameters' || parent.type === 'lambda_parameters') return;
  if (parent.type !== 'attribute') {
    if (isInClassBody(file)) file.memberValue(node.text, node);
    return file.mention(node, [node.text]);
  }
  if (parent.field !== 'function') file.mention(node, chain(parent, VALUES) ?? [node.text]);
};

const TARGETS: ReadonlySet<string> = new Set([
  'assignment',
  'augmented_assignment',
  'for_statement',
  'for_in_clause',
]);

/** Whether an assignment or a loop sets a name: the left side of `a + b` is read. */
function isTarget({ field, parent }: Syntax): boolean {
  return field === 'left' && TARGETS.has(parent?.type ?? '');
}

/** Whether a value is that of a field in the body of a class, which sees the names before it: `x = property(get_x)`. */
function isInClassBody({ scope: { definition, anonymous } }: FileBuilder): boolean {
  return definition.kind === 'FIELD' && definition.parent?.kind === 'TYPE' && !anonymous;
}

/** `a.b` that is read: `b` may be a property, or a method that is passed on. */
const attribute: Visit = (node, file) => {
  const name = node.child('attribute');
  const isCalled = node.parent?.type === 'call' && node.field === 'function';
  if (name && !isCalled && !isTarget(node)) file.memberRead(node.child('object'), name);
};

const VISIT: Readonly<Record<string, Visit>> = {
  ...pythonImports,
  function_definition: declareFunction,
  class_definition: declareClass,
  assignment: assign,
  named_expression: (node, file) => file.bind(node.child('name')?.text ?? '', undefined, node.child('value')),
  type: typeNames,
  attribute,
  lambda,
  for_statement: loop,
  for_in_clause: loop,
  as_pattern: asPattern,
  decorator: (node, file) => file.decorate(node),
  call: (node, file) => {
    const values = node.child('arguments')?.children.filter(({ type }) => type !== 'comment') ?? [];
    if (node.child('function')?.text === 'super') return;
    file.call(
      node,
      node.child('function'),
      values.length,
      node.parent?.type === 'decorator' ? 'USES' : 'CALLS',
    );
  },
  identifier: value,
};

export const python: LanguageSpec = {
  name: 'python',
  grammar: 'python',
  extensions: ['.py', '.pyi'],
  version: 5,
  moduleOf: (path) => path.replace(/(\/__init__)?\.pyi?$/i, '').replaceAll('/', '.'),
  leading: new Set(['comment', 'decorator']),
  decorators: new Set(['decorator']),
  wrappers: new Set(['decorated_definition', 'expression_statement']),
  values: VALUES,
  visit: VISIT,
  flow: pythonFlow,
};
