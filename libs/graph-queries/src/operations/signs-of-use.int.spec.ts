import { lineKey, type GraphNode, type GraphStore } from '@quarry/graph-store';
import { presentResult, shownInText, summaryOf } from '../present';
import { questionOf } from '../question';
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
const csPlatform = code('csharp', 'TYPE', 'Shop/Polyfills.cs');
const line = (at: number, text: string): GraphNode => ({
  ...code('rust', 'LINE', 'src/visit.rs')(`src/visit.rs:${at}`, at, text),
  key: lineKey('src/visit.rs', at),
});
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
      // ripgrep, globset: a visitor of serde, and the type that `Deref` asks for.
      code('rust', 'TYPE', 'src/visit.rs')('visit.Globs', 1, 'struct Globs;'),
      ...[line(3, "impl<'de> Visitor<'de>"), line(4, '    for Globs {'), line(20, 'impl Globs {')],
      code('rust', 'TYPE', 'src/visit.rs')('visit.Globs.Value', 5, 'type Value = Globs;'),
      code('rust', 'METHOD', 'src/visit.rs')('visit.Globs.visit_seq', 6, 'fn visit_seq<A>(self) {\n}'),
      code('rust', 'METHOD', 'src/visit.rs')('visit.Globs.trim', 21, 'fn trim(self) {\n}'),
      csPlatform(
        'System.Runtime.CompilerServices.IsExternalInit',
        8,
        'internal static class IsExternalInit {}',
      ),
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
    ['visit.Globs.visit_seq', 'Visitor may call it'],
    ['System.Runtime.CompilerServices.IsExternalInit', 'the compiler may need it'],
  ])('have a sign of use where a type above declares them: %s', async (name, note) => {
    const { relations } = await ask('unused');
    expect(relations.find((one) => one.name === name)?.note).toBe(note);
  });

  it.each([
    'range.Range.halve',
    'Shop.Sender.Forget',
    'Shop.Plain.Other',
    'shop.order.close',
    'visit.Globs.trim',
  ])('have none where no type above can declare them: %s', async (name) => {
    const { relations } = await ask('unused');
    expect(relations.find((one) => one.name === name)).toMatchObject({ note: null });
  });

  it('are counted by their signs of use, and a text lists those without any', async () => {
    const result = await runQuery({ graph, ref: REF }, { operation: 'unused', names: [] }, { limit: 3 });
    if (result.status !== 'found') throw new Error(result.status);
    const shown = shownInText(result);
    expect(summaryOf(shown)).toBe(
      '9 definitions without any sign of use. 10 more without a reference may be in use all the same: 2 public; ' +
        '7 of a trait, interface or base class, through which they may be called; 1 required by the compiler',
    );
    expect(shown.found.total).toBe(9);
    expect(shown.found.relations).toHaveLength(3);
    expect(presentResult('unused', result).total).toBe(19);
  });

  it('are those of the kind that a question asks for, and no types that a trait asks for', async () => {
    const query = questionOf('Which functions in src/visit.rs are unused?');
    if (!query) throw new Error('no question about structure');
    const result = await runQuery({ graph, ref: REF }, query, { limit: 9 });
    const { summary, relations } = presentResult('unused', result);
    expect(summary).toBe(
      '1 function without any sign of use in src/visit.rs. 1 more without a reference may be in use all the same: ' +
        '1 of a trait, interface or base class, through which they may be called',
    );
    expect(relations.map(({ name }) => name)).toEqual(['visit.Globs.trim', 'visit.Globs.visit_seq']);
    expect((await ask('unused')).relations.map(({ name }) => name)).not.toContain('visit.Globs.Value');
  });

  it('are not those that only tests have', async () => {
    const { relations } = await ask('unused');
    expect(relations.map(({ name }) => name)).not.toContain('range.sample');
  });
});

it('leaves what is stated within a test out of the cycles between folders', async () => {
  expect((await ask('cycles')).summary).toBe('no cycles between folders');
});
