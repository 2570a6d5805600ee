/** Function types inside one another that are read. */
const MAX_DEPTH = 8;
/** A parameter with a name: `flag FlagValue`, `_ int`, but no `chan int`. */
const NAMED = /^(?!(?:chan|func|map|struct|interface)\b)[\p{L}_]\w*\s+(\S[^]*)$/u;

/**
 * A type of Go without the names of the parameters of function types in it: names are no part of a type.
 * @example
 * withoutNames('func(flag FlagValue, a, b int) error');   // 'func(FlagValue, int, int) error'
 */
export function withoutNames(type: string, depth = 0): string {
  const start = type.indexOf('func(');
  const end = start < 0 ? -1 : closing(type, start + 4);
  if (end < 0 || depth >= MAX_DEPTH) return type;
  const list = typesIn(type.slice(start + 5, end)).map((each) => withoutNames(each, depth + 1));
  return `${type.slice(0, start)}func(${list.join(', ')})${withoutNames(type.slice(end + 1), depth + 1)}`;
}

/**
 * The parameters and the first result of a signature without names.
 * @example
 * signatureIn('([]byte) (int, error)'); // { parameters: ['[]byte'], type: 'int' }
 */
export function signatureIn(text: string): {
  readonly parameters: readonly string[];
  readonly type?: string;
} {
  const end = closing(text, 0);
  const result = text.slice(end + 1).trim();
  const type = result.startsWith('(') ? split(result.slice(1, -1))[0] : result;
  return { parameters: split(text.slice(1, end)), ...(type ? { type } : {}) };
}

function typesIn(list: string): readonly string[] {
  const items = split(list);
  if (!items.some((item) => NAMED.test(item))) return items;
  let type = '';
  const types = items.toReversed().map((item) => {
    // In `a, b int`, the names before share the type.
    type = NAMED.exec(item)?.[1] ?? (type === '' ? item : type);
    return type;
  });
  return types.toReversed();
}

/** The parts between commas that are in no brackets. */
function split(list: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= list.length; at++) {
    const character = list[at] ?? ',';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === ',' && depth === 0) {
      items.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return items.filter((item) => item !== '');
}

/** Index of the bracket that closes the one at `open`; -1 without. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}
