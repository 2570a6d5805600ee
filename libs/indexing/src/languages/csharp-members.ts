import type { Parameter } from './file-builder';
import type { Visit } from './language-spec';
import type { Syntax } from './syntax';
import { typeText } from './values';

/** Parameters with their nodes; the grammar parses a `params` array as a type next to a name. */
export function parametersOf(list: Syntax | undefined): readonly (Parameter & { node?: Syntax })[] {
  if (!list) return [];
  const found: (Parameter & { node?: Syntax })[] = [];
  let loose: Syntax | undefined;
  for (const node of list.children) {
    if (node.type === 'parameter') {
      const type = node.child('type');
      found.push({ name: node.child('name')?.text ?? '', node, ...(type ? { type: typeText(type) } : {}) });
    } else if (node.field === 'type') {
      loose = node;
    } else if (node.field === 'name' && loose) {
      found.push({ name: node.text, type: typeText(loose) });
    }
  }
  return found;
}

function declareMethod(nameOf: (node: Syntax) => string, kind: 'METHOD' | 'FUNCTION' = 'METHOD'): Visit {
  return (node, file) => {
    const result = node.child('returns') ?? node.child('type');
    const generics = node.first('type_parameter_list') ?? node.child('type_parameters');
    file.define(node, {
      kind,
      name: nameOf(node),
      parameters: parametersOf(node.child('parameters')).map(({ name, type }) => ({
        name,
        ...(type ? { type } : {}),
      })),
      ...(generics ? { generics: generics.text } : {}),
      ...(result ? { type: () => typeText(result) } : {}),
    });
    for (const generic of generics?.children ?? []) file.scope.bindType(generic.child('name')?.text ?? '');
  };
}

const named = (node: Syntax) => node.child('name')?.text ?? '';

/** `operator +` */
const operatorName = (node: Syntax) => `operator${node.child('operator')?.text ?? ''}`;

const property: Visit = (node, file) => {
  const type = node.child('type');
  file.define(node, { kind: 'FIELD', name: named(node), ...(type ? { type: () => typeText(type) } : {}) });
};

/** `IRepo a, b;` declares two fields of one type. */
const fields: Visit = (node, file) => {
  const declaration = node.first('variable_declaration');
  const type = declaration?.child('type');
  const { scope } = file;
  for (const declarator of declaration?.children ?? []) {
    if (declarator.type !== 'variable_declarator') continue;
    // The fields are siblings; references in the declaration belong to the last one.
    file.scope = scope;
    const name = named(declarator) || (declarator.children[0]?.text ?? '');
    file.define(declarator, { kind: 'FIELD', name, ...(type ? { type: () => typeText(type) } : {}) });
  }
};

export const csharpMembers: Readonly<Record<string, Visit>> = {
  method_declaration: declareMethod(named),
  constructor_declaration: declareMethod(named),
  destructor_declaration: declareMethod((node) => `~${named(node)}`),
  operator_declaration: declareMethod(operatorName),
  indexer_declaration: declareMethod(() => 'this[]'),
  local_function_statement: declareMethod(named, 'FUNCTION'),
  property_declaration: property,
  event_declaration: property,
  field_declaration: fields,
  event_field_declaration: fields,
  enum_member_declaration: (node, file) => {
    file.define(node, { kind: 'FIELD', name: named(node) });
  },
};
