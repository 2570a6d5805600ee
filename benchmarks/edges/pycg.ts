import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, filesBelow, linked, row, type Tally } from './graph.ts';

type Truth = Readonly<Record<string, readonly string[]>>;

/**
 * Compares call edges with the truth of PyCG's micro-benchmark: one folder for each kind, with one program in each
 * folder inside. Built-in functions and packages outside the program are not counted, because a graph of a repository
 * has no node for them.
 */
export function pycg(folder: string, verbose: boolean): string {
  const total: Tally = { expected: 0, found: 0, both: 0 };
  let table = '';
  for (const kind of readdirSync(folder).toSorted()) {
    const tally: Tally = { expected: 0, found: 0, both: 0 };
    for (const name of readdirSync(join(folder, kind)).toSorted()) {
      const program = join(folder, kind, name);
      const { expected, found } = edgesOf(program);
      compare(tally, expected, found);
      if (!verbose) continue;
      const place = `${kind}/${name}`;
      for (const edge of expected) if (!found.has(edge)) process.stderr.write(`missing ${place}: ${edge}\n`);
      for (const edge of found) if (!expected.has(edge)) process.stderr.write(`wrong ${place}: ${edge}\n`);
    }
    table += row(kind, tally);
    total.expected += tally.expected;
    total.found += tally.found;
    total.both += tally.both;
  }
  return table + row('all', total);
}

function edgesOf(program: string): { expected: ReadonlySet<string>; found: ReadonlySet<string> } {
  const truth = JSON.parse(readFileSync(join(program, 'callgraph.json'), 'utf8')) as Truth;
  const paths = filesBelow(program).filter((path) => path.endsWith('.py'));
  const modules = new Set(paths.map(moduleOf));
  const own = (name: string) => modules.has(name) || modules.has(name.split('.')[0]!);
  const expected = Object.entries(truth).flatMap(([from, targets]) =>
    targets.filter((to) => own(from) && own(to)).map((to) => `${from} -> ${to}`),
  );
  const graph = linked(program, paths).flatMap(({ edges }) => edges);
  // PyCG has no nodes for variables: what their initial values call is called by what contains them.
  const around = new Map(graph.filter(({ kind }) => kind === 'DEFINES').map(({ from, to }) => [to, from]));
  const caller = (key: string) => nameOf(key.endsWith('|FIELD') ? (around.get(key) ?? key) : key);
  const found = graph
    .filter(({ kind }) => kind === 'CALLS')
    .map(({ from, to }) => `${caller(from)} -> ${nameOf(to)}`);
  return { expected: new Set(expected), found: new Set(found) };
}

/** `python:main.A.f|METHOD` is `main.A.f`, `file:pkg/__init__.py|FILE` is `pkg`. */
function nameOf(key: string): string {
  const name = key.slice(key.indexOf(':') + 1, key.lastIndexOf('|'));
  return key.startsWith('file:') ? moduleOf(name) : name;
}

function moduleOf(path: string): string {
  return path.replace(/(\/?__init__)?\.py$/, '').replaceAll('/', '.');
}
