import { ecmascriptFlow } from './flow/ecmascript-flow';
import { classBody, heritage } from './ecmascript-classes';
import { bindInside, functionOptions, PATTERN_NAMES } from './ecmascript-functions';
import { exportsOf, importsOf, loadedModule } from './ecmascript-modules';
import { repairTypeScript } from './ecmascript-repair';
import type { FileBuilder } from './file-builder';
import type { LanguageSpec, Visit } from './language-spec';
import type { Syntax } from './syntax';
import { chain, typeText, type ValueRules } from './values';

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);

const VALUES: ValueRules = {
  names: new Set(['identifier', 'shorthand_property_identifier']),
  self: new Set(['this']),
  base: new Set(['super']),
  transparent: {
    parenthesized_expression: '',
    await_expression: '',
    non_null_expression: '',
    satisfies_expression: '',
  },
  members: { member_expression: ['object', 'property'] },
  paths: new Set(),
  calls: { call_expression: 'function' },
  elements: { subscript_expression: 'object' },
  typed: { new_expression: 'constructor', as_expression: '' },
  literals: {
    string: 'string',
    template_string: 'string',
    number: 'number',
    true: 'boolean',
    false: 'boolean',
    regex: 'RegExp',
    array: 'Array',
    arrow_function: 'Function',
    function_expression: 'Function',
  },
};

const declareFunction: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  if (file.scope.anonymous) {
    file.scope.bind(name, () => undefined);
    file.open({ self: null, anonymous: true });
  } else {
    file.define(node, functionOptions(node, name, 'FUNCTION'));
  }
  bindInside(node, file);
};

/** The value of a definition is its body; other functions have no node. */
const functionValue: Visit = (node, file) => {
  const { definition, anonymous } = file.scope;
  const named = node.field === 'value' || (node.field === 'right' && definition.kind !== 'FILE');
  const body = named && !anonymous && (definition.kind === 'FUNCTION' || definition.kind === 'METHOD');
  const known = node.type === 'arrow_function' || definition.kind === 'METHOD';
  file.open({ ...(body ? {} : { anonymous: true }), ...(known ? {} : { self: null }) });
  bindInside(node, file);
};

const declareVariable: Visit = (node, file) => {
  const name = node.child('name');
  const value = node.child('value');
  if (!name) return;
  const top = !file.scope.anonymous && ['FILE', 'MODULE'].includes(file.scope.definition.kind);
  const module = loadedModule(value);
  if (top && module !== undefined) {
    importsOf.pattern(name, module, file);
    return;
  }
  if (name.type !== 'identifier') {
    file.bindPattern(name, PATTERN_NAMES);
  } else if (!top) {
    file.bind(name.text, node.child('type'), value);
  } else if (value && FUNCTIONS.has(value.type)) {
    file.define(node, functionOptions(value, name.text, 'FUNCTION'));
  } else if (value?.type === 'class') {
    file.define(node, { kind: 'TYPE', name: name.text });
    heritage(value, file);
  } else {
    const written = node.child('type');
    const type = written ? () => typeText(written) : file.later(value);
    file.define(node, { kind: 'FIELD', name: name.text, type });
  }
};

const declareType: Visit = (node, file) => {
  const generics = node.child('type_parameters')?.text;
  const name = node.child('name')?.text ?? '';
  file.define(node, { kind: 'TYPE', name, ...(generics ? { generics } : {}) });
  for (const generic of node.child('type_parameters')?.children ?? []) {
    file.scope.bindType(generic.child('name')?.text ?? '');
  }
  heritage(node, file);
};

/**
 * Functions and classes that are exported (`exports.a = …`, `module.exports = …`) and functions as members:
 * `app.c = …`, `A.prototype.b = …`.
 */
const assign: Visit = (node, file) => {
  const left = chain(node.child('left'), VALUES) ?? [];
  const right = node.child('right');
  exportsOf.assignment(left, right, file);
  const isClass = right?.type === 'class';
  if (!right || file.scope.anonymous || !(isClass || FUNCTIONS.has(right.type))) return;
  const exported = exportedName(left, right);
  if (isClass) {
    if (exported === undefined) return;
    file.define(node, { kind: 'TYPE', name: exported });
    heritage(right, file);
  } else if (exported !== undefined) {
    file.define(node, functionOptions(right, exported, 'FUNCTION'));
  } else if (isMember(left, file)) {
    file.define(node, { ...functionOptions(right, left.at(-1) ?? '', 'METHOD'), owner: left[0]! });
  }
};

/** The name under which a module exports what is assigned; undefined if it does not. */
function exportedName(left: readonly string[], right: Syntax): string | undefined {
  if (left.join('.') === 'module.exports') return right.child('name')?.text ?? 'default';
  const root = left.slice(0, -1).join('.');
  return root === 'exports' || root === 'module.exports' ? (left.at(-1) ?? '') : undefined;
}

