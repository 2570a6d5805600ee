const CONDITION =
  /^\s*(?:(?:\}\s*)?(?:else\s+)?(?:if|elif|unless|switch|match|case|when|while|for|foreach|except|catch|rescue)\b)|\s\?\s.{1,200}:/;

/** Lines that a condition guards, with its own: what is decided is mostly done at once. */
export const GUARDED = 4;

/**
 * True for a line of code that decides whether what follows is done: a condition, a loop, a handler of errors.
 * @example isCondition('  } else if (token.expired) {') // true
 */
export function isCondition(line: string): boolean {
  return CONDITION.test(line);
}
