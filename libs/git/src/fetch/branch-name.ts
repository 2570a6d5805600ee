/** Characters and parts that git does not allow in the name of a branch, and `..`, `@{` and a leading hyphen. */
const FORBIDDEN = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock$|\.lock\//u;

const MOST_CHARACTERS = 200;

/** Why a text cannot be the name of a branch or a tag; null if it can. */
export function branchProblem(name: string): string | null {
  if (name === '') return 'is empty';
  if (name.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`;
  return FORBIDDEN.test(name) ? 'is no name of a branch in git' : null;
}
