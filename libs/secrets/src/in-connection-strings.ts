import { isPlaceholder } from './example';
import { isSecretFile } from './named-files';
import { isChosenAtRandom } from './randomness';
import type { Span } from './secret';

/** `Password=VALUE` and `Pwd={VALUE}`, with the separator before it; empty at the start. */
const PASSWORD =
  /([?&;]?)[ \t]{0,2}(?<![\w-])(?:password|passwd|pwd)[ \t]{0,2}=[ \t]{0,2}\{?((?:[^\s;"'`<>{}&\\]|&(?:amp|lt|gt);(?![\w.]{1,40}=)){3,200})/gi;

/** Other parts of a connection string of ADO.NET, ODBC or JDBC. */
const OTHER_PARTS =
  /(?:^|[;"'`>?&\s])[ \t]{0,2}(?:server|data source|host|hostname|addr|address|user id|userid|uid|user|username|database|initial catalog|driver|dsn|provider)[ \t]{0,2}=/i;

/** Characters on either side in which the other parts are searched for. */
const NEAR = 300;

/** Passwords in connection strings of ADO.NET and ODBC, and in the parameters of a JDBC URL. */
export function scanConnectionStrings(text: string, path: string): readonly Span[] {
  const loose = isSecretFile(path);
  const spans: Span[] = [];
  for (const match of text.matchAll(PASSWORD)) {
    const [whole, separator = '', value = ''] = match;
    const end = match.index + whole.length;
    if (!(isChosenAtRandom(value) || (loose && !isPlaceholder(value) && !/^[$%(]/.test(value)))) continue;
    const isParameter =
      /[?&]/.test(separator) || text.slice(Math.max(0, match.index - 4), match.index) === '&amp';
    if (isParameter || isBesideOthers(text, match.index, end))
      spans.push({ kind: 'connection-string-password', start: end - value.length, end });
  }
  return spans;
}

/** True if another part of a connection string is on the same line, separated by a semicolon. */
function isBesideOthers(text: string, start: number, end: number): boolean {
  const before =
    text
      .slice(Math.max(0, start - NEAR), start + 1)
      .split('\n')
      .at(-1) ?? '';
  const after = text.slice(end, end + NEAR).split('\n', 1)[0] ?? '';
  return (
    (before.includes(';') && OTHER_PARTS.test(before)) ||
    (/^\}?[ \t]{0,2};/.test(after) && OTHER_PARTS.test(after))
  );
}
