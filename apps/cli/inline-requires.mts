import type { Plugin } from 'vite';

/** Modules as TypeScript wrote them: those of Quarry, and of the largest packages. */
const COMPILED = /\/(?:apps|libs)\/[^/]+\/dist\/.*\.js$|\/node_modules\/(?:@nestjs|class-validator)\/.*\.js$/;

/** A node of the syntax tree. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** An import as TypeScript writes it: `const fflate_1 = require("fflate");`. */
interface Import {
  readonly statement: SyntaxNode;
  readonly name: SyntaxNode;
  readonly value: SyntaxNode;
}

/** A replacement of the text between two offsets. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Loads a module when one of its exports is first used instead of when it is imported, so that a command runs only
 * the modules that it needs. Imports for their side effects and `export *` still load at once, as does everything
 * that a module uses while it loads.
 */
export const inlineRequires: Plugin = {
  name: 'inline-requires',
  transform(code, id) {
    if (!COMPILED.test(id)) return null;
    const program = this.parse(code, { lang: 'js' });
    const imports = program.body.flatMap((statement) => importOf(statement, code) ?? []);
    const names = new Map(imports.map(({ name }) => [textOf(name, code), name.start]));
    const edits = imports.map(({ statement, name, value }): Edit => {
      const [own, loaded] = [textOf(name, code), textOf(value, code)];
      // A function is there before the module runs, for modules that import each other.
      const text = `var $${own}; function ${own}() { return ($${own} ??= ${loaded}); }`;
      return { start: statement.start, end: statement.end, text };
    });
    for (const node of nodesOf(program)) {
      if (node.type !== 'Identifier') continue;
      const name = textOf(node, code);
      const declared = names.get(name);
      if (declared === undefined || declared === node.start) continue;
      // In brackets: `new a_1().B()` would construct `a_1`.
      edits.push({ start: node.start, end: node.end, text: `(${name}())` });
    }
    return { code: edited(code, edits), map: null };
  },
};

/** The import that a statement is; undefined for any other statement. TypeScript ends such names in a number. */
function importOf(statement: SyntaxNode, code: string): Import | undefined {
  if (statement.type !== 'VariableDeclaration') return undefined;
  const [declarator, more] = (statement as SyntaxNode & { declarations: readonly SyntaxNode[] }).declarations;
  if (!declarator || more) return undefined;
  const { id: name, init: value } = declarator as SyntaxNode & { id: SyntaxNode; init: SyntaxNode | null };
  if (!value || !/^\w+_\d+$/.test(textOf(name, code))) return undefined;
  const isRequire = /^(?:__import(?:Default|Star)\()?require\("[^"]+"\)\)?$/.test(textOf(value, code));
  return isRequire ? { statement, name, value } : undefined;
}

/** A node and all nodes below it. */
function* nodesOf(node: SyntaxNode): Iterable<SyntaxNode> {
  yield node;
  for (const value of Object.values(node) as readonly unknown[]) {
    for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      if (isNode(child)) yield* nodesOf(child);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function textOf({ start, end }: SyntaxNode, code: string): string {
  return code.slice(start, end);
}

function edited(code: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}
