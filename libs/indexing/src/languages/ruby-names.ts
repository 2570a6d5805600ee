import type { FileBuilder, Parameter } from './file-builder';
import type { Syntax } from './syntax';

/** The name that `A::B` or `::A::B` means, with `.` between segments; empty for anything but constants. */
export function constantName(node: Syntax | undefined): string {
  const text = node && node.end - node.start <= 300 ? node.text.replace(/\s/g, '') : '';
  return /^(?:::)?\p{Lu}\w*(?:::\p{Lu}\w*)*$/u.test(text)
    ? text.replace(/^::/, '').replaceAll('::', '.')
    : '';
}

/** The name in a symbol or a string: `:name`, `'name'`; empty for anything else. */
export function symbolName(node: Syntax | undefined): string {
  const text = node?.type === 'string' ? node.first('string_content')?.text : node?.text.replace(/^:/, '');
  return text !== undefined && /^[\p{L}_]\w*[?!=]?$/u.test(text) ? text : '';
}

/** The parameters of a method; they have no types. */
export function parametersOf(node: Syntax): readonly Parameter[] {
  const list = node.child('parameters')?.children ?? [];
  return list
    .filter(({ type }) => type !== 'comment' && type !== 'block_parameter')
    .map((each) => ({ name: (each.child('name') ?? each).text.replace(/^[*&]+/, '') }));
}

/** The arguments of a call, without a block and comments. */
export function argumentsOf(node: Syntax): readonly Syntax[] {
  const list = node.child('arguments')?.children ?? [];
  return list.filter(({ type }) => type !== 'comment' && type !== 'block_argument');
}

/** Whether a definition here is a member of a type, or of the file. */
export function isOutside({ scope }: FileBuilder): boolean {
  return !scope.anonymous && (scope.definition.kind === 'FILE' || scope.definition.kind === 'TYPE');
}

/** What a module that only groups others contains: it is a namespace, and has no definition in each of its files. */
const GROUPED = new Set(['module', 'class', 'comment', 'assignment']);
const GROUPED_CALLS = new Set(['autoload', 'require', 'require_relative', 'private_constant']);

/** Whether a module only groups other modules and classes, as `module Rack` does in most files of Rack. */
export function isNamespace(node: Syntax): boolean {
  const parts = node.child('body')?.children ?? [];
  return (
    parts.some(({ type }) => type === 'module' || type === 'class') &&
    parts.every(
      (part) =>
        (GROUPED.has(part.type) && (part.type !== 'assignment' || part.child('left')?.type === 'constant')) ||
        (part.type === 'call' && GROUPED_CALLS.has(part.child('method')?.text ?? '')),
    )
  );
}
