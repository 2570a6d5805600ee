import type { GraphNode } from '@quarry/graph-store';
import { nameInKey, type NodeKey } from '@quarry/turn';
import type { Relation } from './operation';
import { codeText } from './code-text';
import { codeLines, escaped, receiverBefore } from './source-lines';

/** Further lines of one relation that are listed, at most. */
const MAX_FURTHER = 50;
/** Members that are called by the name of their type. */
const CONSTRUCTOR = /^(?:constructor|__init__|\.?ctor)$/;
/** Relations that a definition states once, in its head: other lines with the name say something else. */
const STATED_ONCE: ReadonlySet<string> = new Set(['IMPLEMENTS', 'INHERITS', 'DEFINES']);
/** A name behind one of these words is defined there. */
const NO_DEFINITION = '(?<!\\b(?:function\\*?|def|func|fn|class|interface)\\s+)';

/**
 * Relations with the further lines that state them: the graph has the first line of each. A line counts if it names the
 * target in the same way (`self.send(` is not `other.send(`), and belongs to the innermost definition that contains it.
 */
export function withFurtherLines(
  relations: readonly Relation[],
  nodes: ReadonlyMap<NodeKey, GraphNode>,
): readonly Relation[] {
  const sources = relations.map(({ edge, place }) => {
    const node = nodes.get(edge.from);
    return node?.text !== undefined && place && node.path === place.path ? node : undefined;
  });
  /** The smallest definition that states a relation to a target on a line. */
  const owners = new Map<string, number>();
  const found = relations.map((relation, at) => {
    const source = sources[at];
    return source ? linesOf(relation, source) : [];
  });
  const sizeOf = (at: number): number => sources[at]?.text?.length ?? Infinity;
  const nameOf = ({ edge, place }: Relation, line: number): string =>
    JSON.stringify([edge.to, edge.kind, place?.path, line]);
  for (const [at, relation] of relations.entries())
    for (const line of [...(relation.place ? [relation.place.line] : []), ...(found[at] ?? [])]) {
      const known = owners.get(nameOf(relation, line));
      if (known === undefined || sizeOf(at) < sizeOf(known)) owners.set(nameOf(relation, line), at);
    }
  return relations.map((relation, at) => {
    const { place } = relation;
    const further = (found[at] ?? []).filter((line) => owners.get(nameOf(relation, line)) === at);
    return place && further.length > 0
      ? { ...relation, place: { ...place, further: further.slice(0, MAX_FURTHER) } }
      : relation;
  });
}

function linesOf(
  { edge, place }: Relation,
  { kind, text = '', startLine = 1, language }: GraphNode,
): number[] {
  if (!place || STATED_ONCE.has(edge.kind)) return [];
  const lines = text.split('\n');
  const [stated = '', name] = [lines[place.line - startLine], targetName(edge.to)];
  const pattern = mentionIn(stated, name);
  if (!pattern || !lines.some((line, at) => startLine + at > place.line && line.includes(name))) return [];
  // Of code outside of definitions the graph has single lines only.
  const code = kind === 'FILE' ? lines.flatMap((line) => codeText(line, language)) : codeText(text, language);
  const asText = edge.kind === 'READS_FROM' && !(code[place.line - startLine] ?? '').includes(name);
  const whole = new RegExp(`(["'\`])${escaped(name)}\\1`);
  const isCode = codeLines(lines, language);
  return lines.flatMap((line, at) => {
    const number = startLine + at;
    // A name that stands as a text is stated by a text that is the name, not by one that mentions it.
    const isStated = asText ? isCode(at) && whole.test(line) : pattern.test(code[at] ?? '');
    return number > place.line && isStated ? [number] : [];
  });
}

/** The name by which code means a node: that of its type for a constructor. */
export function targetName(key: NodeKey): string {
  const parts = nameInKey(key)
    .split(/[./:]/)
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  return CONSTRUCTOR.test(last) ? (parts.at(-2) ?? last) : last;
}

/** The name with what it is a member of, as a line writes it; undefined if the line does not have the name. */
function mentionIn(line: string, name: string): RegExp | undefined {
  const own = escaped(name);
  const match = name === '' ? null : new RegExp(`(?<![\\w$])${own}(?![\\w$])(\\s*\\()?`).exec(line);
  if (!match) return undefined;
  const written = receiverBefore(line, match.index);
  const called = match[1] === undefined ? '' : '\\s*\\(';
  // On what another call gave, as in a chain over several lines.
  if (/^\??\.$/.test(written)) return new RegExp(`(?<![\\w$#@.:>?-])\\??\\.${own}(?![\\w$])${called}`);
  const before = written.replace(/^\.+/, '');
  const receiver = /(?:\.|::|->)$/.test(before) ? before : '';
  return new RegExp(
    `(?<![\\w$#@]|[^.]\\.|::|->)${NO_DEFINITION}${escaped(receiver)}${own}(?![\\w$])${called}`,
  );
}
