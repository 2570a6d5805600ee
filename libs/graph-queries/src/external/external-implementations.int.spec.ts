import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { presentResult } from '../present';
import { runQuery } from '../run-query';
import { graphOf, node, REF } from '../testing/code';

const code =
  (language: string, kind: 'TYPE' | 'METHOD' | 'FIELD', path: string) =>
  (name: string, startLine: number, text: string): GraphNode => ({
    ...node(name, kind, path, startLine),
    ...{ language, text, signature: text.split('\n')[0] ?? '' },
  });
const goType = code('go', 'TYPE', 'web/server.go');
const goMethod = code('go', 'METHOD', 'web/server.go');
const javaType = code('java', 'TYPE', 'src/Shop.java');

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      goType('web.Server', 1, 'type Server struct {'),
      goMethod(
        'web.Server.ServeHTTP',
        3,
        'func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {',
      ),
      // The name alone is no method of the interface.
      goType('web.Job', 10, 'type Job struct {'),
      goMethod('web.Job.ServeHTTP', 12, 'func (j *Job) ServeHTTP(w io.Writer) {'),
      goType('web.Routes', 20, 'type Routes interface {\n\thttp.Handler\n\tMatch() bool\n}'),
      goType('web.Logged', 30, 'type Logged struct {\n\tlog *Log\n\thttp.Handler // wrapped\n}'),
      goType('web.Admin', 40, 'type Admin struct {\n\tServer\n}'),
      goType('web.Alone', 50, 'type Alone interface {\n\tfmt.Stringer // as text\n\tCode() int\n}'),
      goType('web.Hooked', 60, 'type Hooked interface {\n\thooks.Hook\n\tCode() int\n}'),
      goType('web.Below', 70, 'type Below interface {\n\tHooked\n}'),
      goType('web.Number', 80, 'type Number interface{ ~int | ~string }'),
      goType('web.Anything', 90, 'type Anything interface{}'),
      goType('web.Plugin', 100, 'type Plugin struct {\n\tHooked\n}'),
      javaType('shop.ByPrice', 1, 'class ByPrice implements Comparator<Item> {'),
      javaType('shop.ByOffer', 10, 'class ByOffer extends ByPrice {'),
      javaType('shop.Other', 20, 'class Other implements own.Comparator {'),
      javaType('shop.Mine', 30, 'class Mine implements Closer {'),
      javaType('shop.Closer', 40, 'interface Closer {'),
      code('java', 'FIELD', 'src/Shop.java')(
        'shop.Shop.ORDER',
        50,
        'static final Comparator<Item> ORDER =\n    new Comparator<Item>() {\n      int compare() {} };',
      ),
    ],
    [
      ['web.Server', 'DEFINES', 'web.Server.ServeHTTP', 3],
      ['web.Job', 'DEFINES', 'web.Job.ServeHTTP', 12],
      ['web.Admin', 'INHERITS', 'web.Server', 41],
      ['web.Below', 'INHERITS', 'web.Hooked', 71],
      ['web.Plugin', 'INHERITS', 'web.Hooked', 101],
      ['shop.ByOffer', 'INHERITS', 'shop.ByPrice', 10],
      ['shop.Mine', 'IMPLEMENTS', 'shop.Closer', 30],
    ],
  );
});
afterAll(() => graph.close());

async function implementations(name: string) {
  const result = await runQuery(
    { graph, ref: REF },
    { operation: 'implementations', names: [name] },
    { limit: 20 },
  );
  return presentResult('implementations', result);
}

describe('implementations of what the index does not have', () => {
  it.each(['http.Handler', 'net/http.Handler'])(
    'are the types of Go with the methods of %s, and those that embed it or one of them',
    async (name) => {
      const { summary, relations, limits } = await implementations(name);
      expect(summary).toBe(`3 implementations of ${name}`);
      expect(relations.map((one) => [one.name, one.line, one.confidence, one.through])).toEqual([
        ['web.Logged', 32, null, null],
        ['web.Server', 3, 0.95, null],
        ['web.Admin', 41, null, 'web.Server'],
      ]);
      expect(limits).toContain('The index does not have `http.Handler`');
    },
  );

  it('are none, if no type of Go has the methods of a known interface', async () => {
    expect((await implementations('io.ReaderAt')).summary).toBe('no implementations of io.ReaderAt');
  });

  it.each([
    ['Alone', 'no implementations of Alone; no type in the index declares all its methods'],
    [
      'Below',
      'no implementations of Below; it embeds hooks.Hook, which the index does not have, so its methods and what implements it are not known',
    ],
    [
      'Hooked',
      '2 implementations of Hooked; it embeds hooks.Hook, which the index does not have, so a type that implements it by its methods is not listed',
    ],
    ['Number', 'no implementations of Number; it is a constraint for type parameters'],
    ['Anything', 'no implementations of Anything; it has no methods, so every type implements it'],
    ['Job', 'no implementations of Job'],
  ])('say what cannot be known of the interface %s of Go', async (name, summary) => {
    expect((await implementations(name)).summary).toBe(summary);
  });

  it.each(['Comparator', 'java.util.Comparator'])(
    'are the types whose declaration names %s, what derives from them, and classes without a name',
    async (name) => {
      const { summary, relations } = await implementations(name);
      const others = name === 'Comparator' ? [['shop.Other', 20, 1, null]] : [];
      expect(summary).toBe(`${3 + others.length} implementations of ${name}`);
      expect(relations.map((one) => [one.name, one.line, one.depth, one.note])).toEqual([
        ['shop.ByPrice', 1, 1, null],
        ...others,
        ['shop.Shop.ORDER', 51, 1, 'a class without a name'],
        ['shop.ByOffer', 10, 2, null],
      ]);
    },
  );

  it('are not those of a type of the same name that the index has', async () => {
    const { status } = await implementations('java.io.Closer');
    expect(status).toBe('unknown_name');
  });
});
