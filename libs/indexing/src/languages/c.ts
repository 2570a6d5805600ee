import { declaratorsOf, declaredBy, declaredType, parametersOf, type Declared } from './c-declarators';
import { withoutMacros } from './c-macros';
import type { FileBuilder } from './file-builder';
import { typeHead } from './type-names';
import type { LanguageSpec, Visit } from './language-spec';
import type { Syntax } from './syntax';
import { chain, typeText, type ValueRules } from './values';

const VALUES: ValueRules = {
  names: new Set(['identifier', 'field_identifier', 'type_identifier', 'namespace_identifier']),
  self: new Set(['this']),
  base: new Set(),
  transparent: {
    parenthesized_expression: '',
    pointer_expression: 'argument',
    template_function: 'name',
    template_method: 'name',
    co_await_expression: 'argument',
  },
  members: { field_expression: ['argument', 'field'], qualified_identifier: ['scope', 'name'] },
  paths: new Set(['qualified_identifier']),
  calls: { call_expression: 'function' },
  elements: { subscript_expression: 'argument' },
  typed: { cast_expression: 'type', compound_literal_expression: 'type', new_expression: 'type' },
  literals: {
    string_literal: 'char',
    char_literal: 'char',
    number_literal: 'int',
    true: 'bool',
    false: 'bool',
    lambda_expression: 'lambda',
  },
};

/** Whether definitions here are visible outside of a function. */
function isOutside({ scope }: FileBuilder): boolean {
  return !scope.anonymous && ['FILE', 'TYPE', 'MODULE'].includes(scope.definition.kind);
}

const include: Visit = (node, file) => {
  const module = node.child('path')?.text.slice(1, -1) ?? '';
  if (module !== '') file.imports.push({ module, names: [], line: file.lines.at(node.start) });
  return 'skip';
};

/** Macros are used like functions and constants. One without a value, such as an include guard, defines nothing. */
const macro: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  if (!node.child('value')) return 'skip';
  const parameters = node.child('parameters')?.children.map((each) => ({ name: each.text }));
  if (parameters) file.define(node, { kind: 'FUNCTION', name, parameters });
  else file.define(node, { kind: 'FIELD', name });
  return 'skip';
};

const namespace: Visit = (node, file) => {
  const name = node.child('name')?.text.replaceAll('::', '.').replace(/\s/g, '') ?? '';
  const prefix = [file.scope.prefix, name].filter(Boolean).join('.');
  file.namespace ??= prefix;
  file.open({ prefix });
};

const declareFunction: Visit = (node, file) => {
  const declared = declaredBy(node.child('declarator'));
  // `= default` and `= delete` are no code to read.
  if (!declared || node.first('default_method_clause', 'delete_method_clause')) return;
  const { scope } = file;
  const names = testOf(declared) ?? nameOf(declared.name);
  const owner = names.slice(0, -1).join('.');
  const inType = scope.definition.kind === 'TYPE';
  const type = declaredType(node);
  const definition = file.define(node, {
    kind: inType || (owner !== '' && declared.name.type !== 'identifier') ? 'METHOD' : 'FUNCTION',
    name: names.at(-1) ?? '',
    parameters: parametersOf(declared.called),
    ...(type ? { type: () => typeText(type) } : {}),
    ...(owner === '' ? {} : { owner }),
  });
  // A method that is defined outside of its class sees the class's members.
  if (definition && owner !== '')
    file.open({ definition, self: [scope.prefix, owner].filter(Boolean).join('.') });
};

/** `TEST_F(Suite, Name) { … }` of GoogleTest and Catch2 is a function `Suite.Name`. */
function testOf({ name, called }: Declared): readonly string[] | undefined {
  if (!/^(?:TYPED_)?(?:TEST|SCENARIO|BENCHMARK)(?:_[A-Z]+)*$/.test(name.text)) return undefined;
  const names = called?.child('parameters')?.children.map(({ text }) => text) ?? [];
  return names.length === 2 && names.every((each) => /^\w+$/.test(each)) ? names : undefined;
}

