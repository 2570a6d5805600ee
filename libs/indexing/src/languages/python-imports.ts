import type { Visit } from './language-spec';
import type { Syntax } from './syntax';

/** `import a.b`, `import a.b as c`: without `as`, code refers to the module by its full dotted name. */
const importModules: Visit = (node, file) => {
  for (const item of node.all('name')) {
    const module = (item.child('name') ?? item).text;
    const alias = item.child('alias')?.text ?? module;
    file.imports.push({ module, names: [], alias, line: file.lines.at(node.start) });
  }
  return 'skip';
};

/** `from .a import b as c`, `from a import *`. */
const importNames: Visit = (node, file) => {
  const module = (node.child('module_name')?.text ?? '').replace(/\s/g, '');
  const names = node.all('name').map(named);
  const line = file.lines.at(node.start);
  if (names.length > 0 || node.first('wildcard_import')) file.imports.push({ module, names, line });
  return 'skip';
};

function named(item: Syntax): { imported: string; local: string } {
  const imported = (item.child('name') ?? item).text;
  return { imported, local: item.child('alias')?.text ?? imported };
}

export const pythonImports: Readonly<Record<string, Visit>> = {
  import_statement: importModules,
  import_from_statement: importNames,
  future_import_statement: () => 'skip',
};
