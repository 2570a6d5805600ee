import type { FileBuilder } from './file-builder';
import type { Visit } from './language-spec';
import type { Syntax } from './syntax';

/** `'./x'` of `require('./x')`, `import('./x')` or `await import('./x')`. */
export function loadedModule(value: Syntax | undefined): string | undefined {
  const call = value?.type === 'await_expression' ? value.children[0] : value;
  if (call?.type !== 'call_expression') return undefined;
  const callee = call.child('function');
  if (callee?.type !== 'import' && callee?.text !== 'require') return undefined;
  const [argument] = call.child('arguments')?.children ?? [];
  return argument?.type === 'string' ? unquoted(argument) : undefined;
}

function unquoted(node: Syntax): string {
  return node.text.slice(1, -1);
}

function specifiers(clause: Syntax | undefined): readonly { imported: string; local: string }[] {
  return (clause?.children ?? []).flatMap((node) => {
    const name = node.child('name');
    if (!name) return [];
    const imported = name.type === 'string' ? unquoted(name) : name.text;
    return [{ imported, local: node.child('alias')?.text ?? imported }];
  });
}

const statement: Visit = (node, file) => {
  const line = file.lines.at(node.start);
  const required = node.first('import_require_clause');
  const source = node.child('source') ?? required?.child('source');
  if (!source) return 'skip';
  const module = unquoted(source);
  const clause = node.first('import_clause');
  const byDefault = clause?.first('identifier');
  const whole = clause?.first('namespace_import')?.children[0] ?? required?.first('identifier');
  const names = [
    ...(byDefault ? [{ imported: 'default', local: byDefault.text }] : []),
    ...specifiers(clause?.first('named_imports')),
  ];
  file.imports.push({ module, names, line, ...(whole ? { alias: whole.text } : {}) });
  return 'skip';
};

/** `const { a, b: c } = require('./x')`, `const x = require('./x')`. */
function pattern(name: Syntax, module: string, file: FileBuilder): void {
  const line = file.lines.at(name.start);
  if (name.type === 'identifier') {
    file.imports.push({ module, names: [], alias: name.text, line });
    return;
  }
  const names = name.children.flatMap((part) => {
    if (part.type === 'shorthand_property_identifier_pattern')
      return [{ imported: part.text, local: part.text }];
    const local = part.child('value');
    return local?.type === 'identifier'
      ? [{ imported: part.child('key')?.text ?? '', local: local.text }]
      : [];
  });
  file.imports.push({ module, names, line });
}

const FUNCTION_LIKE = ['function_expression', 'arrow_function', 'generator_function', 'class', 'function'];

const exported: Visit = (node, file) => {
  const line = file.lines.at(node.start);
  const source = node.child('source');
  const clause = node.first('export_clause');
  if (source) {
    const alias = node.first('namespace_export')?.children[0]?.text;
    const names = specifiers(clause);
    if (!clause || names.length > 0) {
      file.imports.push({
        module: unquoted(source),
        names,
        line,
        reexport: true,
        ...(alias ? { alias } : {}),
      });
    }
    return 'skip';
  }
  if (clause) {
    const names = specifiers(clause).filter(({ imported, local }) => imported !== '' && local !== '');
    if (names.length > 0) file.imports.push({ module: '', names, line, reexport: true });
    return 'skip';
  }
  const isDefault = /^export\s+default\b/.test(
    file.source.slice(node.start, node.start + 40).replace(/^(@[^]*?)(?=export)/, ''),
  );
  if (!isDefault) return undefined;
  const value = node.child('value');
  const name = node.child('declaration')?.child('name') ?? (value?.type === 'identifier' ? value : undefined);
  if (name) {
    file.imports.push({
      module: '',
      names: [{ imported: name.text, local: 'default' }],
      line,
      reexport: true,
    });
  } else if (value && FUNCTION_LIKE.includes(value.type)) {
    file.define(node, { kind: value.type === 'class' ? 'TYPE' : 'FUNCTION', name: 'default' });
  }
  return undefined;
};

/** `module.exports = a`, `module.exports = class A {}`, the same with a function, and `module.exports = { a: b }`. */
function assignment(left: readonly string[], right: Syntax | undefined, file: FileBuilder): void {
  if (left.join('.') !== 'module.exports' || !right) return;
  const line = file.lines.at(right.start);
  const own = FUNCTION_LIKE.includes(right.type) ? right.child('name') : right;
  const names =
    own?.type === 'identifier'
      ? [{ imported: own.text, local: 'default' }]
      : (own?.children ?? []).flatMap((pair) => {
          const value = pair.child('value');
          return value?.type === 'identifier'
            ? [{ imported: value.text, local: pair.child('key')?.text ?? '' }]
            : [];
        });
  if (names.length > 0) file.imports.push({ module: '', names, line, reexport: true });
}

export const importsOf = { statement, pattern };
export const exportsOf = { statement: exported, assignment };
