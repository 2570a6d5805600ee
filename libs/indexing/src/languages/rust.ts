import type { FileBuilder, Parameter } from './file-builder';
import { typeHead } from './type-names';
import type { LanguageSpec, Visit } from './language-spec';
import { tokenTree } from './rust-macros';
import { bindPattern, handedOn } from './rust-patterns';
import { externCrate, useDeclaration } from './rust-use';
import type { Syntax } from './syntax';
import { chain, typeText, type ValueRules } from './values';

const VALUES: ValueRules = {
  names: new Set(['identifier', 'crate', 'super', 'self', 'type_identifier', 'metavariable']),
  self: new Set(['self', 'Self']),
  base: new Set(),
  transparent: {
    parenthesized_expression: '',
    await_expression: '',
    try_expression: '',
    reference_expression: 'value',
    unary_expression: '',
    generic_function: 'function',
  },
  members: { field_expression: ['value', 'field'], scoped_identifier: ['path', 'name'] },
  paths: new Set(['scoped_identifier']),
  calls: { call_expression: 'function' },
  elements: { index_expression: '' },
  typed: { struct_expression: 'name', type_cast_expression: 'type' },
  literals: {
    string_literal: 'str',
    raw_string_literal: 'str',
    integer_literal: 'i32',
    float_literal: 'f64',
    boolean_literal: 'bool',
    char_literal: 'char',
    closure_expression: 'Fn',
  },
  shadows: true,
};

const bindGenerics = (node: Syntax, file: FileBuilder) => {
  for (const generic of node.child('type_parameters')?.children ?? []) {
    file.scope.bindType(generic.child('name')?.text ?? '');
  }
};

function parametersOf(node: Syntax): readonly Parameter[] {
  return (node.child('parameters')?.children ?? [])
    .filter(({ type }) => type === 'parameter')
    .map((parameter) => {
      const pattern = parameter.child('pattern');
      const type = parameter.child('type');
      const name = pattern?.type === 'identifier' ? pattern.text : '';
      return { name, ...(type ? { type: typeText(type) } : {}) };
    });
}

const declareFunction: Visit = (node, file) => {
  const { scope } = file;
  const inType =
    scope.definition.kind === 'TYPE' ||
    (scope.owner !== undefined && node.parent?.parent?.type === 'impl_item');
  const result = node.child('return_type');
  const text = result && typeText(result);
  const self = scope.self ?? 'Self';
  const type = text?.replace(/\bSelf\b/g, () => self);
  file.define(node, {
    kind: inType ? 'METHOD' : 'FUNCTION',
    name: node.child('name')?.text ?? '',
    parameters: parametersOf(node),
    ...(type ? { type: () => type } : {}),
  });
  bindGenerics(node, file);
  for (const parameter of node.child('parameters')?.children ?? []) {
    const pattern = parameter.child('pattern');
    if (pattern && pattern.type !== 'identifier') bindPattern(pattern, file);
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
  for (const bound of node.child('bounds')?.children ?? []) {
    if (bound.type !== 'lifetime') file.use(bound, typeHead(bound), 'INHERITS');
  }
};

/** The content of an `impl` belongs to its type, wherever that is declared. */
const implementation: Visit = (node, file) => {
  const type = node.child('type');
  const owner = type ? typeHead(type) : '';
  const trait = node.child('trait');
  file.open({ ...(owner && !owner.includes('.') ? { owner } : {}), self: owner || null });
  bindGenerics(node, file);
  if (!trait) return;
  if (owner && !isForeign(owner, node)) file.useFrom(owner, trait, typeHead(trait), 'IMPLEMENTS');
  else {
    // No type of the index: the file itself says that the trait has such an implementation.
    file.use(trait, typeHead(trait), 'IMPLEMENTS');
    const [bound, ...others] = boundsOf(owner, node);
    // What implements the bound implements the trait; with several, nothing says which types have them all.
    if (bound && others.length === 0) file.useFrom(typeHead(bound), trait, typeHead(trait), 'IMPLEMENTS');
  }
};

/** Bounds that say nothing about what a type does. */
const MARKERS: ReadonlySet<string> = new Set(['Send', 'Sized', 'Sync', 'Unpin']);

/** The traits that an `impl` for a type parameter asks of it: `impl<T: Page> Show for T`, or behind `where`. */
function boundsOf(parameter: string, node: Syntax): readonly Syntax[] {
  const places = [
    ...(node.child('type_parameters')?.children ?? []),
    ...(node.first('where_clause')?.children ?? []),
  ];
  return places
    .filter((place) => (place.child('name') ?? place.child('left'))?.text === parameter)
    .flatMap((place) => place.child('bounds')?.children ?? [])
    .filter(({ type, text }) => type !== 'lifetime' && type !== 'removed_trait_bound' && !MARKERS.has(text));
}

/** Types of the standard library that traits are implemented for most. */
const OF_STANDARD_LIBRARY: ReadonlySet<string> = new Set(
  (
    'Arc Box Cell Cow HashMap HashSet BTreeMap BTreeSet Mutex Option Pin Rc RefCell Result RwLock String Vec bool char ' +
    'f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize'
  ).split(' '),
);

/** Whether an `impl` is for a type parameter (`impl<S: Sink> Sink for S`) or for a type of the standard library. */
function isForeign(owner: string, node: Syntax): boolean {
  const parameters = node.child('type_parameters')?.children ?? [];
  return (
    OF_STANDARD_LIBRARY.has(owner) ||
    parameters.some((parameter) => (parameter.child('name') ?? parameter).text === owner)
  );
}

const field: Visit = (node, file) => {
  const type = node.child('type');
  const name = node.child('name')?.text ?? '';
  if (file.scope.definition.kind === 'TYPE') {
    file.define(node, { kind: 'FIELD', name, ...(type ? { type: () => typeText(type) } : {}) });
  }
};

const constant: Visit = (node, file) => {
  const { kind } = file.scope.definition;
  if (kind === 'FILE' || kind === 'MODULE' || kind === 'TYPE') {
    const type = node.child('type');
    file.define(node, {
      kind: 'FIELD',
      name: node.child('name')?.text ?? '',
      ...(type ? { type: () => typeText(type) } : {}),
    });
  } else {
    file.bind(node.child('name')?.text ?? '', node.child('type'));
  }
};

const moduleItem: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  if (node.child('body')) file.define(node, { kind: 'MODULE', name });
  else
    file.imports.push({ module: `self::${name}`, names: [], alias: name, line: file.lines.at(node.start) });
};