/** The segments of `a::Type::name`. */
function nameOf(name: Syntax): readonly string[] {
  return withoutArguments(name.text)
    .split('::')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `Store<T>::name` without what is in the angle brackets. */
function withoutArguments(text: string): string {
  const [open, close] = [text.indexOf('<'), text.lastIndexOf('>')];
  return open >= 0 && open < close ? text.slice(0, open) + text.slice(close + 1) : text;
}

/** Only a class with a body defines something; `struct x *` uses it. */
const declareType: Visit = (node, file) => {
  const name = node.child('name') ?? named(node);
  if (!node.child('body')) {
    const used = node.child('name');
    if (used) file.use(used, typeHead(used));
    return 'skip';
  }
  const defined = file.define(node, { kind: 'TYPE', name: name ? typeHead(name) : '' });
  if (!defined) return undefined;
  for (const base of node.first('base_class_clause')?.children ?? [])
    if (base.type !== 'access_specifier') file.use(base, typeHead(base), 'INHERITS');
  return undefined;
};

/** The name of `typedef struct { … } Name;`. */
function named(node: Syntax): Syntax | undefined {
  const { parent } = node;
  return parent?.type === 'type_definition' ? declaredBy(parent.child('declarator'))?.name : undefined;
}

/** `typedef struct x { … } x;` is one type, and so is `typedef struct x x;`. */
const alias: Visit = (node, file) => {
  const type = node.child('type');
  const isType = /^(?:struct|union|enum|class)_specifier$/.test(type?.type ?? '');
  for (const { declarator } of declaratorsOf(node)) {
    const name = declaredBy(declarator)?.name.text ?? '';
    const same = isType && (type?.child('name')?.text ?? name) === name;
    if (name === '' || same) continue;
    const { scope } = file;
    file.define(node, { kind: 'TYPE', name });
    file.scope = scope;
  }
};

const enumerators: Visit = (node, file) => {
  const scoped = /^enum\s+(?:class|struct)\b/.test(node.text.slice(0, 200));
  const outer = file.scope;
  const name = node.child('name') ?? named(node);
  if (node.child('body') && name) file.define(node, { kind: 'TYPE', name: typeHead(name) });
  else if (!node.child('body')) return declareType(node, file);
  const inside = file.scope;
  for (const each of node.child('body')?.children ?? []) {
    if (each.type !== 'enumerator') continue;
    // The values of a plain enumeration are names of the scope around it.
    file.scope = scoped ? inside : outer;
    file.define(each, { kind: 'FIELD', name: each.child('name')?.text ?? '' });
  }
  file.scope = inside;
  return 'skip';
};

/** Variables; a function without a body is defined elsewhere, except for a pure virtual one. */
const declaration: Visit = (node, file) => {
  const { scope } = file;
  const type = declaredType(node);
  const pure = node.type === 'field_declaration' && node.child('default_value')?.text === '0';
  const external = node.first('storage_class_specifier')?.text === 'extern';
  for (const { declarator, value } of declaratorsOf(node)) {
    const declared = declaredBy(declarator);
    if (!declared) continue;
    const name = declared.name.text;
    const typed = type ? { type: () => typeText(type) } : { type: file.later(value) };
    if (declared.called) {
      if (!pure) continue;
      file.define(node, { kind: 'METHOD', name, parameters: parametersOf(declared.called), ...typed });
    } else if (!isOutside(file)) file.bind(name, type, value);
    else if (!external) file.define(node, { kind: 'FIELD', name, ...typed });
    file.scope = scope;
  }
};

const parameter: Visit = (node, file) => {
  const name = declaredBy(node.child('declarator'))?.name;
  if (name && file.scope.anonymous) file.bind(name.text, declaredType(node));
};

const loop: Visit = (node, file) => {
  const name = declaredBy(node.child('declarator'))?.name;
  if (name) file.bind(name.text, declaredType(node), node.child('right'), !declaredType(node));
};

const generics: Visit = (node, file) => {
  for (const each of node.child('parameters')?.children ?? [])
    file.scope.bindType(each.first('type_identifier')?.text ?? '');
};

const typeName: Visit = (node, file) => {
  const { parent, field } = node;
  if (field === 'name' && /_specifier$/.test(parent?.type ?? '')) return;
  if (field === 'declarator' || parent?.type === 'type_parameter_declaration') return;
  file.use(node, typeHead(node));
};

/** Fields in which an identifier is declared or called, not read. */
const DECLARED = new Set(['declarator', 'function', 'name', 'label', 'field']);

const VISIT: Readonly<Record<string, Visit>> = {
  preproc_include: include,
  preproc_def: macro,
  preproc_function_def: macro,
  namespace_definition: namespace,
  template_declaration: generics,
  function_definition: declareFunction,
  class_specifier: declareType,
  struct_specifier: declareType,
  union_specifier: declareType,
  enum_specifier: enumerators,
  type_definition: alias,
  alias_declaration: (node, file) =>
    void file.define(node, { kind: 'TYPE', name: node.child('name')?.text ?? '' }),
  declaration,
  field_declaration: declaration,
  parameter_declaration: parameter,
  for_range_loop: loop,
  lambda_expression: (_node, file) => void file.open({ anonymous: true }),
  type_identifier: typeName,
  qualified_identifier: (node, file) => {
    if (node.field === 'declarator' || node.field === 'function') return 'skip';
    if (node.field === 'type') file.use(node, typeHead(node));
    else file.mention(node, chain(node, VALUES) ?? [], true);
    return 'skip';
  },
  identifier: (node, file) => {
    if (!DECLARED.has(node.field ?? '') && node.parent?.type !== 'preproc_params')
      file.mention(node, [node.text], true);
  },
  call_expression: (node, file) => {
    const values = node.child('arguments')?.children.filter(({ type }) => type !== 'comment') ?? [];
    file.call(node, node.child('function'), values.length);
  },
  new_expression: (node, file) => {
    const values = node.child('arguments')?.children ?? [];
    file.create(node, node.child('type'), values.length);
  },
};

/** What an error may hide: a call, a directive, the end of a body, a member of a class that was read as a function. */
const HIDES =
  /\w\s*\(|[#{}]|\b(?:class|struct|union|enum|namespace|template|public|private|protected|virtual|operator)\b/;

/**
 * An error in the body of a function loses an expression at most: the grammar does not know `new T*[n]`. The function
 * is read, and so is every call outside of the error.
 */
const isLoss: LanguageSpec['isLoss'] = (text, around) => {
  for (let node: Syntax | null = around; node; node = node.parent)
    if (node.type === 'compound_statement') return HIDES.test(text);
  return true;
};

const RULES = {
  grammar: 'cpp',
  version: 2,
  moduleOf: () => '',
  leading: new Set(['comment']),
  decorators: new Set<string>(),
  wrappers: new Set(['template_declaration', 'type_definition']),
  values: VALUES,
  visit: VISIT,
  prepare: withoutMacros,
  isLoss,
} as const;

/** C, read by the grammar of C++, which contains it; a `.h` file counts as C. */
export const c: LanguageSpec = { ...RULES, name: 'c', extensions: ['.c', '.h'] };

export const cpp: LanguageSpec = {
  ...RULES,
  name: 'cpp',
  extensions: ['.cc', '.cpp', '.cxx', '.c++', '.hh', '.hpp', '.hxx', '.h++', '.inl', '.ipp', '.tpp'],
};
