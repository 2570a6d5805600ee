/**
 * An opening or closing fence of Markdown, with what an opening one says of its block: a language (`yaml`), a directive
 * (`{testcode}`), attributes. A closing one says nothing.
 */
const FENCE = /^\s*(`{3,}|~{3,})\s*([^`]*)$/;
/** A line of a configuration or a script: a key, a comment, an item with a key. */
const SETTING = /^\s*(?:- |\[)?["']?[\w.-]{1,80}["']?\s?[:=](?:\s|$)|^\s*(?:#|\/\/|--|;)(?:\s|$)/;
/** Lines from which a text without any fence can be recognized as one block of code. */
const LEAST_SETTINGS = 4;

/** A line with its indentation. A list item, a row of a table and a quotation are indented for other reasons. */
const INDENTED = /^(?: {2,}|\t+)(?!\s*(?:[-*+•]|\d{1,3}[.)])\s|\s*[|>])\s*\S/;
/** A line without indentation that opens a block of code: `def f(x):`, `server {`, `call(`. */
const OPENS =
  /[{([,\\]\s*$|^(?:@\w|(?:async |export |public |static )?(?:class|def|for|function|if|try|while|with)\b.*:\s*$)/;
/** A line that closes one, or that does not read as a sentence. */
const IS_CODE = /^[)\]};,]+\s*$|[;{}]\s*$|^[\w.[\]]+ (?:[:+-]?=) \S|^[\w.]+\([^()]*\)\s*$|^end\s*$/;

/** Lines of a page that are code: by index in the page's text, with the language, or empty. */
export type PageCode = ReadonlyMap<number, string>;

/**
 * The lines of code of a page in Markdown, between its fences. A text that begins within a block is recognised by a
 * fence with a language, which closes nothing, or by an odd number of fences, the first without a language; one that is
 * all within a block, by its lines.
 */
export function fencedCode(texts: readonly string[]): PageCode {
  const fences = texts.flatMap((text) => {
    const [, mark, info = ''] = FENCE.exec(text) ?? [];
    return mark === undefined ? [] : [{ sign: mark.charAt(0), info: info.trim() }];
  });
  const [first] = fences;
  if (!first) return isAllCode(texts) ? new Map(texts.map((_, at) => [at, ''])) : new Map<number, string>();
  const isOdd = first.info === '' && fences.filter(({ sign }) => sign === first.sign).length % 2 === 1;
  return readFences(texts, isOdd) ?? readFences(texts, !isOdd) ?? new Map<number, string>();
}

/** Whether a text without fences is part of a block of code: nearly all lines are settings, comments or indented. */
function isAllCode(texts: readonly string[]): boolean {
  const lines = texts.filter((text) => text.trim() !== '');
  const code = lines.filter((line) => SETTING.test(line) || INDENTED.test(line) || IS_CODE.test(line));
  // A heading has the sign of a comment.
  const keys = code.filter((line) => SETTING.test(line) && !/^\s*#/.test(line));
  return keys.length >= LEAST_SETTINGS && code.length >= 0.9 * lines.length;
}

function readFences(texts: readonly string[], beginsWithin: boolean): PageCode | null {
  const code = new Map<number, string>();
  let open: { readonly mark: string; readonly language: string } | null = beginsWithin
    ? { mark: '', language: '' }
    : null;
  for (const [at, text] of texts.entries()) {
    const [, mark, info = ''] = FENCE.exec(text) ?? [];
    if (mark === undefined) {
      if (open) code.set(at, open.language);
    } else if (open === null) open = { mark, language: /^[\w+#-]+/.exec(info)?.[0] ?? '' };
    else if (open.mark !== '' && !mark.startsWith(open.mark)) code.set(at, open.language);
    else if (info.trim() === '') open = null;
    else return null;
  }
  return code;
}

/**
 * The lines of code of an extracted text (HTML, Word), in which no fence says so: what is indented, the line that opens
 * it, and lines next to these that are no sentences.
 */
export function indentedCode(texts: readonly string[]): PageCode {
  const isCode = texts.map((text) => INDENTED.test(text));
  for (let at = texts.length - 2; at >= 0; at -= 1)
    if (isCode[at + 1] === true && (OPENS.test(texts[at] ?? '') || IS_CODE.test(texts[at] ?? '')))
      isCode[at] = true;
  for (let at = 1; at < texts.length; at += 1)
    if (isCode[at - 1] === true && IS_CODE.test(texts[at] ?? '')) isCode[at] = true;
  return new Map(isCode.flatMap((is, at) => (is ? [[at, ''] as const] : [])));
}
