import { node } from '../testing/code';
import { declaredBases } from './declared-bases';

const basesOf = (language: string, text: string): readonly string[] =>
  declaredBases({
    ...node('a.A', 'TYPE', 'a'),
    language,
    text,
    signature: text.split('\n').find((line) => /\b(?:class|interface|record|enum)\b/.test(line)) ?? text,
  });

describe('the bases that a declaration states', () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      'java',
      '@Json(value = {"a"})\npublic final class A<K extends Comparable<K>, V>\n    extends AbstractMap<K, V>\n    implements Map<K, V>, java.io.Serializable {',
      ['AbstractMap', 'Map', 'java.io.Serializable'],
    ],
    ['java', 'interface A extends List<B>, Closeable {', ['List', 'Closeable']],
    ['java', 'record A(int x, List<String> y) implements Comparable<A> {', ['Comparable']],
    [
      'typescript',
      'export default class A extends React.Component<\n  { a: string; b: () => void },\n  State\n> implements Closable {',
      ['React.Component', 'Closable'],
    ],
    ['typescript', 'class A extends mixin(Base) {', ['mixin']],
    ['javascript', 'class A {\n  extends() {}\n}', []],
    [
      'csharp',
      'public class A<T>(int x) : Base<T>(x), System.IDisposable where T : IComparable {',
      ['Base', 'System.IDisposable'],
    ],
    ['csharp', 'public interface IA<in T>\n    where T : notnull, IB\n{', []],
    [
      'python',
      'class A(t.Generic[K, V], Mapping[str, int], metaclass=Meta):\n    x = f(Y)',
      ['t.Generic', 'Mapping'],
    ],
    ['python', 'class A:\n    x = f(Y)', []],
    ['python', '@decorate(Z)\nclass A(\n    Base,\n):', ['Base']],
    [
      'cpp',
      'template <typename T>\nclass A final : public std::vector<T>, private virtual Base {\n  A(): x(1) {}',
      ['std.vector', 'Base'],
    ],
    ['cpp', 'class A { int b : 3; };', []],
    ['ruby', 'class Shop::Item < Shop::Base # comment\n  def a < b', ['Shop.Base']],
    ['ruby', 'module Helpers\n', []],
    ['php', 'final class A extends Base implements B, \\Countable {', ['Base', 'B', 'Countable']],
    ['rust', 'struct A(B);', []],
  ])('%s: %s', (language, text, bases) => {
    expect(basesOf(language, text)).toEqual(bases);
  });
});
