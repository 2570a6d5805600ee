import type { Definition } from './definition';
import type { FileBuilder } from './file-builder';
import { typeHead } from './type-names';
import type { Visit } from './language-spec';
import { parametersOf, typeOfDefinition } from './php-types';
import type { Syntax } from './syntax';
import { typeText } from './values';
import type { LateType } from './type-expression';

const isOutside = ({ scope }: FileBuilder): boolean =>
  !scope.anonymous && ['FILE', 'TYPE'].includes(scope.definition.kind);

/** `namespace A\B;` holds for the rest of the file, or up to the next one. */
const program: Visit = (node, file) => {
  const namespace = node.first('namespace_definition');
  const name = namespace?.child('body') ? undefined : namespace?.child('name')?.text.replaceAll('\\', '.');
  if (name === undefined) return;
  file.namespace = name;
  file.open({ prefix: name });
};

/** `namespace A\B { … }`, and a further `namespace A\B;`. */
const namespace: Visit = (node, file) => {
  const name = node.child('name')?.text.replaceAll('\\', '.') ?? '';
  if (!node.child('body')) {
    file.scope.prefix = name;
    return;
  }
  file.namespace ??= name;
  file.open({ prefix: name });
};

/** `use A\B`, `use A\B as C`, `use A\{B, C as D}`, `use function A\b`. */
const useNames: Visit = (node, file) => {
  const group = node.child('body');
  const around = group ? `${node.first('namespace_name', 'name')?.text ?? ''}\\` : '';
  for (const clause of (group ?? node).children) {
    if (clause.type !== 'namespace_use_clause') continue;
    const target = clause.children.find(({ type, field }) => field === null && /name$/.test(type));
    const parts = (around + (target?.text ?? '')).replace(/^\\/, '').split('\\');
    const imported = parts.pop() ?? '';
    const local = clause.child('alias')?.text ?? imported;
    const line = file.lines.at(clause.start);
    if (parts.length > 0) file.imports.push({ module: parts.join('.'), names: [{ imported, local }], line });
  }
  return 'skip';
};

const declareType: Visit = (node, file) => {
  file.define(node, { kind: 'TYPE', name: node.child('name')?.text ?? '' });
  const bases = node.first('base_clause')?.children ?? [];
  for (const base of bases) {
    file.scope.base ??= typeHead(base);
    file.use(base, typeHead(base), 'INHERITS');
  }
  for (const type of node.first('class_interface_clause')?.children ?? [])
    file.use(type, typeHead(type), 'IMPLEMENTS');
};

/** `use Loggable;` in a class: its members become members of the class. */
const useTrait: Visit = (node, file) => {
  for (const trait of node.children)
    if (/name$/.test(trait.type)) file.use(trait, typeHead(trait), 'IMPLEMENTS');
  return 'skip';
};

const declareFunction: Visit = (node, file) => {
  const name = node.child('name')?.text ?? '';
  const parameters = parametersOf(node);
  if (!isOutside(file)) {
    file.open({ anonymous: true });
    for (const each of parameters) file.scope.bind(each.name, () => each.type);
    return;
  }
  const owner = file.scope.definition;
  const isMethod = owner.kind === 'TYPE';
  const type = typeOfDefinition(node, node.child('return_type'));
  const kind = isMethod ? 'METHOD' : 'FUNCTION';
  file.define(node, { kind, name, parameters, type: () => (isOwnType(type) ? owner.qualifiedName : type) });
  const { scope } = file;
  for (const promoted of node.child('parameters')?.children ?? []) {
    if (promoted.type !== 'property_promotion_parameter' || !isMethod) continue;
    const written = promoted.child('type');
    const field = promoted.child('name')?.text.slice(1) ?? '';
    file.define(promoted, {
      ...{ kind: 'FIELD', name: field, parent: owner },
      ...(written ? { type: () => typeText(written) } : {}),
    });
    file.scope = scope;
  }
};

/** Types that mean the type in which they are written. */
function isOwnType(type: string | undefined): boolean {
  return type === 'self' || type === 'static' || type === '$this';
}

/** What methods assign to `$this->name`, by the class: the type of a field that declares none. */
const assigned = new WeakMap<Definition, Map<string, LateType>>();

/** Notes what `$this->name` is assigned first. */
export function noteField(owner: Definition, name: string, type: LateType): void {
  const types = assigned.get(owner) ?? new Map<string, LateType>();
  assigned.set(owner, types);
  if (!types.has(name)) types.set(name, type);
}

const declareFields: Visit = (node, file) => {
  const { scope } = file;
  const owner = scope.definition;
  const type = typeOfDefinition(node, node.child('type'));
  const elements = node.children.filter(
    ({ type: each }) => each === 'property_element' || each === 'const_element',
  );
  for (const element of elements) {
    // The fields are siblings; references in the declaration belong to the last one.
    file.scope = scope;
    const name = (element.child('name') ?? element.first('name'))?.text.replace(/^\$/, '') ?? '';
    const late = () => type ?? assigned.get(owner)?.get(name)?.();
    if (isOutside(file))
      file.define(elements.length === 1 ? node : element, { kind: 'FIELD', name, type: late });
  }
};

const enumCase: Visit = (node, file) => {
  file.define(node, { kind: 'FIELD', name: node.child('name')?.text ?? '' });
};

/** Visits of what defines something, by node type. */
export const phpDeclarations: Readonly<Record<string, Visit>> = {
  program,
  namespace_definition: namespace,
  namespace_use_declaration: useNames,
  class_declaration: declareType,
  interface_declaration: declareType,
  trait_declaration: declareType,
  enum_declaration: declareType,
  base_clause: () => 'skip',
  class_interface_clause: () => 'skip',
  use_declaration: useTrait,
  function_definition: declareFunction,
  method_declaration: declareFunction,
  property_declaration: declareFields,
  const_declaration: declareFields,
  enum_case: enumCase,
};

/** Words of PHP that name the class of the code itself. */
export function selfOf(node: Syntax | undefined): boolean {
  return node !== undefined && ['self', 'static', '$this'].includes(node.text);
}
