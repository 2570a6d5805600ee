/** Maximum characters of a text in a report. */
const SHOWN = 160;
/** Characters before the first difference. */
const BEFORE = 40;

/** The first difference of two texts: the line of each, shortened. */
export function differingText(
  recorded: string,
  cameOut: string,
  before = '',
): { readonly recorded: string; readonly cameOut: string } {
  const [a, b] = [recorded.split('\n'), cameOut.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  const line = at < 0 ? a.length : at;
  const head = a.length > 1 || b.length > 1 ? `${before}line ${line + 1}: ` : before;
  const [one = '(nothing)', other = '(nothing)'] = [a[line], b[line]];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from = one.length > SHOWN || other.length > SHOWN ? Math.max(0, same - BEFORE) : 0;
  return {
    recorded: head + shortened((from > 0 ? '…' : '') + one.slice(from)),
    cameOut: head + shortened((from > 0 ? '…' : '') + other.slice(from)),
  };
}

/** One line of at most {@link SHOWN} characters. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
