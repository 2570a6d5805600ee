import type { Found } from './found';

/** Lines of one file that are kept, at most. */
const MAX_LINES = 2_000;

/**
 * Languages whose files state few calls outside of definitions. Those of JavaScript and TypeScript do little else in
 * their tests: keeping their lines made a graph eight times as large.
 */
const LANGUAGES: ReadonlySet<string> = new Set(['csharp', 'php', 'python', 'ruby']);

/**
 * Keeps the lines outside of any definition that call something: a program of C#, a script. The text of a file is not
 * in the graph, and of several calls of one function only the first is an edge.
 */
export function statementFacts(found: Found): void {
  const { references, language } = found.facts;
  if (language === 'rust') implFacts(found);
  if (!LANGUAGES.has(language)) return;
  const lines = new Set(
    references
      .filter(({ from, kind, line }) => from === found.file && kind === 'CALLS' && !found.isInRoute(line))
      .map(({ line }) => line),
  );
  for (const line of [...lines].slice(0, MAX_LINES)) found.line(line);
}

/** The head of an `impl` of Rust, up to its bracket. */
const IMPL = /^[ \t]*(?:(?:default|unsafe)[ \t]+)*impl\b[^{};]{0,1000}\{/gm;

/**
 * Keeps the heads of `impl`s, which are not definitions: they say which trait the methods in them belong to, and for
 * which type.
 */
function implFacts(found: Found): void {
  for (const { 0: head, index } of [...found.text.matchAll(IMPL)].slice(0, MAX_LINES)) {
    const first = found.lineAt(index);
    for (let line = first; line <= found.lineAt(index + head.length - 1); line++) found.line(line);
  }
}
