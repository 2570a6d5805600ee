import type { GraphNode, GraphStore } from '@quarry/graph-store';
import type { OperationName } from './operation-names';
import { presentResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

const code = (
  name: string,
  kind: 'TYPE' | 'METHOD',
  line: number,
  text: string,
  language = 'python',
): GraphNode => ({
  ...{ ...node(name, kind, 'shop.py', line), language, text },
  signature: text.split('\n')[0] ?? '',
});

let graph: GraphStore;
beforeAll(async () => {
  const types = ['Base', 'Client', 'Fast', 'Other', 'Mixed'];
  const methods = [
    code('Base.send', 'METHOD', 10, 'def send(self):\n  return 1'),
    code('Base.again', 'METHOD', 20, 'def again(self):\n  return self.send()'),
    code('Client.send', 'METHOD', 30, 'def send(self):\n  return 2'),
    code('Fast.run', 'METHOD', 40, 'def run(self):\n  return self.send()'),
    code('Other.run', 'METHOD', 50, 'def run(self):\n  return self.send()'),
    code('Other.both', 'METHOD', 60, 'def both(self, one):\n  return self.send(one.send())'),
    code('Other.bare', 'METHOD', 70, 'int bare() {\n  return send();\n}', 'java'),
    code('Mixed.run', 'METHOD', 80, 'def run(self):\n  return super().send()'),
  ];
  graph = await graphOf(
    [...types.map((name, at) => code(name, 'TYPE', at + 1, `class ${name}`)), ...methods],
    [
      ['Client', 'INHERITS', 'Base', 1],
      ['Fast', 'INHERITS', 'Client', 1],
      ['Other', 'INHERITS', 'Base', 1],
      ['Mixed', 'INHERITS', 'Other', 1],
      ...methods.map(
        ({ qualifiedName, startLine }) =>
          [qualifiedName.split('.')[0] ?? '', 'DEFINES', qualifiedName, startLine] as const,
      ),
      ['Base.again', 'CALLS', 'Base.send', 21],
      ['Fast.run', 'CALLS', 'Client.send', 41],
      ['Other.run', 'CALLS', 'Base.send', 51],
      ['Other.both', 'CALLS', 'Base.send', 61],
      ['Other.bare', 'CALLS', 'Base.send', 71],
      ['Mixed.run', 'CALLS', 'Base.send', 81],
    ],
  );
});
afterAll(() => graph.close());

async function ask(operation: OperationName) {
  const result = await runQuery({ graph, ref: REF }, { operation, names: ['Client.send'] }, { limit: 9 });
  return presentResult(operation, result).relations.map(({ name, probable }) => `${name} ${probable}`);
}

it.each<OperationName>(['callers', 'impact'])(
  '%s of a method are no calls of the method above on an object of another type',
  async (operation) => {
    expect(await ask(operation)).toEqual(['Fast.run false', 'Base.again true', 'Other.both true']);
  },
);
