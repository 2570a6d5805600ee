const RULE = /^[ :|]*-[ :|-]*$/;

/**
 * Whether a line is the rule below the head of a table in Markdown. It says nothing, and may be longer than all the heads.
 *
 * @example
 * isTableRule('| --- | ---: |'); // true
 */
export function isTableRule(line: string): boolean {
  return RULE.test(line.trim());
}
