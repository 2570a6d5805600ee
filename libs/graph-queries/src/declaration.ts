import type { GraphNode } from '@quarry/graph-store';

/** Words by which languages declare types; `data class` is a class, `record struct` a struct. */
const TYPE_WORD = /\b(class|struct|enum|trait|interface|union|protocol|object|record|type|typedef)\b/;
const WORD_OF_KIND: Readonly<Partial<Record<GraphNode['kind'], string>>> = {
  FUNCTION: 'function',
  METHOD: 'method',
  FIELD: 'field',
  MODULE: 'module',
};

/**
 * What a definition is, in the word of its language: `struct`, `trait`, `function`; undefined where none fits.
 * @example
 * keywordOf(node);   // public readonly struct CommandDefinition → 'struct'
 */
export function keywordOf({ kind, signature = '' }: GraphNode): string | undefined {
  if (kind !== 'TYPE') return WORD_OF_KIND[kind];
  // A type of Go says what it is behind its name; a record of C# can be a struct.
  const word = /\brecord\s+(struct|class)\b|^type\s+\w+(?:\[[^\]]*\])?\s+(struct|interface)\b/.exec(
    signature,
  );
  return word?.[1] ?? word?.[2] ?? TYPE_WORD.exec(signature)?.[1];
}

/** Words for types that exclude each other: who asks for a class does not mean a trait. */
const DISTINCT: ReadonlySet<string> = new Set('class struct enum trait interface record union'.split(' '));

/** True if a question that calls a definition by this word means it; false also for a word that says nothing. */
export function isCalled(word: string, node: GraphNode): boolean {
  const keyword = keywordOf(node);
  switch (word) {
    case 'type':
      return node.kind === 'TYPE';
    case 'function':
    case 'method':
      return keyword === 'function' || keyword === 'method';
    case 'constant':
    case 'field':
    case 'variable':
      return keyword === 'field';
    default:
      return DISTINCT.has(word) && keyword === word;
  }
}

/** That what a question calls a class is a struct; undefined where it is right, or nothing says what it is. */
export function otherThanCalled(word: string, nodes: readonly GraphNode[]): string | undefined {
  const keywords = new Set(nodes.map(keywordOf));
  const [only] = keywords;
  if (keywords.size !== 1 || only === undefined || !DISTINCT.has(only) || !DISTINCT.has(word))
    return undefined;
  return only === word ? undefined : `it is ${withArticle(only)}, not ${withArticle(word)}`;
}

function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) && word !== 'union' ? 'an' : 'a'} ${word}`;
}
