/** Why a commit is excluded, for the report. */
export type LeftOut =
  | 'kind of change'
  | 'short message'
  | 'names a changed file'
  | 'no source file that was there before'
  | 'too many files'
  | 'first commit';

/**
 * Subjects of commits that do not describe their change of code: reverts, versions and releases, dependency updates,
 * formatting and spelling, squash merges with git's default subject.
 */
const NO_QUESTION = [
  /^revert\b|^merge\b|^this reverts commit/i,
  /^(?:release|prepare (?:for )?(?:release|next)|prep(?:are)? v?\d|cut release|\[maven-release-plugin\])/i,
  /^(?:bump|upgrade|update)\b.{0,60}\b(?:version|dependenc|deps|from v?\d|to v?\d|lock ?file|submodule|pre-commit|copyright|year|changelog|readme)/i,
  /^(?:(?:build|chore|fix|ci|deps|update)(?:\([^()\n]{0,40}\))?!?: ?)?(?:bump|\[pre-commit\.ci\]|deps\b|lock file)/i,
  /^(?:chore|build|ci|deps)\((?:deps|release)[^()\n]{0,20}\)/i,
  /^(?:docs?|style|ci|typos?)(?:\([^()\n]{0,40}\))?!?:/i,
  /^v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?/,
  /^(?:fix(?:ed)? )?(?:typos?|lint(?:er|ing)?|format(?:ting)?|whitespace|spelling|prettier|eslint|black)\b.{0,30}$/i,
  /^(?:apply|run|use) (?:black|prettier|gofmt|pyupgrade|pre-commit|ruff|isort|rustfmt|dotnet format)/i,
];

/** Whether a commit's subject describes a change of code. */
export function isQuestion(subject: string): boolean {
  const start = subject.trim().slice(0, 300);
  return !NO_QUESTION.some((form) => form.test(start));
}
