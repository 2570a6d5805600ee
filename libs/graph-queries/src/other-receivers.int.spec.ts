import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { presentResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

function code(name: string, path: string, text: string): GraphNode {
  const endLine = text.split('\n').length;
  return {
    ...node(name, 'METHOD', path, 1),
    endLine,
    text,
    signature: text.split('\n')[0] ?? '',
    language: 'go',
  };
}

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      code('net.Conn.SetDeadline', 'conn.go', 'func (c *Conn) SetDeadline(t Time) error {\n}'),
      code(
        'test.pipe.Limit',
        'pipe.go',
        'func (c *pipe) Limit(t Time) {\n\tc.r.SetDeadline(t)\n\tc.w.SetDeadline(t)\n\tc.r.SetDeadline(none)\n}',
      ),
      code(
        'test.pipe.Free',
        'free.go',
        'func (c *pipe) Free() {\n\tc.r.SetDeadline(a)\n\tc.r.SetDeadline(b)\n}',
      ),
      // ripgrep, sink.rs: another number of arguments; overrides.rs: a function that names the type.
      code('a.other.Stop', 'a.go', 'func (o *other) Stop() {\n\to.x.SetDeadline(a, b)\n}'),
      code('z.dial', 'z.go', 'func dial() {\n\tc := open().(*Conn)\n\tc.SetDeadline(t)\n}'),
    ],
    [
      ['test.pipe.Limit', 'CALLS', 'net.Conn.SetDeadline', 2],
      ['test.pipe.Free', 'CALLS', 'net.Conn.SetDeadline', 2],
    ],
  );
});
afterAll(() => graph.close());

it('a call on something else in a caller is listed as one that may be a call of the same', async () => {
  const query = { operation: 'callers', names: ['Conn.SetDeadline'] } as const;
  const result = await runQuery({ graph, ref: REF }, query, { limit: 9 });
  const { relations, possible, summary } = presentResult('callers', result);
  expect(relations.map(({ name, line, furtherLines }) => [name, line, furtherLines])).toEqual([
    ['test.pipe.Free', 2, [3]],
    ['test.pipe.Limit', 2, [4]],
  ]);
  expect(possible.map(({ name, line }) => [name, line])).toEqual([
    ['z.dial', 3],
    ['test.pipe.Limit', 3],
  ]);
  expect(summary).toContain('2 more calls of something named SetDeadline could not be placed');
});
