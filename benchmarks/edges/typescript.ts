import { join, relative } from 'node:path';
import ts from 'typescript';
import { compare, filesBelow, linked, row, type Tally } from './graph.ts';
import { lastName, Names } from './names.ts';

/** A call as the compiler resolves it: the definition it is in, and the one it calls, as `path#name`. */
interface Call {
  readonly at: string;
  readonly from: string;
  /** Undefined: the compiler knows a type of function only, as of a parameter. */
  readonly to: string | undefined;
}

/**
 * Compares call edges with what the TypeScript compiler resolves. An edge on a line where the compiler knows only a
 * type (a callback, a member of an interface that a class implements) is counted apart: there is no truth for it.
 */
export function typescript(folder: string, verbose: boolean): string {
  const paths = filesBelow(folder).filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !/\.d\.ts$|\.(test|spec|bench)\.|(^|\/)(tests?|benchmarks|node_modules)\//.test(path),
  );
  const graph = linked(folder, paths);
  const names = new Names(graph);
  const calls = callsOf(folder, paths, names);
  const expected = new Set(calls.flatMap(({ from, to }) => (to === undefined ? [] : [`${from} -> ${to}`])));
  const open = new Set(calls.flatMap(({ at, to }) => (to === undefined ? [at] : [])));
  const calledAt = new Set(
    calls.flatMap(({ at, to }) => (to === undefined ? [] : [`${at} ${lastName(to)}`])),
  );
  const found = new Set<string>();
  let apart = 0;
  for (const { path, edge } of graph.flatMap((file) =>
    file.edges.map((each) => ({ path: file.path, edge: each })),
  )) {
    const [from, to] = [names.caller(edge.from), names.of(edge.to)];
    if (edge.kind !== 'CALLS' || from === undefined || to === undefined) continue;
    const name = `${from} -> ${to}`;
    const at = `${path}:${edge.line}`;
    const unknown = open.has(at) || (edge.confidence !== undefined && calledAt.has(`${at} ${lastName(to)}`));
    if (!expected.has(name) && unknown) apart++;
    else {
      found.add(name);
      if (verbose && !expected.has(name))
        process.stderr.write(`wrong ${at} ${edge.confidence ?? 1}: ${name}\n`);
    }
  }
  if (verbose)
    for (const { at, from, to } of calls)
      if (to !== undefined && !found.has(`${from} -> ${to}`))
        process.stderr.write(`missing ${at}: ${from} -> ${to}\n`);
  const tally: Tally = { expected: 0, found: 0, both: 0 };
  compare(tally, expected, found);
  return row(
    `${relative(join(folder, '../..'), folder)}, ${paths.length} files, ${apart} edges without a truth`,
    tally,
  );
}

function callsOf(folder: string, paths: readonly string[], names: Names): readonly Call[] {
  const program = ts.createProgram(
    paths.map((path) => join(folder, path)),
    {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      jsx: ts.JsxEmit.ReactJSX,
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  const calls: Call[] = [];
  for (const path of paths) {
    const file = program.getSourceFile(join(folder, path));
    if (!file) continue;
    const lineAt = (at: number) => file.getLineAndCharacterOfPosition(at).line + 1;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const { expression } = node;
        const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
        const declaration = checker.getResolvedSignature(node)?.declaration;
        const line = lineAt(name.getStart(file));
        const to = declaration && targetOf(declaration, folder, names);
        if (to !== null) calls.push({ at: `${path}:${line}`, from: names.callerAt(path, line), to });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return calls;
}

/** The name of a called function; undefined if only its type is known, null if it is not in the project. */
function targetOf(
  declaration: ts.SignatureDeclaration | ts.JSDocSignature,
  folder: string,
  names: Names,
): string | undefined | null {
  const file = declaration.getSourceFile();
  const path = relative(folder, file.fileName);
  if (path.startsWith('..') || path.includes('node_modules')) return null;
  const line = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  if (ts.isConstructorDeclaration(declaration)) return names.defined(path, line(declaration), 'constructor');
  const named =
    ts.isArrowFunction(declaration) || ts.isFunctionExpression(declaration)
      ? declaration.parent
      : declaration;
  const name = (named as { readonly name?: ts.Node }).name;
  if (!name || (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name))) return undefined;
  if (ts.isParameter(named)) return undefined;
  return names.defined(path, line(name), name.getText(file));
}
