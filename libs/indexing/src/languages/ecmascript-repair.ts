/** A line that begins a generic signature, `<T>(a: T): void` or `<` alone. */
const GENERIC_LINE = /^<\s*(const\s)?\s*[\p{L}_$]|^<$/u;
const COMMENT_LINE = /^(\/\/|\/\*|\*)/;
/** How a type may end. */
const TYPE_END = /[\p{L}\p{N}_$)\]}>'"`]$/u;

/**
 * Rewrites valid TypeScript that the grammar cannot read to another text of the same length: `export type *`, variance
 * (`in`, `out`) of type parameters, `using`, `accessor` and `type` as names, and generic call signatures without
 * semicolons.
 */
export function repairTypeScript(text: string): string {
  const plain = text
    .replace(/\b(export\s+)type(?=\s*\*)/g, '$1    ')
    .replace(
      /([<,](?:\s|\/\*[^]*?\*\/)*)(in\s+out|in|out)(?=\s+[\p{L}_$][\p{L}\p{N}_$]*\s*(extends\b|[=,>]))/gu,
      (_, before, marks) => `${before as string}${' '.repeat((marks as string).length)}`,
    )
    .replace(/(?<![\p{L}\p{N}_$])using(?=\s*[?:,.;=)\]}])/gu, 'usinG')
    .replace(/(?<![\p{L}\p{N}_$])accessor(?=\s*\()/gu, 'accessoR')
    .replace(/(?<=\[|,\s)type(?=\??:)/gu, 'typE');
  return separated(plain);
}

/** Ends a member of a type before a generic signature with a semicolon, in place of the line's end. */
function separated(text: string): string {
  const ends: number[] = [];
  let codeEnd = -1;
  let codeLine = '';
  let start = 0;
  for (const line of text.split('\n')) {
    const code = line.trim();
    if (codeEnd >= 0 && GENERIC_LINE.test(code) && TYPE_END.test(codeLine)) ends.push(codeEnd);
    if (code !== '' && !COMMENT_LINE.test(code)) {
      codeEnd = start + line.length;
      codeLine = code;
    }
    start += line.length + 1;
  }
  let repaired = '';
  let from = 0;
  for (const end of ends) {
    repaired += `${text.slice(from, end)};`;
    from = end + 1;
  }
  return repaired + text.slice(from);
}
