/**
 * Parses comma-separated text into rows, keyed by the lower-case names of the first row. Quoted fields may contain
 * commas, line breaks and doubled quotes. Missing fields of a short row are `''`; blank lines are skipped.
 */
export function readCsv(text: string): readonly ReadonlyMap<string, string>[] {
  const [head, ...rows] = fields(text);
  const names = (head ?? []).map((name) => name.trim().toLowerCase());
  return rows
    .filter((row) => row.some((field) => field.trim() !== ''))
    .map((row) => new Map(names.map((name, i) => [name, (row[i] ?? '').trim()])));
}

function fields(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value: string;
    if (text[at] === '"') [value, at] = quoted(text, at);
    else {
      const end = endOfField(text, at);
      value = text.slice(at, end);
      at = end;
    }
    row.push(value);
    if (text[at] === ',') {
      at++;
      if (at === text.length) row.push('');
      continue;
    }
    if (text[at] === '\r') at++;
    at++;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function quoted(text: string, open: number): [value: string, next: number] {
  const pieces: string[] = [];
  let from = open + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close < 0) return [pieces.join('') + text.slice(from), text.length];
    pieces.push(text.slice(from, close));
    if (text[close + 1] !== '"') return [pieces.join(''), endOfField(text, close + 1)];
    pieces.push('"');
    from = close + 2;
  }
}

function endOfField(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}
