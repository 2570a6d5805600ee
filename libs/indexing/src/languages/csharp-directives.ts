/**
 * Blanks out directives such as `#if` and `#else`, and all but the first branch: the grammar accepts them only between
 * whole members and statements. Every offset stays the same.
 */
export function withoutDirectives(text: string): string {
  /** For every open `#if`: true while its first branch is read. */
  const open: boolean[] = [];
  return text
    .split('\n')
    .map((line) => {
      const directive = /^\s*#\s*(\w+)/.exec(line)?.[1];
      if (directive === 'if') open.push(true);
      else if (directive === 'elif' || directive === 'else') open[open.length - 1] = false;
      else if (directive === 'endif') open.pop();
      const keep = directive === undefined && open.every(Boolean);
      return keep ? line : line.replace(/[^\r]/g, ' ');
    })
    .join('\n');
}

/**
 * Blanks out `params` before a collection, as C# 13 has it (`params ReadOnlySpan<object> args`): the grammar knows it
 * before arrays alone, and loses the type around it otherwise. Every offset stays the same.
 */
export function withoutParamsOfSpans(text: string): string {
  return text.replace(/\bparams(?=\s+[\w.]{1,60}<)/g, '      ');
}
