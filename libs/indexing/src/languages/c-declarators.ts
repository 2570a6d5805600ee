import type { Parameter } from './file-builder';
import type { Syntax } from './syntax';
import { typeText } from './values';

/** What a declarator such as `*(*name[3])(int)` declares. */
export interface Declared {
  /** The node of the name: an identifier, `Type::name`, `~Type`, `operator+`. */
  readonly name: Syntax;
  /** The declarator of the function; undefined for a variable, and for a pointer to a function. */
  readonly called?: Syntax;
}

const NAMES = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'qualified_identifier',
  'destructor_name',
  'operator_name',
  'template_function',
]);

/** Undefined for a declarator without a name. */
export function declaredBy(declarator: Syntax | undefined): Declared | undefined {
  let called: Syntax | undefined;
  for (let at = declarator, depth = 0; at && depth < 32; depth++) {
    if (NAMES.has(at.type)) return called ? { name: at, called } : { name: at };
    if (at.type === 'function_declarator') called = at;
    // `(*name)(int)` is a variable.
    else if (at.type === 'pointer_declarator' && at.parent?.type === 'parenthesized_declarator')
      called = undefined;
    at =
      at.child('declarator') ??
      at.children.find(({ type }) => type.endsWith('declarator') || NAMES.has(type));
  }
  return undefined;
}

/** The declarators of a declaration: `int a = 1, *b;` has two. */
export function declaratorsOf(
  node: Syntax,
): readonly { readonly declarator: Syntax; readonly value?: Syntax }[] {
  return node.all('declarator').map((declarator) => {
    if (declarator.type !== 'init_declarator') return { declarator };
    const value = declarator.child('value');
    const inner = declarator.child('declarator') ?? declarator;
    return value ? { declarator: inner, value } : { declarator: inner };
  });
}

/** The type of a declaration or parameter without qualifiers and pointers; undefined for `auto` and constructors. */
export function declaredType(node: Syntax): Syntax | undefined {
  const type = node.child('type');
  if (!type || type.type === 'placeholder_type_specifier') return undefined;
  return /_specifier$/.test(type.type) ? type.child('name') : type;
}

/** The parameters of a function's declarator; `void` alone stands for no parameter. */
export function parametersOf(called: Syntax | undefined): readonly Parameter[] {
  return (called?.child('parameters')?.children ?? []).flatMap((parameter) => {
    if (!parameter.type.includes('parameter_declaration')) return [];
    const type = declaredType(parameter);
    const name = declaredBy(parameter.child('declarator'))?.name.text ?? '';
    if (type?.text === 'void' && !parameter.child('declarator')) return [];
    return [{ name, ...(type ? { type: typeText(type) } : {}) }];
  });
}
