import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { presentResult } from '../present';
import { runQuery } from '../run-query';
import { graphOf, node, REF } from '../testing/code';

/** A definition with its text; its signature is the first line that is no attribute. */
function code(language: string, kind: GraphNode['kind'], path: string) {
  return (name: string, startLine: number, text: string): GraphNode => {
    const lines = text.split('\n');
    const signature = lines.find((line) => !/^[#@[]/.test(line)) ?? '';
    const base = node(name, kind, path, startLine);
    return { ...base, language, text, signature, endLine: startLine + lines.length - 1 };
  };
}
const rust = code('rust', 'METHOD', 'src/range.rs');
const rustFunction = code('rust', 'FUNCTION', 'src/range.rs');
const csType = code('csharp', 'TYPE', 'Shop/Shop.cs');
const csMethod = code('csharp', 'METHOD', 'Shop/Shop.cs');
const goMethod = code('go', 'METHOD', 'shop/order.go');
const typescript = code('typescript', 'METHOD', 'web/list.ts');

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      code('rust', 'TYPE', 'src/range.rs')('range.Range', 1, 'pub struct Range;'),
      rust('range.Range.size_hint', 3, 'fn size_hint(&self) -> (usize, Option<usize>) {\n}'),
      rust('range.Range.drop', 6, 'fn drop(&mut self) {\n}'),
      rust('range.Range.halve', 9, 'fn halve(&self) {\n}'),
      rustFunction('range.sample', 20, '#[cfg(test)]\nfn sample() {\n    use crate::cli::parse;\n}'),
      code('rust', 'FUNCTION', 'src/cli/cli.rs')('cli.parse', 1, 'pub fn parse() {\n}'),
      csType('Shop.ISender', 1, 'public interface ISender'),
      csMethod('Shop.ISender.Send', 2, 'void Send(string text);'),
      csType('Shop.Sender', 5, 'public class Sender : ISender, IDisposable'),
      csMethod('Shop.Sender.Send', 6, 'public void Send(string text)'),
      csMethod('Shop.Sender.Dispose', 8, 'public void Dispose()'),
      csMethod('Shop.Sender.Forget', 10, 'private void Forget()'),
      csType('Shop.Plain', 20, 'internal class Plain : ISender'),
      csMethod('Shop.Plain.Other', 22, 'internal void Other()'),
      code('csharp', 'METHOD', 'test/SenderTests.cs')('Tests.Sends', 1, 'public void Sends()'),
      code('csharp', 'METHOD', 'Shop/Runner.cs')('Shop.Runner.Run', 1, 'public void Run()'),
      code('go', 'TYPE', 'shop/order.go')('shop.order', 1, 'type order struct {}'),
      goMethod('shop.order.String', 3, 'func (o order) String() string {'),
      goMethod('shop.order.close', 6, 'func (o order) close() {'),
      code('typescript', 'TYPE', 'web/list.ts')('web.List', 1, 'class List extends LitElement {'),
      typescript('web.List.render', 2, 'render() {'),
    ],
    [
      ['Shop.Sender', 'IMPLEMENTS', 'Shop.ISender', 5],
      ['Shop.Plain', 'IMPLEMENTS', 'Shop.ISender', 20],
      ['Tests.Sends', 'CALLS', 'Shop.Sender.Send', 1],
      ['Shop.Runner.Run', 'CALLS', 'Shop.ISender.Send', 2],
      ['range.sample', 'CALLS', 'cli.parse', 22],
      ['cli.parse', 'USES', 'range.Range', 2],
    ],
  );
});
afterAll(() => graph.close());

async function ask(operation: 'unused' | 'cycles') {
  const result = await runQuery({ graph, ref: REF }, { operation, names: [] }, { limit: 100 });
  return presentResult(operation, result);
}

describe('definitions without a reference', () => {
  it.each([
    ['range.Range.size_hint', 'Iterator may call it'],
    ['range.Range.drop', 'Drop may call it'],
    // Tests use it, and the code calls what it implements.
    ['Shop.Sender.Send', 'ISender may call it'],
    ['Shop.Sender.Dispose', 'IDisposable may call it'],
    ['shop.order.String', 'fmt.Stringer may call it'],
    ['web.List.render', 'LitElement may call it'],
  ])('have a sign of use where a type above declares them: %s', async (name, note) => {
    const { relations } = await ask('unused');
    expect(relations.find((one) => one.name === name)?.note).toBe(note);
  });

  it.each(['range.Range.halve', 'Shop.Sender.Forget', 'Shop.Plain.Other', 'shop.order.close'])(
    'have none where no type above can declare them: %s',
    async (name) => {
      const { relations } = await ask('unused');
      expect(relations.find((one) => one.name === name)).toMatchObject({ note: null });
    },
  );

  it('are not those that only tests have', async () => {
    const { relations } = await ask('unused');
    expect(relations.map(({ name }) => name)).not.toContain('range.sample');
  });
});

it('leaves what is stated within a test out of the cycles between folders', async () => {
  expect((await ask('cycles')).summary).toBe('no cycles between folders');
});
