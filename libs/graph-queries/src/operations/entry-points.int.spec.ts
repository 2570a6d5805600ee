import { lineKey, type GraphNode, type GraphStore } from '@quarry/graph-store';
import { presentResult, shownInText, summaryOf } from '../present';
import { runQuery } from '../run-query';
import { graphOf, node, REF } from '../testing/code';

let graph: GraphStore;
beforeAll(async () => {
  const of = (language: string, one: GraphNode, text = one.text ?? ''): GraphNode => ({
    ...{ ...one, language, text },
    signature: text.split('\n').at(-1) ?? '',
  });
  const line = (path: string, at: number, text: string): GraphNode => ({
    ...node(`${path}:${at}`, 'LINE', path, at),
    ...{ key: lineKey(path, at), endLine: at, text },
  });
  const rust = {
    ...of('rust', node('size.tests.checks', 'FUNCTION', 'size.rs', 9)),
    key: 'rust:size.tests.checks|FUNCTION',
  };
  graph = await graphOf(
    [
      of('csharp', node('Program.cs', 'FILE', 'Program.cs')),
      of('csharp', node('Lib.cs', 'FILE', 'Lib.cs')),
      of('csharp', node('Lib.Loop.Main', 'METHOD', 'Lib.cs', 3), 'void Main()'),
      of('csharp', node('Lib.Start.Main', 'METHOD', 'Lib.cs', 9), 'static void Main()'),
      of('csharp', node('Lib.Work.Run', 'METHOD', 'Lib.cs', 20), 'private void Run()'),
      of('python', node('tool.py', 'FILE', 'tool.py')),
      of('python', node('tool.run', 'FUNCTION', 'tool.py', 1), 'def run():'),
      of('python', node('tool.table', 'FUNCTION', 'tool.py', 10), 'def table():'),
      of('python', node('tool.table.row', 'FUNCTION', 'tool.py', 11), 'def row():'),
      line('tool.py', 30, '    run()'),
      line('tool.py', 25, 'TABLE = table()'),
      of('python', node('pkg/__main__.py', 'FILE', 'pkg/__main__.py')),
      of('go', node('client.Fetch', 'FUNCTION', 'client.go', 4), 'func Fetch() {'),
      of('go', node('client.TestFetch', 'FUNCTION', 'client_test.go', 4), 'func TestFetch() {'),
      of('go', node('client.Stats', 'FUNCTION', 'stats.go', 4), 'func Stats() {'),
      rust,
      of('go', node('samples.main', 'FUNCTION', 'samples/run.go', 4), 'func main() {'),
      of('go', node('samples.Help', 'FUNCTION', 'samples/run.go', 9), 'func Help() {'),
      of('python', node('web.index', 'FUNCTION', 'web.py', 4), '@app.get("/")\ndef index():'),
      of('csharp', node('Lib.Queue.Take', 'METHOD', 'Queue.cs', 4), '[NotNull]\npublic void Take()'),
      of('typescript', { ...node('api/main.ts', 'FILE', 'api/main.ts'), key: 'file:api/main.ts|FILE' }),
      of('typescript', line('api/main.ts', 9, 'app.listen(3000, () => {')),
      of('typescript', { ...node('api/cli.ts', 'FILE', 'api/cli.ts'), key: 'file:api/cli.ts|FILE' }),
      of('typescript', line('api/cli.ts', 1, '#!/usr/bin/env node')),
      of('typescript', { ...node('api/lib.ts', 'FILE', 'api/lib.ts'), key: 'file:api/lib.ts|FILE' }),
      of('typescript', line('api/lib.ts', 1, "import { listen } from './net';")),
      of(
        'typescript',
        node('boot.start', 'FUNCTION', 'api/boot.ts', 2),
        'start() {\n  server.listen(port);\n}',
      ),
      of('typescript', node('boot.Bus.on', 'METHOD', 'api/boot.ts', 9), 'on() {\n  this.bus.listen(a);\n}'),
    ],
    [
      ['samples.main', 'CALLS', 'client.Fetch', 5],
      ['samples.Help', 'CALLS', 'client.Fetch', 10],
      ['web.index', 'CALLS', 'client.Fetch', 5],
      ['Lib.Queue.Take', 'CALLS', 'client.Fetch', 5],
      ['api/main.ts', 'CALLS', 'boot.start', 8],
      ['api/main.ts', 'CALLS', 'boot.Bus.on', 8],
      ['boot.Bus.on', 'CALLS', 'boot.start', 10],
      ['Program.cs', 'CALLS', 'Lib.Work.Run', 2],
      ['Lib.Loop.Main', 'CALLS', 'Lib.Work.Run', 4],
      ['Lib.Start.Main', 'CALLS', 'Lib.Loop.Main', 10],
      ['Lib.Work.Run', 'CALLS', 'Lib.Loop.Main', 21],
      ['tool.py', 'CALLS', 'tool.run', 30],
      ['tool.py', 'CALLS', 'tool.table', 25],
      ['tool.run', 'CALLS', 'tool.table', 2],
      ['tool.table', 'CALLS', 'client.Fetch', 12],
      ['tool.table.row', 'CALLS', 'client.Fetch', 12],
      ['pkg/__main__.py', 'CALLS', 'tool.table', 1],
      ['client.Fetch', 'CALLS', 'tool.table', 5],
      ['client.TestFetch', 'CALLS', 'client.Fetch', 5],
      ['client.Stats', 'CALLS', 'tool.table', 5],
      ['client.TestFetch', 'CALLS', 'client.Stats', 6],
      ['size.tests.checks', 'CALLS', 'client.Fetch', 10],
    ],
  );
});
afterAll(() => graph.close());

