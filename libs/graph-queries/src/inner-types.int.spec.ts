import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { presentResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

const java = (
  name: string,
  kind: 'TYPE' | 'METHOD',
  path: string,
  line: number,
  text: string,
): GraphNode => ({
  ...{ ...node(name, kind, path, line), language: 'java', text },
  signature: text.split('\n')[0] ?? '',
});

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      java('Visitor', 'TYPE', 'Visitor.java', 1, 'interface Visitor {'),
      java('Visitor.head', 'METHOD', 'Visitor.java', 2, 'void head();'),
      java('Walk', 'TYPE', 'Walk.java', 1, 'class Walk {'),
      java('Walk.walk', 'METHOD', 'Walk.java', 2, 'void walk(Visitor v) {\n  v.head();\n}'),
      java('Other', 'TYPE', 'Other.java', 1, 'class Other {'),
      java('Other.run', 'METHOD', 'Other.java', 2, 'void run() {\n  walk(new Visitor() {});\n}'),
      java('Cleaner', 'TYPE', 'Cleaner.java', 1, 'class Cleaner {'),
      java('Cleaner.clean', 'METHOD', 'Cleaner.java', 2, 'void clean() {\n  copy();\n}'),
      java('Cleaner.copy', 'METHOD', 'Cleaner.java', 6, 'void copy() {\n  walk(new Cleaning());\n}'),
      java('Cleaner.Cleaning', 'TYPE', 'Cleaner.java', 10, 'class Cleaning implements Visitor {'),
      java('Cleaner.Cleaning.head', 'METHOD', 'Cleaner.java', 11, 'void head() {\n}'),
    ],
    [
      ['Visitor', 'DEFINES', 'Visitor.head', 2],
      ['Walk', 'DEFINES', 'Walk.walk', 2],
      ['Other', 'DEFINES', 'Other.run', 2],
      ['Cleaner', 'DEFINES', 'Cleaner.clean', 2],
      ['Cleaner', 'DEFINES', 'Cleaner.copy', 6],
      ['Cleaner', 'DEFINES', 'Cleaner.Cleaning', 10],
      ['Cleaner.Cleaning', 'DEFINES', 'Cleaner.Cleaning.head', 11],
      ['Cleaner.Cleaning', 'IMPLEMENTS', 'Visitor', 10],
      ['Walk.walk', 'CALLS', 'Visitor.head', 3],
      ['Other.run', 'CALLS', 'Walk.walk', 3],
      ['Cleaner.copy', 'CALLS', 'Walk.walk', 7],
      ['Cleaner.copy', 'USES', 'Cleaner.Cleaning', 7],
      ['Cleaner.clean', 'CALLS', 'Cleaner.copy', 3],
    ],
  );
});
afterAll(() => graph.close());

it('a change of a method of an inner type affects what makes the type, and not all that its interface is used for', async () => {
  const query = { operation: 'impact', names: ['Cleaning.head'] } as const;
  const result = await runQuery({ graph, ref: REF }, query, { limit: 9 });
  const found = presentResult('impact', result).relations.map(
    ({ name, depth, line }) => `${name} ${depth} @${line}`,
  );
  expect(found).toEqual(['Cleaner.copy 1 @7', 'Walk.walk 1 @3', 'Cleaner.clean 2 @3']);
});
