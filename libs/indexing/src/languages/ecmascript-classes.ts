import { bindInside, functionOptions } from './ecmascript-functions';
import type { FileBuilder } from './file-builder';
import { typeHead } from './type-names';
import type { Visit } from './language-spec';
import type { Syntax } from './syntax';
import { typeText } from './values';

const METHOD_VALUES = new Set(['arrow_function', 'function_expression']);

const method: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  if (file.scope.definition.kind === 'TYPE' && !file.scope.anonymous && !isInObject(node)) {
    parameterProperties(node, file);
    file.define(node, functionOptions(node, name, 'METHOD'));
  } else if (isExported(node.parent, file)) {
    file.define(node, functionOptions(node, name, 'METHOD'));
  } else {
    file.open({ anonymous: true, self: null });
  }
  bindInside(node, file);
};

/** Whether an object is what a CommonJS module exports: `module.exports = { … }`, also through a constant. */
function isExported(object: Syntax | null | undefined, file: FileBuilder): boolean {
  const { definition, anonymous } = file.scope;
  if (object?.type !== 'object' || object.field !== 'right' || anonymous) return false;
  const target = object.parent?.child('left')?.text ?? '';
  return ['module.exports', 'exports'].includes(target) && ['FILE', 'FIELD'].includes(definition.kind);
}

/** `inspect: function () {}` in what a module exports. */
const property: Visit = (node, file) => {
  const value = node.child('value');
  if (!value || !METHOD_VALUES.has(value.type) || !isExported(node.parent, file)) return;
  file.define(node, functionOptions(value, node.child('key')?.text ?? '', 'METHOD'));
};

/** Methods of an object literal are part of the constant that contains it. */
function isInObject(node: Syntax): boolean {
  return node.parent?.type === 'object';
}

/** `constructor(private readonly repo: Repo)` declares a field. */
function parameterProperties(node: Syntax, file: FileBuilder): void {
  for (const parameter of node.child('parameters')?.children ?? []) {
    const pattern = parameter.child('pattern');
    const property = /^(@[^]*?\s)?(public|private|protected|readonly|override)\s/.test(
      parameter.text.slice(0, 500),
    );
    if (!property || pattern?.type !== 'identifier') continue;
    const { scope } = file;
    const written = parameter.child('type');
    const type = () => (written ? typeText(written) : undefined);
    file.define(parameter, { kind: 'FIELD', name: pattern.text, type });
    file.scope = scope;
  }
}

const field: Visit = (node, file) => {
  const name = node.child('name') ?? node.child('property');
  if (!name || file.scope.definition.kind !== 'TYPE') return;
  const value = node.child('value');
  const written = node.child('type');
  if (value && METHOD_VALUES.has(value.type)) {
    file.define(node, functionOptions(value, name.text, 'METHOD'));
  } else {
    file.define(node, {
      kind: 'FIELD',
      name: name.text,
      type: written ? () => typeText(written) : file.later(value),
    });
  }
};

/** Members of an object type, `type X = { a: B }`, but not of objects inside it. */
const signature: Visit = (node, file) => {
  const around = node.parent?.parent;
  const own = around?.type === 'interface_declaration' || around?.type === 'type_alias_declaration';
  if (!own || file.scope.definition.kind !== 'TYPE') return;
  field(node, file);
};

const enumMember: Visit = (node, file) => {
  if (node.type === 'property_identifier') {
    if (node.parent?.type === 'enum_body') file.define(node, { kind: 'FIELD', name: node.text });
    return;
  }
  file.define(node, { kind: 'FIELD', name: node.child('name')?.text ?? '' });
};

export const classBody: Readonly<Record<string, Visit>> = {
  method_definition: method,
  pair: property,
  method_signature: (node, file) => {
    const own = node.parent?.parent?.type;
    if (own !== 'object_type' && file.scope.definition.kind === 'TYPE') method(node, file);
  },
  abstract_method_signature: method,
  public_field_definition: field,
  field_definition: field,
  property_signature: signature,
  property_identifier: enumMember,
  enum_assignment: enumMember,
};

/** `extends` and `implements` of a class or interface whose scope was just entered. */
export function heritage(node: Syntax, file: FileBuilder): void {
  const clauses = [...(node.first('class_heritage')?.children ?? []), ...node.children];
  const plain = node.first('class_heritage')?.children.filter(({ type }) => !type.endsWith('_clause')) ?? [];
  for (const base of plain) inherit(base, file);
  for (const clause of clauses) {
    if (clause.type === 'extends_clause') {
      for (const base of clause.all('value')) inherit(base, file);
    } else if (clause.type === 'implements_clause') {
      for (const type of clause.children) file.use(type, typeHead(type), 'IMPLEMENTS');
    } else if (clause.type === 'extends_type_clause') {
      for (const type of clause.children) file.use(type, typeHead(type), 'INHERITS');
    }
  }
}

function inherit(base: Syntax, file: FileBuilder): void {
  file.scope.base ??= typeHead(base);
  file.use(base, typeHead(base), 'INHERITS');
}
