/** A macro before a declaration: `API_EXPORT int name(`. It must be alone in capitals, before a type and a name. */
const PREFIX = /^[A-Z][A-Z0-9_]{2,63}(?=[ \t]+[A-Za-z_]\w{0,63}[ \t*]+[A-Za-z_]\w{0,63}[ \t]*\()/;

/** A macro before the name of a class: `class API_EXPORT Name {`. */
const BEFORE_NAME =
  /\b((?:class|struct)[ \t]+)([A-Z][A-Z0-9_]{2,63}(?:\([^()]{0,40}\))?)(?=[ \t]+[A-Za-z_]\w{0,99}(?:[ \t]+final)?[ \t]{0,40}(?:[:{]|$))/g;

/** Annotations of locks, which Clang reads. */
const LOCKS =
  /\b(?:[A-Z]{1,20}_){0,3}(?:GUARDED_BY|LOCKS_REQUIRED|LOCKS_EXCLUDED|(?:UN)?LOCK_FUNCTION|LOCK_RETURNED|ACQUIRED_AFTER|ACQUIRED_BEFORE|LOCKABLE)\b(?:\([^()]{0,120}\))?/g;

/** A line that opens or closes a namespace or a part: `FMT_BEGIN_NAMESPACE`. */
const PART = /^[ \t]*(?:[A-Z0-9]{1,30}_){0,4}(?:BEGIN|END)(?:_[A-Z0-9]{1,30}){0,4}[ \t]*$/;

/** A type as the last argument of a macro of `<stdarg.h>`. */
const TYPE_ARGUMENT = /\bva_arg\(([^(),]{1,60},)([^(),]{1,60})\)/g;

const blank = (text: string): string => ' '.repeat(text.length);

/**
 * Rewrites what only the preprocessor makes readable, with the same length: parts for C++ alone (an `extern "C" {`
 * whose end is in another condition), macros that stand for keywords, and types as arguments of macros.
 */
export function withoutMacros(text: string): string {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (directiveOf(lines[at]) !== 'ifdef __cplusplus') continue;
    let end = at + 1;
    while (end < lines.length && !/^(?:if|el|endif)/.test(directiveOf(lines[end]))) end++;
    // One with an `#else` stands for one of two forms.
    if (directiveOf(lines[end]) !== 'endif') continue;
    for (; at <= end; at++) lines[at] = blank(lines[at] ?? '');
  }
  return lines.map(withoutMacro).join('\n');
}

function withoutMacro(line: string): string {
  if (line.trimStart().startsWith('#')) return line;
  return line
    .replace(PART, blank)
    .replace(PREFIX, blank)
    .replace(BEFORE_NAME, (_, before: string, name: string) => before + blank(name))
    .replace(LOCKS, blank)
    .replace(
      TYPE_ARGUMENT,
      (_, before: string, type: string) => `va_arg(${before}${'_'.repeat(type.length)})`,
    );
}

/** `ifdef NAME`, `endif`; empty for a line without one. */
function directiveOf(line = ''): string {
  const [, name = '', rest = ''] =
    /^[ \t]{0,40}#[ \t]{0,40}(\w{1,20})(?:[ \t]{1,40}(\w{1,99}))?/.exec(line) ?? [];
  return name === 'endif' ? name : `${name} ${rest}`.trim();
}
