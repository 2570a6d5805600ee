import { withoutAliases, type GraphNode } from '@quarry/graph-store';

/**
 * The types of the parameters and results of a method of Go, in one form for all ways to write them; undefined if the
 * text is not that of a method.
 * @example
 * methodTypes(node);   // func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) { → '(http.ResponseWriter,*http.Request)'
 */
export function methodTypes({ name, text = '', signature = '' }: GraphNode): string | undefined {
  const from = Math.max(0, text.indexOf(signature.split('\n')[0] ?? ''));
  const source = text.slice(from);
  const start = source.indexOf(`${name}(`) + name.length;
  const end = start < name.length ? -1 : closing(source, start);
  if (end < 0) return undefined;
  return typesOf(source.slice(start, end + 1), resultAfter(source, end + 1));
}

/** Types as data states them, in the same form. */
export function statedTypes(stated: string): string {
  const end = closing(stated, 0);
  return typesOf(stated.slice(0, end + 1), stated.slice(end + 1));
}

function typesOf(parameters: string, result: string): string {
  const given = result.trim();
  return `${typeList(parameters)}${given.startsWith('(') ? typeList(given) : plain(given)}`;
}

/** What follows the parameters, up to the body. */
function resultAfter(source: string, from: number): string {
  const rest = source.slice(from).trimStart();
  if (rest.startsWith('(')) return rest.slice(0, closing(rest, 0) + 1);
  const line = rest.split('\n')[0] ?? '';
  // The body begins with the last brace outside of `interface{}` and `struct{}`.
  return (
    line
      .replace(/(?:interface|struct)\s*\{\s*\}/g, (type) => type.replace('{', '\0'))
      .split('{')[0]
      ?.replaceAll('\0', '{') ?? ''
  );
}

/** `(w, r http.X)` as `(http.X,http.X)`. */
function typeList(list: string): string {
  const items = split(list.slice(1, list.lastIndexOf(')')));
  const isNamed = items.some(
    (item) => /^[\p{L}_]\w*\s+[^\s]/u.test(item) && !/^(?:chan|func|map|struct|interface)\b/.test(item),
  );
  if (!isNamed) return `(${items.map(plain).join(',')})`;
  let type = '';
  const types = items.toReversed().map((item) => {
    const [, own] = /^[\p{L}_]\w*\s+(.+)$/su.exec(item) ?? [];
    type = own ?? type;
    return plain(type);
  });
  return `(${types.toReversed().join(',')})`;
}

/** The parts between commas that are in no brackets. */
function split(list: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const character of list) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) {
      items.push(item.trim());
      item = '';
    } else item += character;
  }
  return [...items, item.trim()].filter((one) => one !== '');
}

function plain(type: string): string {
  return withoutAliases(type.replace(/interface\s*\{\s*\}/g, 'any').replace(/\s+/g, ''));
}

/** Index of the bracket that closes the one at `open`; -1 without. */
function closing(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
