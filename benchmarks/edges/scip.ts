import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { joinIndex, type ScipFile } from '@quarry/indexing';
import type { GraphFile } from '@quarry/graph-store';
import { compare, filesBelow, linked, row, type Tally } from './graph.ts';
import { lastName, Names } from './names.ts';

/**
 * Compares call edges with the references of the `index.scip` in a folder. An edge by a name that the index does not
 * resolve on that line (a callback, a local variable, a function that is passed on) is counted apart: there is no truth
 * for it.
 */
export function scip(folder: string, verbose: boolean): string {
  const paths = filesBelow(folder).filter((path) => !path.startsWith('.'));
  const graph = linked(folder, paths);
  const byPath = new Map(graph.map((file) => [file.path, file]));
  const { files } = joinIndex(readFileSync(join(folder, 'index.scip')), {
    pathOf: (path) => path,
    nodesOf: (path) => byPath.get(path)?.nodes,
    textOf: (path) => ({ text: readFileSync(join(folder, path), 'utf8'), sha: '' }),
  });
  const names = new Names(graph);
  const truth = new Truth(files, graph, names);
  const covered = new Set(files.map(({ path }) => path));
  const found = new Set<string>();
  let apart = 0;
  for (const file of graph.filter(({ path }) => covered.has(path))) {
    for (const { from, to, kind, line = 0, confidence } of file.edges) {
      const name = `${names.caller(from)} -> ${names.of(to)}`;
      if (kind !== 'CALLS' || !byPath.has(file.path)) continue;
      if (truth.expected.has(name)) found.add(name);
      // An inferred edge may end at what overrides the method that the index names.
      else if (confidence !== undefined || !truth.speaks(file.path, line, names.of(to) ?? '')) apart++;
      else {
        found.add(name);
        if (verbose) process.stderr.write(`wrong ${file.path}:${line}: ${name}\n`);
      }
    }
  }
  if (verbose)
    for (const [name, at] of truth.expected)
      if (!found.has(name)) process.stderr.write(`missing ${at}: ${name}\n`);
  const tally: Tally = { expected: 0, found: 0, both: 0 };
  compare(tally, new Set(truth.expected.keys()), found);
  return row(`${basename(folder)}, ${covered.size} files, ${apart} edges without a truth`, tally);
}

/** The calls that an index states. */
class Truth {
  /** `path#from -> path#to` and the place of the call. */
  readonly expected = new Map<string, string>();
  /** `path:line name` of every name that the index resolves, whose call it would state. */
  private readonly known = new Set<string>();

  constructor(files: readonly ScipFile[], graph: readonly GraphFile[], names: Names) {
    const constructors = new Map(
      graph.flatMap(({ nodes }) =>
        nodes.filter(({ name }) => name === '__init__').map(({ key, qualifiedName }) => [qualifiedName, key]),
      ),
    );
    const nodes = new Map(graph.flatMap((file) => file.nodes.map((node) => [node.key, node] as const)));
    for (const { path, references } of files) {
      for (const { line, name, isCall, to } of references) {
        const at = `${path}:${line}`;
        const targets = to.flatMap((key) => nodes.get(key) ?? []);
        const called = targets.flatMap(({ key, kind, qualifiedName }) =>
          kind === 'TYPE'
            ? (constructors.get(`${qualifiedName}.__init__`) ?? [])
            : /METHOD|FUNCTION/.test(kind)
              ? key
              : [],
        );
        // A function that is not called here may be called through what it is passed to; so may a variable.
        const isOpen = !isCall || (targets.length > 0 && called.length === 0);
        if (!isOpen) this.known.add(`${at} ${name}`);
        for (const key of isCall ? called : []) {
          this.known.add(`${at} ${nodes.get(key)?.name}`);
          this.expected.set(`${names.callerAt(path, line)} -> ${names.of(key)}`, at);
        }
      }
    }
  }

  /** Whether the index resolves a call of that name on the line. */
  speaks(path: string, line: number, target: string): boolean {
    return this.known.has(`${path}:${line} ${lastName(target)}`);
  }
}
