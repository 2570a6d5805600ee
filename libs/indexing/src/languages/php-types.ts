import type { Parameter } from './file-builder';
import type { Syntax } from './syntax';
import { typeText } from './values';

/** A documentation comment longer than this is not searched for types. */
const MAX_COMMENT = 5_000;

/** The documentation comment directly above a definition; `''` without one. */
function commentOf(node: Syntax): string {
  const before = node.source.slice(Math.max(0, node.start - MAX_COMMENT), node.start).trimEnd();
  return before.endsWith('*/') ? before.slice(before.lastIndexOf('/*')) : '';
}

/** A type as a comment writes it: `\App\Item|null` as `App.Item|null`. */
function normalized(type: string): string {
  return type
    .replace(/^[?\\]+/, '')
    .replace(/\\/g, '.')
    .replaceAll('|.', '|');
}

/** The type that `@var` or `@return` of a definition's comment gives. */
function commentedType(node: Syntax, tag: 'var' | 'return'): string | undefined {
  const [, type] = new RegExp(`@${tag}[ \\t]+([\\w\\\\|?[\\]]{1,200})`).exec(commentOf(node)) ?? [];
  return type === undefined ? undefined : normalized(type);
}

/** The declared type of a field or function, otherwise the one in its comment. */
export function typeOfDefinition(node: Syntax, written: Syntax | undefined): string | undefined {
  if (written) return typeText(written);
  return commentedType(node, node.type === 'property_declaration' ? 'var' : 'return');
}

/** The parameters of a function, with the types that they or the function's comment declare. */
export function parametersOf(node: Syntax): readonly Parameter[] {
  const list = node.child('parameters')?.children ?? [];
  const comment = list.some((each) => !each.child('type')) ? commentOf(node) : '';
  const commented = new Map(
    [...comment.matchAll(/@param[ \t]+([\w\\|?[\]]{1,200})[ \t]+(?:\.\.\.)?(\$\w+)/g)].map(
      ([, type = '', name = '']) => [name, normalized(type)],
    ),
  );
  return list.flatMap((each) => {
    const name = each.child('name')?.text;
    if (name === undefined) return [];
    const written = each.child('type');
    const type = written ? typeText(written) : commented.get(name);
    return [{ name, ...(type === undefined || each.type === 'variadic_parameter' ? {} : { type }) }];
  });
}
