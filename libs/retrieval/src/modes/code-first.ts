import type { Chunk } from '@quarry/search-index';
import { asksAboutTests, asksHowTo, isExamplePath, isTestPath, PAGE_LANGUAGES } from '@quarry/turn';

/** Share (0..1) of the hits that are no code of the product, at most, where there is enough of it. */
const OTHERS = 0.25;
/** Languages of files that hold data or settings. */
const DATA = ['json', 'yaml', 'toml', 'xml', 'csv', 'ini'];
const NO_CODE: ReadonlySet<string> = new Set([...PAGE_LANGUAGES, ...DATA]);

const ABOUT_OTHERS =
  /\b(?:(?<!\bfor )examples?|samples?|demos?|tutorials?|docs?|documentation|documented|readme|changelog|guides?)\b/i;

/**
 * Whether a question is about what code does, rather than how it is used or tested, or about pages.
 * @example
 * asksAboutCode('What happens when a token expires?'); // true
 * asksAboutCode('Which tests cover tokens?'); // false
 */
export function asksAboutCode(question: string): boolean {
  return !asksHowTo(question) && !asksAboutTests(question) && !ABOUT_OTHERS.test(question);
}

/**
 * Candidates in an order in which a quarter of the first `most` at the most is no code of the product: pages, data,
 * tests and examples have the words of a question more often than the code that they are about. Without enough code,
 * they fill the places. Otherwise the order stays.
 *
 * @example
 * codeFirst([page, otherPage, test, code, otherCode], 4); // [page, code, otherCode, otherPage, test]
 */
export function codeFirst<T extends { readonly chunk: Pick<Chunk, 'path' | 'language' | 'format'> }>(
  candidates: readonly T[],
  most: number,
): readonly T[] {
  let others = Math.floor(most * OTHERS);
  let room = most;
  const isKept = candidates.map(({ chunk }) => {
    const isOther = isAside(chunk);
    if (room === 0 || (isOther && others === 0)) return false;
    if (isOther) others -= 1;
    room -= 1;
    return true;
  });
  return [...candidates.filter((_, at) => isKept[at]), ...candidates.filter((_, at) => !isKept[at])];
}

function isAside({ path, language, format }: Pick<Chunk, 'path' | 'language' | 'format'>): boolean {
  return format !== undefined || NO_CODE.has(language) || isTestPath(path) || isExamplePath(path);
}
