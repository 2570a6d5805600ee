import type { GraphNode, LocatedEdge } from '@quarry/graph-store';
import { isTestPath, type NodeKey } from '@quarry/turn';
import { aboveSignature } from './source-lines';

/** A member of a module of tests in a file of Rust: `mod tests` stands beside the code that it tests. */
const TESTS_OF_RUST = /^rust:.*\.tests?[.|]/;

/** Whether a definition tests other code: by its path, or by the module of tests in it. */
export function isInTests(key: NodeKey, path: string | undefined): boolean {
  return isTestPath(path ?? '') || TESTS_OF_RUST.test(key);
}

/** The same of the definition that states a relation. */
export function isStatedInTests({ from, path }: Pick<LocatedEdge, 'from' | 'path'>): boolean {
  return isInTests(from, path);
}

/** An attribute of Rust by which a definition exists in tests alone. */
const FOR_TESTS = /^[ \t]*#\[(?:cfg\([ \t]*(?:test\b|all\([ \t]*test\b)|(?:\w+::)?test\b)/m;

/** Whether a definition tests other code, by its attributes too: `#[cfg(test)] fn sample()`. */
export function isTestDefinition(
  node: Pick<GraphNode, 'key' | 'path' | 'language' | 'text' | 'signature'>,
): boolean {
  if (isInTests(node.key, node.path)) return true;
  return node.language === 'rust' && FOR_TESTS.test(aboveSignature(node));
}

/** What marks a test above its signature, by language. */
const MARKS: Readonly<Record<string, RegExp>> = {
  csharp: /\[[^\]\n]{0,200}(?:Fact|Theory|Test)/,
  java: /@\w{0,40}Test\b/,
  kotlin: /@\w{0,40}Test\b/,
  rust: /#\[[^\]\n]{0,200}\b(?:test|rstest|test_case)\b/,
};
/** How the name of a test begins, by language. */
const NAMES: Readonly<Record<string, RegExp>> = {
  go: /^(?:Test|Benchmark|Fuzz|Example)(?!\p{Ll})/u,
  python: /^test/i,
};

/**
 * Whether a definition among tests is a test itself, and not what tests share; true where its language has no sign of it.
 * @example
 * isTest(node);   // func newLocalClient(…) in client_test.go → false
 */
export function isTest(node: GraphNode): boolean {
  const { kind, name, language } = node;
  const mark = MARKS[language];
  const begins = NAMES[language];
  if (mark === undefined && begins === undefined) return true;
  if (kind !== 'FUNCTION' && kind !== 'METHOD') return false;
  if (begins !== undefined) return begins.test(name);
  return mark?.test(aboveSignature(node)) ?? true;
}
