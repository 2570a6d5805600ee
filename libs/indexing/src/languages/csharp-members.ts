import type { Calling } from '../facts';
import type { Parameter } from './file-builder';
import type { Visit } from './language-spec';
import type { Syntax } from './syntax';
import { typeText } from './values';

/** A parameter with its node, which a `params` array has none of. */
type CSharpParameter = Parameter & { readonly node?: Syntax };

/** Parameters with their nodes; the grammar parses a `params` array as a type next to a name. */
export function parametersOf(list: Syntax | undefined): readonly CSharpParameter[] {
  if (!list) return [];
  const found: CSharpParameter[] = [];
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

/** What a call of a method may look like: on a value, with fewer arguments than parameters, with type arguments. */
function callingOf(
  parameters: readonly CSharpParameter[],
  generics: Syntax | undefined,
): Calling | undefined {
  const isExtension = parameters[0]?.node?.children.some(
    ({ type, text }) => type === 'modifier' && text === 'this',
  );
  // The default value follows the name.
  const isOptional = ({ node }: CSharpParameter) => !node || node.children.at(-1)?.field !== 'name';
  const needed = parameters.filter((parameter) => !isOptional(parameter)).length;
  const most = parameters.every(({ node }) => node) ? parameters.length : MANY;
  const typeParameters = (generics?.children ?? []).map((generic) => generic.child('name')?.text ?? '');
  if (!isExtension && needed === parameters.length && typeParameters.length === 0) return undefined;
  return {
    ...(isExtension && { extension: true as const }),
    ...(needed < parameters.length && { arity: [needed, most] as const }),
    ...(typeParameters.length > 0 && { typeParameters }),
  };
}

/** Arguments of a method with a `params` array, at most. */
const MANY = 1_000;

function declareMethod(nameOf: (node: Syntax) => string, kind: 'METHOD' | 'FUNCTION' = 'METHOD'): Visit {
  return (node, file) => {
    const result = node.child('returns') ?? node.child('type');
    const generics = node.first('type_parameter_list') ?? node.child('type_parameters');
    const parameters = parametersOf(node.child('parameters'));
    const calling = callingOf(parameters, generics);
    file.define(node, {
      kind,
      name: nameOf(node),
      parameters: parameters.map(({ name, type }) => ({ name, ...(type ? { type } : {}) })),
      ...(calling ? { calling } : {}),
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
