import type { GraphNode, NodeKind } from '@quarry/graph-store';
import { codeText } from './code-text';
import { limited } from './found';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from './operation';
import { MAX_TEXT } from './places';
import { inOrder } from './relations';
import { scan } from './scan';
import { codeLines, escaped, innermost } from './source-lines';

const KINDS: readonly NodeKind[] = ['METHOD', 'FUNCTION', 'FIELD', 'TYPE', 'PROC', 'SQL_FUNCTION', 'ENTITY'];
/** A shorter text stands in too many places. */
const MIN_LENGTH = 3;

/**
 * The definitions that state a text as a whole: in quotes, as a member (`env.PORT`) or as a key (`PORT:`), the innermost
 * ones, code before tests. Settings and environment variables are read by such texts, and have no definition.
 */
export async function mentions(reader: SnapshotGraph, name: string, limits: QueryLimits): Promise<Relations> {
  const text = name.split('.').at(-1) ?? name;
  if (text.length < MIN_LENGTH) return { relations: [], total: 0 };
  const { nodes, cut } = await scan(reader, KINDS, { containing: text, tests: true });
  const states = statementOf(text);
  const stated = nodes.flatMap((node) => (node.name === text ? [] : (relationOf(node, states, text) ?? [])));
  const all = [...new Map(innermost(stated).map((one) => [one.key, one])).values()];
  return limited(all.toSorted(inOrder), cut, limits);
}

/** Tells which lines of a definition state a text, and not only mention it among other words. */
type Statement = (lines: readonly string[], code: readonly string[]) => readonly number[];

function statementOf(text: string): Statement {
  const own = escaped(text);
  const around = '[\\w$%{}.:/=-]*';
  const alone = new RegExp(`(["'])${around}(?<![\\w-])${own}(?![\\w-])${around}\\1`);
  const inCode = new RegExp(`[.$%{[]${own}(?![\\w-])|(?<![\\w.\`-])${own}[}%\\]]|^\\s*${own}\\s*[:=]`);
  // Documentation puts names into backticks; such a line only counts where no other one states the text.
  const inWords = new RegExp(`\`${own}\``);
  return (lines, code) => {
    const stating = lines.flatMap((line, n) => (alone.test(line) || inCode.test(code[n] ?? '') ? [n] : []));
    return stating.length > 0 ? stating : lines.flatMap((line, n) => (inWords.test(line) ? [n] : []));
  };
}

function relationOf(node: GraphNode, states: Statement, target: string): Relation | null {
  const { key, qualifiedName: name, path, startLine, text = '', language } = node;
  const lines = text.split('\n');
  const isCode = codeLines(lines, language);
  const found = states(lines, codeText(text, language));
  // A comment or the documentation of a function counts where no code states the text.
  const inCode = found.filter(isCode);
  const [at, ...further] = inCode.length > 0 ? inCode : found.slice(0, 1);
  if (at === undefined) return null;
  const place =
    path === undefined || startLine === undefined
      ? null
      : {
          ...{ path, line: startLine + at, text: lines[at]?.trim().slice(0, MAX_TEXT) ?? '' },
          ...(further.length === 0 ? {} : { further: further.map((n) => startLine + n) }),
        };
  return { ...{ key, name, node, target, place, depth: 1 }, edge: { from: key, to: target, kind: 'USES' } };
}
