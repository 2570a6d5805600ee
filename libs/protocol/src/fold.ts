/** The start of a reply as the lexer sees it: without invisible characters, and with full-width forms made plain. */
export interface Folded {
  readonly text: string;
  /** For each UTF-16 unit of `text`, and one past its end: its index in the raw reply. */
  readonly offsets: readonly number[];
}

const BRACKETS: Readonly<Record<string, string>> = { '【': '[', '】': ']', '〔': '[', '〕': ']' };

/**
 * Normalises characters that models write in markers by accident: removes BOM, zero-width and direction characters, and
 * converts full-width letters, brackets and colons to ASCII. Only the lexer reads this form. Answers and queries are
 * cut from the raw text.
 */
export function fold(raw: string): Folded {
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  for (const char of raw) {
    if (char <= '\u007f') {
      offsets.push(at);
      text += char;
    } else if (!/\p{Cf}/u.test(char)) {
      const plain = BRACKETS[char] ?? char.normalize('NFKC');
      const kept = plain.length === char.length ? plain : char;
      for (let unit = 0; unit < kept.length; unit += 1) offsets.push(at + unit);
      text += kept;
    }
    at += char.length;
  }
  offsets.push(at);
  return { text, offsets };
}