async function entryPoints(folder?: string): Promise<readonly string[]> {
  const names = folder === undefined ? [] : [folder];
  const result = await runQuery({ graph, ref: REF }, { operation: 'entry-points', names }, { limit: 100 });
  return presentResult('entry-points', result).relations.map(({ name, note }) => `${name}: ${note}`);
}

describe('entry points', () => {
  it('are the files and the static methods with which a program of C# starts', async () => {
    expect(await entryPoints('Program.cs')).toEqual(['Program.cs: calls 1']);
    // A method that only bears the name is called by others.
    expect(await entryPoints('Lib.cs')).toEqual(['Lib.Start.Main: calls 1']);
  });

  it('are in Python what a file calls under a condition, and nothing that it calls to be read', async () => {
    expect(await entryPoints('tool.py')).toEqual(['tool.run: calls 1']);
    expect(await entryPoints('pkg')).toEqual(['pkg/__main__.py: calls 1']);
  });

  it('are in JavaScript the scripts, and what begins to listen', async () => {
    expect(await entryPoints('api')).toEqual([
      'api/main.ts: starts a server, calls 2',
      'api/cli.ts: a script, calls 0',
      'boot.start: starts a server, calls 0',
    ]);
  });

  it('have the functions that only tests call, and say so, and no test', async () => {
    expect(await entryPoints('stats.go')).toEqual(['client.Stats: calls 1, called by tests']);
    expect(await entryPoints('size.rs')).toEqual([]);
    expect((await entryPoints()).some((one) => one.includes('TestFetch'))).toBe(false);
  });
});

describe('entry points in a text', () => {
  async function text(folder?: string): Promise<readonly string[]> {
    const names = folder === undefined ? [] : [folder];
    const result = await runQuery({ graph, ref: REF }, { operation: 'entry-points', names }, { limit: 100 });
    if (result.status !== 'found') return [result.status];
    const shown = shownInText(result);
    return [summaryOf(shown), ...shown.found.relations.map(({ name }) => name)];
  }

  it('are programs, then what a framework calls; the others are counted', async () => {
    const [summary, ...names] = await text();
    expect(summary).toBe(
      '8 entry points: programs, and functions with a decorator or attribute by which a framework may call them. ' +
        'Not listed: 4 more functions that call others and that nothing in the index calls, except tests: ' +
        '2 public, 2 in examples, samples and benchmarks',
    );
    expect(names).toEqual([
      ...['api/main.ts', 'Lib.Start.Main', 'Program.cs', 'pkg/__main__.py', 'tool.run', 'api/cli.ts'],
      ...['boot.start', 'web.index'],
    ]);
  });

  it('are those of all where the name is that of the repository', async () => {
    expect(await text('Shop')).toEqual(await text());
    expect(await text('shops')).toEqual(['unknown_name']);
  });

  it('are the programs of examples where there are no others, and of a library what it exports', async () => {
    expect((await text('samples')).slice(1)).toEqual(['samples.main']);
    expect((await text('Queue.cs')).slice(1)).toEqual(['Lib.Queue.Take']);
  });
});
