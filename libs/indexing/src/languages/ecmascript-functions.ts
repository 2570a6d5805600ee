import type { DefineOptions, FileBuilder, Parameter } from './file-builder';
import type { Syntax } from './syntax';
import type { Scope } from './scope';
import type { LateType } from './type-expression';
import { hop, typeOf, typeText } from './values';

/** Nodes that bind a name inside a pattern. */
export const PATTERN_NAMES = ['identifier', 'shorthand_property_identifier_pattern'];

/** Parameters with their declared types. */
function parametersOf(node: Syntax | undefined): readonly Parameter[] {
  const list = node?.child('parameters');
  if (!list) return node?.child('parameter') ? [{ name: node.child('parameter')!.text }] : [];
  return list.children
    .filter(({ type }) => type !== 'comment')
    .map((parameter) => {
      const pattern = parameter.child('pattern') ?? parameter.child('left') ?? parameter;
      const written = parameter.child('type');
      const name = pattern.type === 'identifier' ? pattern.text : '';
      return { name, ...(written ? { type: typeText(written) } : {}) };
    });
}

/** The options of `define` for a function. */
export function functionOptions(node: Syntax, name: string, kind: 'FUNCTION' | 'METHOD'): DefineOptions {
  const result = node.child('return_type');
  const body = node.child('body');
  const made = body?.type === 'new_expression' ? body.child('constructor') : undefined;
  const generics = node.child('type_parameters')?.text;
  return {
    kind,
    name,
    parameters: parametersOf(node),
    ...(generics ? { generics } : {}),
    ...(result ? { type: () => typeText(result) } : {}),
    // `() => new Store()` reveals its result type without declaring it.
    ...(!result && made ? { type: () => typeText(made) } : {}),
  };
}

/**
 * The type of an undeclared parameter of a function that is an argument of a call: what the called function declares.
 * Written as the hop `(0:1)`: of its first parameter, a function, the second parameter.
 */
function expectedType(node: Syntax, parameter: number, { scope, spec }: FileBuilder): LateType {
  const list = node.parent?.type === 'arguments' ? node.parent : undefined;
  const call = list?.parent;
  const outer: Scope = scope.parent ?? scope;
  return () => {
    const argument = list?.children.filter(({ type }) => type !== 'comment').indexOf(node) ?? -1;
    if (argument < 0 || !call) return undefined;
    const made = call.child('constructor');
    const called = made
      ? hop(typeText(made), 'constructor')
      : typeOf(call.child('function'), outer, spec.values);
    return called?.includes('#') ? hop(called, `(${argument}:${parameter})`) : undefined;
  };
}

/** Binds destructured parameters (`{ a, b }`) and type parameters. */
export function bindInside(node: Syntax, file: FileBuilder): void {
  parametersOf(node).forEach(({ name, type }, at) => {
    if (name) file.scope.bind(name, type === undefined ? expectedType(node, at, file) : () => type);
  });
  const parameters = node.child('parameters');
  for (const parameter of parameters?.children ?? []) {
    const pattern = parameter.child('pattern') ?? parameter;
    if (pattern.type !== 'identifier') file.bindPattern(pattern, PATTERN_NAMES);
  }
  for (const generic of node.child('type_parameters')?.children ?? []) {
    file.scope.bindType(generic.child('name')?.text ?? '');
  }
}
