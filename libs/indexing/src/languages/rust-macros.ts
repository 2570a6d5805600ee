import type { FileBuilder } from './file-builder';
import type { Visit } from './language-spec';
import type { Syntax } from './syntax';

/** Names that a path or a chain consists of. */
const PARTS: ReadonlySet<string> = new Set(['identifier', 'crate', 'self', 'super', 'metavariable']);

/**
 * Calls and fields among the arguments of a macro, and in what a macro expands to: `bail!("{}", reason(&error))`. The
 * grammar reads them as tokens, so they are found by their form: a name before round brackets.
 */
export const tokenTree: Visit = (tree, file) => {
  const { children } = tree;
  for (const [n, name] of children.entries()) {
    if (name.type !== 'identifier') continue;
    const next = children[n + 1];
    const isCall =
      next?.type === 'token_tree' && between(name, next, file) === '' && next.text.startsWith('(');
    const { names, isPath, isWhole } = chainBefore(children, n, file);
    if (!isWhole || (!isCall && (isPath || names.length < 2))) continue;
    // What a macro defines is no call of it.
    if (!/\bfn\s+$/.test(file.source.slice(Math.max(0, name.start - 10), name.start)))
      file.named(name, names, isCall ? 'CALLS' : 'USES', isPath);
  }
};

/** The names before a called one, `['self', 'store', 'get']`, and whether they are all of what it is called on. */
function chainBefore(
  tokens: readonly Syntax[],
  last: number,
  file: FileBuilder,
): { readonly names: readonly string[]; readonly isPath: boolean; readonly isWhole: boolean } {
  const names = [tokens[last]!.text];
  const gaps = new Set<string>();
  let at = last;
  for (; at > 0; at--) {
    const [before, name] = [tokens[at - 1]!, tokens[at]!];
    const gap = between(before, name, file);
    if ((gap !== '.' && gap !== '::') || !PARTS.has(before.type)) break;
    gaps.add(gap);
    names.unshift(before.text.replace(/^\$/, ''));
  }
  const outside = file.source.slice(Math.max(0, tokens[at]!.start - 20), tokens[at]!.start);
  return { names, isPath: !gaps.has('.'), isWhole: gaps.size < 2 && !/(?:\.|::)\s*$/.test(outside) };
}

function between(left: Syntax, right: Syntax, { source }: FileBuilder): string {
  return right.start - left.end > 20 ? ' ' : source.slice(left.end, right.start);
}
