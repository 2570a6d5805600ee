import type { FileBuilder, Parameter } from './file-builder';
import { typeHead } from './type-names';
import type { Visit } from './language-spec';
import type { Syntax } from './syntax';
import { typeText } from './values';

const declareType: Visit = (node, file) => {
  const generics = node.child('type_parameters');
  const name = node.child('name')?.text ?? '';
  if (file.scope.anonymous) return;
  file.define(node, { kind: 'TYPE', name, ...(generics ? { generics: generics.text } : {}) });
  for (const generic of generics?.children ?? [])
    for (const part of generic.all('name')) file.scope.bindType(part.text);
};

/** True for nodes directly in the type's body, not in a nested struct. */
function isOwn(node: Syntax, file: FileBuilder, depth: number): boolean {
  let at: Syntax | null = node;
  for (let i = 0; i < depth && at; i++) at = at.parent;
  return file.scope.definition.kind === 'TYPE' && at?.type === 'type_spec';
}

/** Fields; a field without a name embeds its type, whose members become members. */
const fields: Visit = (node, file) => {
  if (!isOwn(node, file, 3)) return;
  const type = node.child('type');
  const names = node.all('name');
  const { scope } = file;
  if (names.length === 0 && type) file.use(type, typeHead(type), 'INHERITS');
  for (const name of names) {
    file.scope = scope;
    file.define(node, { kind: 'FIELD', name: name.text, ...(type ? { type: () => typeText(type) } : {}) });
  }
};

/** Visits of types; parameters are read alike for functions and interface methods. */
export function goTypes(
  parametersOf: (list: Syntax | undefined) => readonly Parameter[],
  resultOf: (node: Syntax) => string | undefined,
): Readonly<Record<string, Visit>> {
  return {
    type_spec: declareType,
    type_alias: declareType,
    field_declaration: fields,
    type_elem: (node, file) => {
      const [type] = node.children;
      if (type && node.children.length === 1 && isOwn(node, file, 2))
        file.use(type, typeHead(type), 'INHERITS');
    },
    method_elem: (node, file) => {
      if (!isOwn(node, file, 2)) return;
      const type = resultOf(node);
      file.define(node, {
        kind: 'METHOD',
        name: node.child('name')?.text ?? '',
        parameters: parametersOf(node.child('parameters')),
        ...(type ? { type: () => type } : {}),
      });
    },
  };
}
