/** Words that can stand before the keyword or the type of a definition. */
const MODIFIERS =
  'export|default|declare|public|private|protected|internal|static|async|abstract|final|override|virtual|sealed|partial|' +
  'readonly|synchronized|unsafe|inline|extern|pub|pub\\(crate\\)';
const KEYWORDS =
  'def|class|function\\*?|func|fn|interface|struct|enum|trait|type|record|namespace|module|const|let|var|val|static|macro_rules!';

const BY_KEYWORD = new RegExp(
  `^[ \\t]{0,80}(?:(?:${MODIFIERS})[ \\t]{1,4}){0,6}(?:${KEYWORDS})[ \\t]{1,4}(?:\\([^()]{0,80}\\)[ \\t]{0,4})?([A-Za-z_$][\\w$]{1,80})`,
);
/** A method of C# or Java, up to its parameters. */
const BY_MODIFIER = new RegExp(`^[ \\t]{0,80}(?:(?:${MODIFIERS})[ \\t]{1,4}){1,6}([^(){};=]{1,160})\\(`);
const CONSTANT = /^[ \t]{0,80}([A-Z][A-Z0-9_]{2,60})[ \t]{0,40}(?::[^=\n]{0,80})?=(?!=)/;
const LAST_NAME = /([A-Za-z_$][\w$]{1,80})[ \t]{0,4}$/;
/** Longer lines are generated. */
const LONGEST = 300;

/** The name that a line of source code defines; null if it defines none. By the form of the line, in any language. */
export function definitionIn(line: string): string | null {
  if (line.length > LONGEST) return null;
  const named = BY_KEYWORD.exec(line)?.[1] ?? CONSTANT.exec(line)?.[1];
  if (named !== undefined) return named;
  const method = BY_MODIFIER.exec(line)?.[1];
  return method === undefined ? null : (LAST_NAME.exec(method)?.[1] ?? null);
}
