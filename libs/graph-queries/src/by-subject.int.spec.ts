import type { GraphStore } from '@quarry/graph-store';
import { presentResult } from './present';
import { runQuery, type GraphQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

const method = (owner: string, path: string) => [
  node(owner, 'TYPE', path),
  node(`${owner}.close`, 'METHOD', path, 5),
];

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      ...method('fake.Server', 'test/fake.test.ts'),
      ...method('net.Server', 'src/net.ts'),
      ...method('db.Pool', 'src/db.ts'),
      node('ui.Window', 'TYPE', 'src/ui.ts'),
      {
        ...node('ui.Window.close', 'METHOD', 'src/ui.ts', 5),
        ...{ text: '// Closes the window.\nclose() {}', signature: 'close() {}' },
      },
      node('app.stop', 'FUNCTION', 'src/app.ts', 10),
      node('app.reset', 'FUNCTION', 'src/app.ts', 20),
      node('app.drain', 'FUNCTION', 'src/app.ts', 30),
      { ...node('app.end', 'FUNCTION', 'src/end.ts', 40), text: 'function end(it) {\n  it.close();\n}' },
    ],
    [
      ['app.stop', 'CALLS', 'net.Server.close', 11],
      ['app.stop', 'CALLS', 'db.Pool.close', 10],
      ['app.reset', 'CALLS', 'db.Pool.close', 21],
      ['app.drain', 'CALLS', 'db.Pool.close', 31],
    ],
  );
});
afterAll(() => graph.close());

async function callers(query: Omit<GraphQuery, 'operation'>, limit = 20) {
  const result = await runQuery({ graph, ref: REF }, { operation: 'callers', ...query }, { limit });
  return presentResult('callers', result);
}

describe('a name with several definitions', () => {
  it('is answered definition by definition, code before tests, and no caller stands without its definition', async () => {
    const { groups, relations, summary, total } = await callers({ names: ['close'] });
    expect({ summary, total }).toEqual({
      summary:
        '4 callers of close (4 definitions) found; 1 more call of something named close could not be placed',
      total: 4,
    });
    expect(groups.map((group) => [group.summary, group.path, group.line, group.total])).toEqual([
      ['3 callers of Pool.close', 'src/db.ts', 5, 3],
      ['1 caller of Server.close', 'src/net.ts', 5, 1],
      // The line that defines it, below its comment.
      ['no certain callers of Window.close', 'src/ui.ts', 6, 0],
      ['no certain callers of Server.close', 'test/fake.test.ts', 5, 0],
    ]);
    // The function that calls two of them is a caller of each.
    expect(relations.map(({ subject, name, line }) => [subject, name, line])).toEqual([
      ['db.Pool.close', 'app.stop', 10],
      ['db.Pool.close', 'app.reset', 21],
      ['db.Pool.close', 'app.drain', 31],
      ['net.Server.close', 'app.stop', 11],
    ]);
  });

  it('shows some of each definition, where not all fit, and counts all', async () => {
    const { groups, relations, total } = await callers({ names: ['close'] }, 2);
    expect(relations.map(({ subject }) => subject)).toEqual(['db.Pool.close', 'net.Server.close']);
    expect({ total, ofEach: groups.map((group) => group.total) }).toEqual({ total: 4, ofEach: [3, 1, 0, 0] });
  });

  it('counts what one file states of each definition', async () => {
    const { groups, total } = await callers({ names: ['close'], within: 'src/app.ts' });
    expect({ total, ofEach: groups.map((group) => group.total) }).toEqual({ total: 4, ofEach: [3, 1, 0, 0] });
  });

  it('means one of them by its full name or its file, and then has no groups', async () => {
    for (const query of [{ names: ['Pool.close'] }, { names: ['close'], file: 'src/db.ts' }]) {
      const { groups, relations, subjects } = await callers(query);
      expect({ groups, subjects: subjects.map(({ name }) => name) }).toEqual({
        groups: [],
        subjects: ['db.Pool.close'],
      });
      expect(relations.map(({ name, subject }) => [name, subject])).toEqual([
        ['app.stop', null],
        ['app.reset', null],
        ['app.drain', null],
      ]);
    }
  });
});