/** `A.prototype.b`, or `app.c` outside of definitions. */
function isMember(left: readonly string[], file: FileBuilder): boolean {
  if (left.length === 3) return left[1] === 'prototype';
  return left.length === 2 && left[0] !== 'this' && file.scope.definition.kind === 'FILE';
}

const call: Visit = (node, file) => {
  const callee = node.child('function') ?? node.child('constructor');
  const values = node.child('arguments')?.children.filter(({ type }) => type !== 'comment') ?? [];
  const module = callee?.type === 'import' || callee?.text === 'require' ? loadedModule(node) : undefined;
  if (module !== undefined && node.parent?.type !== 'variable_declarator') {
    file.imports.push({ module, names: [], line: file.lines.at(node.start) });
  }
  if (callee?.type === 'import' || callee?.text === 'require') return;
  file.call(node, callee, values.length, node.parent?.type === 'decorator' ? 'USES' : 'CALLS');
};

/** A name used as a value, with the members after it: `Status`, `Status.Done`. */
const value: Visit = (node, file) => {
  const { parent, field } = node;
  if (!parent || field === 'name' || field === 'function') return;
  // The left side of `a + b` is read, that of an assignment is not.
  if (field === 'left' && parent.type !== 'binary_expression') return;
  if (field === 'constructor' || field === 'pattern' || field === 'parameter') return;
  if (parent.type === 'pair_pattern') return;
  if (parent.type !== 'member_expression') return file.mention(node, [node.text]);
  if (parent.field === 'function' || field !== 'object') return;
  file.mention(node, chain(parent, VALUES) ?? [node.text]);
};

const typeName: Visit = (node, file) => {
  const { parent } = node;
  if (!parent || DECLARE.has(parent.type)) return;
  const generic = parent.type === 'generic_type' && node.field === 'name' ? parent : node;
  if (HERITAGE.has(generic.parent?.type ?? '')) return;
  file.use(node, node.text);
};

const DECLARE = new Set([
  'class_declaration',
  'abstract_class_declaration',
  'class',
  'interface_declaration',
  'type_alias_declaration',
  'type_parameter',
]);
const HERITAGE = new Set(['implements_clause', 'extends_type_clause', 'extends_clause']);

const forEach: Visit = (node, file) => {
  const left = node.child('left');
  if (left?.type === 'identifier') file.bind(left.text, undefined, node.child('right'), true);
  else file.bindPattern(left, PATTERN_NAMES);
};

const namespace: Visit = (node, file) => {
  const name = node.child('name');
  if (name && name.type !== 'string') file.define(node, { kind: 'MODULE', name: name.text });
};

const VISIT: Readonly<Record<string, Visit>> = {
  ...classBody,
  import_statement: importsOf.statement,
  export_statement: exportsOf.statement,
  function_declaration: declareFunction,
  generator_function_declaration: declareFunction,
  function_signature: declareFunction,
  arrow_function: functionValue,
  function_expression: functionValue,
  generator_function: functionValue,
  variable_declarator: declareVariable,
  class_declaration: declareType,
  abstract_class_declaration: declareType,
  interface_declaration: declareType,
  type_alias_declaration: declareType,
  enum_declaration: declareType,
  internal_module: namespace,
  module: namespace,
  assignment_expression: assign,
  call_expression: call,
  new_expression: call,
  decorator: (node, file) => file.decorate(node),
  identifier: value,
  shorthand_property_identifier: value,
  type_identifier: typeName,
  nested_type_identifier: (node, file) => {
    file.use(node, node.text);
    return 'skip';
  },
  for_in_statement: forEach,
  catch_clause: (node, file) => file.bindPattern(node.child('parameter'), PATTERN_NAMES),
};

const SHARED = {
  moduleOf: (path: string) => path.replace(/(\.d)?\.[^./]+$/, ''),
  leading: new Set(['comment', 'decorator']),
  documentation: '/**',
  decorators: new Set(['decorator']),
  wrappers: new Set([
    'export_statement',
    'ambient_declaration',
    'lexical_declaration',
    'variable_declaration',
    'expression_statement',
  ]),
  values: VALUES,
  visit: VISIT,
  flow: ecmascriptFlow,
};

const TYPED = {
  ...SHARED,
  name: 'typescript',
  repair: repairTypeScript,
};

export const typescript: LanguageSpec = {
  ...TYPED,
  grammar: 'typescript',
  extensions: ['.ts', '.mts', '.cts'],
  version: 6,
};

export const tsx: LanguageSpec = { ...TYPED, grammar: 'tsx', extensions: ['.tsx'], version: 6 };

export const javascript: LanguageSpec = {
  ...SHARED,
  name: 'javascript',
  grammar: 'javascript',
  extensions: ['.js', '.jsx', '.mjs', '.cjs'],
  version: 6,
};
