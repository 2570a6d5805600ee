import type { GraphNode } from '@quarry/graph-store';
import { codeText } from './code-text';
import type { Relation, SnapshotGraph } from './operation';
import { MAX_TEXT } from './places';

/** `name(`, `name<T>(`, `name::<T>(`, not behind `fn` or `new`, and no macro. */
const CALL = /(?<![\w$@#])([A-Za-z_$][\w$]*)(?:(?:::)?<[^(){};]{1,200}>)?\(/g;
const DECLARES = /\b(?:fn|func|def|function|void|class|new)\s+$/;
/** Words before a bracket that call nothing. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'if for while switch catch match return sizeof typeof nameof using lock foreach fixed await function super this ' +
    'self synchronized and or not in is as new throw yield Some Ok Err None'
  ).split(' '),
);
/** Names that are looked up for one result, at most. */
const MAX_NAMES = 500;

/**
 * Calls in functions of something whose name a function of the index bears, and that the graph could not place: what
 * else the functions may call. Calls of what the index does not have at all, such as `println`, are not among them.
 * @param placed short names of what the graph knows that they call
 */
export async function unplacedCallees(
  { graph, ref }: SnapshotGraph,
  functions: readonly GraphNode[],
  placed: ReadonlySet<string>,
): Promise<readonly Relation[]> {
  const calls = functions.flatMap((node) => callsIn(node).filter(({ name }) => !placed.has(name)));
  const names = [...new Set(calls.map(({ name }) => name))].slice(0, MAX_NAMES);
  const lists = await graph.lookup(ref, names, 20);
  const isKnown = new Set(
    names.filter((name, at) =>
      (lists[at] ?? []).some(
        (node) =>
          node.match === 'exact' &&
          node.name === name &&
          node.text !== undefined &&
          (node.kind === 'FUNCTION' || node.kind === 'METHOD'),
      ),
    ),
  );
  return calls.filter(({ name }) => isKnown.has(name)).map(relationOf);
}

interface Call {
  readonly node: GraphNode;
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

/** The calls in the code of a function, each name once, without its own declaration. */
function callsIn(node: GraphNode): readonly Call[] {
  const { text = '', startLine = 1, language } = node;
  const stated = text.split('\n');
  const found = new Map<string, Call>();
  let isDeclared = false;
  for (const [at, line] of codeText(text, language).entries())
    for (const match of line.matchAll(CALL)) {
      const [, name = ''] = match;
      const before = line.slice(0, match.index);
      if (name === node.name && !isDeclared) {
        isDeclared = true;
        continue;
      }
      if (WORDS.has(name) || DECLARES.test(before) || /^\s*[@[]/.test(line) || found.has(name)) continue;
      found.set(name, {
        node,
        name,
        line: startLine + at,
        text: (stated[at] ?? '').trim().slice(0, MAX_TEXT),
      });
    }
  return [...found.values()];
}

function relationOf({ node, name, line, text }: Call): Relation {
  const key = `${node.language}:${name}|FUNCTION`;
  return {
    ...{ key, name, node: null, target: node.qualifiedName, depth: 1, probable: true },
    edge: { from: node.key, to: key, kind: 'CALLS' },
    place: node.path === undefined ? null : { path: node.path, line, text },
  };
}
