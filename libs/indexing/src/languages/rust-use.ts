import type { FileBuilder } from './file-builder';
import type { Visit } from './language-spec';
import type { Syntax } from './syntax';

/** `use a::{self, B as C, d::*}`: one import fact per leaf. `pub use` re-exports the name. */
export const useDeclaration: Visit = (node, file) => {
  const argument = node.child('argument');
  const isPublic = node.first('visibility_modifier') !== undefined;
  const open: [Syntax | undefined, string][] = [[argument, '']];
  for (let next = open.pop(); next; next = open.pop()) {
    const [tree, prefix] = next;
    if (!tree || open.length > 1_000) continue;
    if (tree.type === 'scoped_use_list' || tree.type === 'use_list') {
      const path = tree.child('path');
      const list = tree.type === 'use_list' ? tree : tree.child('list');
      const inside = join(prefix, path?.text ?? '');
      for (const item of (list?.children ?? []).toReversed()) open.push([item, inside]);
    } else {
      leaf(tree, prefix, isPublic, file);
    }
  }
  return 'skip';
};

/** `extern crate a as b`; `pub` re-exports the crate. */
export const externCrate: Visit = (node, file) => {
  const module = node.child('name')?.text ?? '';
  const alias = node.child('alias')?.text ?? module;
  const isPublic = node.first('visibility_modifier') !== undefined;
  const hands = isPublic ? { reexport: true as const } : {};
  if (module !== 'self')
    file.imports.push({ module, names: [], alias, line: file.lines.at(node.start), ...hands });
  return 'skip';
};

function leaf(tree: Syntax, prefix: string, isPublic: boolean, file: FileBuilder): void {
  const line = file.lines.at(tree.start);
  const hands = isPublic ? { reexport: true as const } : {};
  if (tree.type === 'use_wildcard') {
    const module = join(prefix, tree.children[0]?.text ?? '');
    file.imports.push({ module, names: [], line, ...hands });
    return;
  }
  const alias = tree.type === 'use_as_clause' ? tree.child('alias')?.text : undefined;
  const path = join(prefix, (tree.type === 'use_as_clause' ? tree.child('path')?.text : tree.text) ?? '');
  const whole = path.endsWith('::self') ? path.slice(0, -6) : path;
  const cut = whole.lastIndexOf('::');
  const name = cut < 0 ? whole : whole.slice(cut + 2);
  const module = cut < 0 ? '' : whole.slice(0, cut);
  if (module === '') file.imports.push({ module: name, names: [], alias: alias ?? name, line, ...hands });
  else file.imports.push({ module, names: [{ imported: name, local: alias ?? name }], line, ...hands });
}

function join(prefix: string, path: string): string {
  const clean = path.replace(/\s+/g, '');
  return prefix && clean ? `${prefix}::${clean}` : prefix || clean;
}
