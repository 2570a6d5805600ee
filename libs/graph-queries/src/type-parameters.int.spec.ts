import type { GraphNode, GraphStore } from '@quarry/graph-store';
import type { OperationName } from './operation-names';
import { presentResult } from './present';
import { questionOf } from './question';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

let graph: GraphStore;
beforeAll(async () => {
  const of = (
    key: string,
    kind: GraphNode['kind'],
    name: string,
    path: string,
    line: number,
    text: string,
  ) => ({
    ...node(name, kind, path, line),
    ...{ key: `csharp:${key}|${kind}`, language: 'csharp', text, signature: text, endLine: line + 4 },
  });
  const nodes = [
    of('S.Base~2', 'TYPE', 'S.Base', 'Base.cs', 1, 'class Base'),
    of('S.Base', 'TYPE', 'S.Base', 'Base.T.cs', 1, 'class Base<T> : Base'),
    of('S.Base.Base', 'METHOD', 'S.Base.Base', 'Base.T.cs', 2, 'Base() {'),
    of('S.Plain', 'TYPE', 'S.Plain', 'Plain.cs', 1, 'class Plain : Base'),
    of('S.Typed', 'TYPE', 'S.Typed', 'Typed.cs', 1, 'class Typed : Base<int>'),
    of('S.Only', 'TYPE', 'S.Only', 'Only.cs', 1, 'class Only<T>'),
    of('S.Only.Only', 'METHOD', 'S.Only.Only', 'Only.cs', 2, 'Only() {'),
  ];
  graph = await graphOf(nodes, []);
  const files = nodes.map((one) => ({
    ...{
      path: one.path ?? '',
      digest: `${one.path} 2`,
      nodes: nodes.filter(({ path }) => path === one.path),
    },
    edges: [
      ...(one.name === 'Plain'
        ? [{ from: one.key, to: 'csharp:S.Base~2|TYPE', kind: 'INHERITS' as const }]
        : []),
      ...(one.name === 'Typed'
        ? [{ from: one.key, to: 'csharp:S.Base|TYPE', kind: 'INHERITS' as const }]
        : []),
    ],
  }));
  await graph.write(REF, { files: [...new Map(files.map((file) => [file.path, file])).values()] });
});
afterAll(() => graph.close());

async function ask(operation: OperationName, name: string): Promise<readonly string[]> {
  const result = await runQuery({ graph, ref: REF }, { operation, names: [name] }, { limit: 9 });
  const { groups, summary, relations } = presentResult(operation, result);
  return [
    ...(groups.length > 0 ? groups.map((group) => group.summary) : [summary]),
    ...relations.map((one) => one.name),
  ];
}

describe('a generic type and a plain one of the same name', () => {
  it('are two definitions, a constructor with its own', async () => {
    expect((await ask('implementations', 'Base')).toSorted()).toEqual([
      '1 implementation of Base',
      '1 implementation of Base<T>',
      ...['S.Plain', 'S.Typed'],
    ]);
  });

  it('are told apart by a name with type arguments', async () => {
    expect(await ask('implementations', 'Base<int>')).toEqual(['1 implementation of Base<T>', 'S.Typed']);
    expect(questionOf('What implements Base<T>?')?.names).toEqual(['Base<T>']);
  });

  it('is one where no other type has its name', async () => {
    expect(await ask('implementations', 'Only')).toEqual(['no implementations of Only']);
  });
});
