import { codeText } from './code-text';
import type { Relation } from './operation';
import { lineOf } from './places';
import { escaped } from './source-lines';

/** What a line does with a field. */
export type Access = 'reads' | 'writes';

/** Languages in which a name before a bracket is a function, and never a field. */
const CALLS_NO_FIELD: ReadonlySet<string> = new Set(['java', 'rust']);
/** Languages in which a literal gives a field its value behind a colon: `Config { depth: 3 }`. */
const SET_BY_COLON: ReadonlySet<string> = new Set(['go', 'javascript', 'rust', 'typescript']);

/**
 * The uses of a field that read or write it, each by the lines that do, as they are written: `depth = 3` and, in a
 * literal, `depth: 3` write it, and everything else reads it. A use without its text stays.
 */
export function usesThat(access: Access, uses: readonly Relation[], field: string): readonly Relation[] {
  return uses.flatMap((use) => {
    const { place, node } = use;
    if (!place || node?.text === undefined || node.startLine === undefined || node.path !== place.path)
      return [use];
    const start = node.startLine;
    const code = codeText(node.text, node.language);
    const lines = [place.line, ...(place.further ?? [])].filter((line) =>
      accessesIn(code[line - start] ?? '', field, node.language).has(access),
    );
    const [first, ...further] = lines;
    if (first === undefined) return [];
    const text = lineOf(node, first) ?? '';
    const { path } = place;
    return [{ ...use, place: { path, line: first, text, ...(further.length === 0 ? {} : { further }) } }];
  });
}

/** What a line of code does with a field; nothing where it only calls a method of that name. */
export function accessesIn(line: string, field: string, language: string): ReadonlySet<Access> {
  const found = new Set<Access>();
  for (const { index } of line.matchAll(new RegExp(`(?<![\\w$])${escaped(field)}(?![\\w$])`, 'g'))) {
    const after = line.slice(index + field.length).trimStart();
    if (CALLS_NO_FIELD.has(language) && after.startsWith('(')) continue;
    const isSet = /^=(?![=>])/.test(after) || (SET_BY_COLON.has(language) && /^:(?!:)/.test(after));
    found.add(isSet ? 'writes' : 'reads');
  }
  return found;
}
