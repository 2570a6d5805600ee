import type { GraphNode } from '@quarry/graph-store';
import { isTest } from './in-tests';

function definition(language: string, name: string, above: string, signature: string): GraphNode {
  return {
    ...{ key: `${language}:${name}|FUNCTION`, kind: 'FUNCTION', name, qualifiedName: name, language },
    ...{ path: 'test/a', startLine: 1, endLine: 9, signature, text: `${above}${signature} …` },
  };
}

it.each<[string, string, string, string, boolean]>([
  ['go', 'TestSend', '', 'func TestSend(t *testing.T) {', true],
  ['go', 'ExampleWriter', '', 'func ExampleWriter() {', true],
  ['go', 'newLocalClient', '', 'func newLocalClient() {', false],
  ['go', 'Testament', '', 'func Testament() {', false],
  ['python', 'test_send', '', 'def test_send():', true],
  ['python', 'client', '@pytest.fixture\n', 'def client():', false],
  ['csharp', 'Constant_Ok', '    [InlineData(true)]\n    [Theory]\n', 'public void Constant_Ok()', true],
  ['csharp', 'Backoff', '    /// <summary>Tests.</summary>\n', 'private static void Backoff()', false],
  ['java', 'sends', '  @ParameterizedTest\n', 'void sends() {', true],
  ['java', 'client', '  // for @tests\n', 'Client client() {', false],
  ['rust', 'sends', '#[tokio::test]\n', 'async fn sends() {', true],
  ['rust', 'sample', '#[allow(dead_code)]\n', 'fn sample() {', false],
  ['typescript', 'setup', '', 'function setup() {', true],
])('%s: %s is a test: %#', (language, name, above, signature, expected) => {
  expect(isTest(definition(language, name, above, signature))).toBe(expected);
});

it('a type among the tests is none', () => {
  expect(isTest({ ...definition('go', 'TestCase', '', 'type TestCase struct'), kind: 'TYPE' })).toBe(false);
});
