import { stem } from './stem';

/** A programming language, as questions name it and as its code shows it. */
export interface CodeLanguage {
  /** `Chunk.language`. */
  readonly name: string;
  /** A keyword that most pieces of its code contain: the chunks of a corpus of records have no language. */
  readonly keyword: string;
}

const LANGUAGES: readonly (CodeLanguage & { readonly words: readonly string[] })[] = [
  { name: 'python', keyword: 'def', words: ['python', 'py'] },
  { name: 'typescript', keyword: 'const', words: ['typescript', 'ts'] },
  { name: 'javascript', keyword: 'function', words: ['javascript', 'js'] },
  { name: 'java', keyword: 'public', words: ['java'] },
  { name: 'csharp', keyword: 'public', words: ['csharp'] },
  { name: 'go', keyword: 'func', words: ['go', 'golang'] },
  { name: 'rust', keyword: 'fn', words: ['rust'] },
  { name: 'sql', keyword: 'select', words: ['sql'] },
  { name: 'ruby', keyword: 'def', words: ['ruby'] },
  { name: 'php', keyword: 'function', words: ['php'] },
  { name: 'kotlin', keyword: 'fun', words: ['kotlin'] },
  { name: 'swift', keyword: 'func', words: ['swift'] },
];
const BY_TERM = new Map(
  LANGUAGES.flatMap(({ name, keyword, words }) =>
    words.map((word) => [stem(word), { name, keyword: stem(keyword) }] as const),
  ),
);

/** Share (0..1) of the chunks above which a language is the index' own. */
const OWN = 0.5;

/** The programming language that a term names. */
export function languageOf(term: string): CodeLanguage | undefined {
  return BY_TERM.get(term);
}

/** Whether that many of all chunks make a language the index' own. */
export function isOwn(having: number, chunks: number): boolean {
  return having > OWN * chunks;
}

/**
 * The terms of a query without the names of the languages that the index is written in: "python" says nothing about
 * Python code, which hardly ever contains the word, and would count as a rare one. A query of nothing else stays.
 *
 * @example
 * withoutOwnLanguages(['python', 'sort', 'list'], ({ name }) => name === 'python'); // ['sort', 'list']
 */
export function withoutOwnLanguages(
  terms: readonly string[],
  isOwnLanguage: (language: CodeLanguage) => boolean,
): readonly string[] {
  const others = terms.filter((term) => {
    const language = languageOf(term);
    return language === undefined || !isOwnLanguage(language);
  });
  return others.length > 0 ? others : terms;
}
