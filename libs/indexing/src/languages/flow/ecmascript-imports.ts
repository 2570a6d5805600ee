import type { Syntax } from '../syntax';
import { loadedModule } from '../ecmascript-modules';
import { NONE, type Slot } from '../../flow/flow-facts';
import type { FlowReader, ReadFlow } from './flow-reader';

const unquoted = (node: Syntax): string => node.text.slice(1, -1);

/** `import a, { b as c } from './x'`, `import * as x from './x'`. */
const imported: ReadFlow = (node, { builder, scope }) => {
  const source = node.child('source');
  const clause = node.first('import_clause');
  if (!source || !clause) return NONE;
  const module = unquoted(source);
  const bind = (local: string | undefined, name: string) => {
    const slot = local === undefined ? undefined : scope.all(local);
    if (slot !== undefined) builder.add(['m', slot, module, name]);
  };
  bind(clause.first('identifier')?.text, 'default');
  bind(clause.first('namespace_import')?.first('identifier')?.text, '');
  for (const item of clause.first('named_imports')?.children ?? []) {
    const name = item.child('name');
    bind((item.child('alias') ?? name)?.text, name?.text ?? '');
  }
  return NONE;
};

const exported: ReadFlow = (node, flow) => {
  const { builder, scope } = flow;
  const source = node.child('source');
  const clause = node.first('export_clause');
  const whole = node.first('namespace_export')?.first('identifier')?.text;
  if (source) {
    const module = unquoted(source);
    const add = (as: string, name: string) => {
      const slot = builder.slot();
      builder.add(['m', slot, module, name]);
      builder.exports.push([as, slot]);
    };
    if (whole !== undefined) add(whole, '');
    else if (!clause) builder.wildcards.push(module);
    for (const item of clause?.children ?? []) {
      const name = item.child('name')?.text ?? '';
      add(item.child('alias')?.text ?? name, name);
    }
    return NONE;
  }
  for (const item of clause?.children ?? []) {
    const name = item.child('name')?.text ?? '';
    const slot = scope.all(name);
    if (slot !== undefined) builder.exports.push([item.child('alias')?.text ?? name, slot]);
  }
  if (clause) return NONE;
  const isDefault = /^export\s+default\b/.test(node.text.slice(0, 40));
  const declaration = node.child('declaration');
  const value = flow.value(declaration ?? node.child('value'));
  if (isDefault && value !== NONE) builder.exports.push(['default', value]);
  if (declaration && !isDefault)
    for (const name of namesOf(declaration)) {
      const slot = scope.all(name);
      if (slot !== undefined) builder.exports.push([name, slot]);
    }
  return NONE;
};

function namesOf(declaration: Syntax): readonly string[] {
  const names = declaration.children.flatMap((each) =>
    each.type === 'variable_declarator' ? (each.child('name')?.text ?? '') : [],
  );
  return names.length > 0 ? names : [declaration.child('name')?.text ?? ''];
}

/** `module.exports = …` and `exports.a = …`. */
export function exportNames(node: Syntax, value: Slot, { builder }: FlowReader): void {
  const left = node.child('left');
  const text = left && left.end - left.start < 100 ? left.text : '';
  const name =
    /^(?:module\.)?exports\.([\w$]+)$/.exec(text)?.[1] ?? (text === 'module.exports' ? 'default' : undefined);
  if (name !== undefined && value !== NONE) builder.exports.push([name, value]);
}

/** `require('./x')` and `import('./x')` as a value. */
export function requiredModule(node: Syntax, { builder }: FlowReader): Slot {
  const module = loadedModule(node);
  if (module === undefined) return NONE;
  const to = builder.slot();
  builder.add(['m', to, module, '']);
  return to;
}

export const ecmascriptModules: Readonly<Record<string, ReadFlow>> = {
  import_statement: imported,
  export_statement: exported,
};