const variable: Visit = (node, file) => {
  const pattern = node.child('pattern');
  const value = handedOn(node.child('value'));
  if (pattern?.type === 'identifier') file.bind(pattern.text, node.child('type'), value);
  else bindPattern(pattern, file, value);
};

const loop: Visit = (node, file) => {
  const pattern = node.child('pattern');
  if (pattern?.type === 'identifier') file.bind(pattern.text, undefined, node.child('value'), true);
  else bindPattern(pattern, file);
};

const closure: Visit = (node, file) => {
  file.open({ anonymous: true });
  for (const parameter of node.child('parameters')?.children ?? []) {
    const name = parameter.child('pattern') ?? parameter;
    if (name.type === 'identifier') file.bind(name.text, parameter.child('type'));
    else bindPattern(name, file);
  }
};

const typeName: Visit = (node, file) => {
  const { parent, field: at } = node;
  if (at === 'name' && DECLARE.has(parent?.type ?? '')) return;
  if (node.text !== 'Self') file.use(node, typeHead(node));
};

const DECLARE = new Set([
  'struct_item',
  'enum_item',
  'trait_item',
  'type_item',
  'union_item',
  'type_parameter',
]);

const VISIT: Readonly<Record<string, Visit>> = {
  use_declaration: useDeclaration,
  mod_item: moduleItem,
  struct_item: declareType,
  enum_item: declareType,
  union_item: declareType,
  trait_item: declareType,
  type_item: declareType,
  impl_item: implementation,
  function_item: declareFunction,
  function_signature_item: declareFunction,
  field_declaration: field,
  enum_variant: field,
  const_item: constant,
  static_item: constant,
  let_declaration: variable,
  // The code around a condition, an arm or a block does not see its variables.
  if_expression: (_, file) => void file.open(),
  while_expression: (_, file) => void file.open(),
  match_arm: (_, file) => void file.open(),
  block: (_, file) => void file.open(),
  let_condition: (node, file) => bindPattern(node.child('pattern'), file, node.child('value')),
  match_pattern: (node, file) => bindPattern(node, file, node.parent?.parent?.parent?.child('value')),
  token_tree: tokenTree,
  extern_crate_declaration: externCrate,
  field_expression: (node, file) => {
    const [object, name] = [node.child('value'), node.child('field')];
    if (object && name?.type === 'field_identifier' && node.field !== 'function') file.access(object, name);
  },
  for_expression: loop,
  closure_expression: closure,
  type_identifier: typeName,
  scoped_type_identifier: (node, file) => {
    file.use(node, typeHead(node));
    return 'skip';
  },
  scoped_identifier: (node, file) => {
    if (node.field !== 'function') file.mention(node, chain(node, VALUES) ?? [], true);
    return 'skip';
  },
  call_expression: (node, file) => {
    const values = node.child('arguments')?.children.filter(({ type }) => !type.endsWith('comment')) ?? [];
    file.call(node, node.child('function'), values.length);
  },
};

export const rust: LanguageSpec = {
  name: 'rust',
  grammar: 'rust',
  extensions: ['.rs'],
  version: 4,
  moduleOf: (path) => path.replace(/(\/mod)?\.rs$/i, ''),
  leading: new Set(['line_comment', 'block_comment', 'attribute_item']),
  decorators: new Set(['attribute_item']),
  wrappers: new Set(),
  values: VALUES,
  visit: VISIT,
};
