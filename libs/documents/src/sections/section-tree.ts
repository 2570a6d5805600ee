import { defined, type Section } from '@quarry/turn';
import type { DocumentLine } from '../document';
import type { Mark } from './mark';
import { SectionIds } from './section-id';
import { summaryOf } from './summary';

/** A tree is bounded, whatever the file: deeper levels and further sections remain text of the section around them. */
const MAX_LEVELS = 12;
export const MAX_SECTIONS = 5_000;

export interface TreeInput {
  readonly path: string;
  readonly document?: string;
  readonly lines: readonly DocumentLine[];
  readonly pages: number | null;
  /** Title of the root. */
  readonly title: string;
}

/** A section without its id and summary. Indices refer to the nodes. */
interface Node {
  readonly title: string;
  readonly level: number;
  readonly parent: number;
  readonly start: number;
  end: number;
}

/**
 * Builds the section tree from the marks of a text. A section extends to the next mark of the same or a lower rank; the
 * root contains everything.
 * @param marks in text order, at most one per line
 */
export function treeOf(input: TreeInput, marks: readonly Mark[]): Section[] {
  const { lines } = input;
  const nodes = nodesOf(marks, input.title, Math.max(1, lines.length));
  const ids = new SectionIds(input.path, input.document);
  const before = charactersBefore(lines);
  const sections: Section[] = [];
  const firstChild = firstChildren(nodes);
  for (const [i, node] of nodes.entries()) {
    const parent = i === 0 ? undefined : sections[node.parent];
    const own = lines.slice(node.start - 1, (firstChild[i] ?? node.end + 1) - 1);
    const pages = pagesOf(lines, node, i === 0 ? input.pages : null);
    sections.push({
      id: parent ? ids.below(parent.id, node.title) : ids.root,
      path: input.path,
      ...defined({ document: input.document }),
      title: node.title,
      titles: [...(parent?.titles ?? []), node.title],
      level: node.level,
      parent: parent?.id ?? null,
      startLine: node.start,
      endLine: node.end,
      ...pages,
      summary: summaryOf(own, node.title),
      characters: Math.max(0, (before[node.end] ?? 0) - (before[node.start - 1] ?? 0) - 1),
    });
  }
  return withContents(sections, nodes);
}

function nodesOf(marks: readonly Mark[], title: string, end: number): Node[] {
  const nodes: Node[] = [{ title, level: 0, parent: -1, start: 1, end }];
  const open: { readonly node: number; readonly rank: number }[] = [{ node: 0, rank: -Infinity }];
  for (const mark of marks) {
    if (nodes.length === MAX_SECTIONS) break;
    while (open.length > 1 && (open.at(-1)?.rank ?? 0) >= mark.rank) close(nodes, open.pop()?.node, mark);
    const level = open.length;
    if (level > MAX_LEVELS) continue;
    nodes.push({ title: mark.title, level, parent: open.at(-1)?.node ?? 0, start: mark.line, end });
    open.push({ node: nodes.length - 1, rank: mark.rank });
  }
  return nodes;
}

function close(nodes: readonly Node[], at: number | undefined, { line }: Mark): void {
  const node = nodes[at ?? -1];
  if (node) node.end = line - 1;
}

/** Line of the first child of each node. */
function firstChildren(nodes: readonly Node[]): (number | undefined)[] {
  const first: (number | undefined)[] = nodes.map(() => undefined);
  for (const { parent, start } of nodes) if (parent >= 0) first[parent] ??= start;
  return first;
}

/** Number of characters before each line, including line ends. */
function charactersBefore(lines: readonly DocumentLine[]): number[] {
  let sum = 0;
  return [0, ...lines.map(({ text }) => (sum += text.length + 1))];
}

function pagesOf(
  lines: readonly DocumentLine[],
  { start, end }: Node,
  all: number | null,
): Pick<Section, 'startPage' | 'endPage'> {
  if (all !== null && all > 0) return { startPage: 1, endPage: all };
  let first: number | undefined;
  let last: number | undefined;
  for (let i = start - 1; i < end && first === undefined; i++) first = lines[i]?.layout.page;
  for (let i = end - 1; i >= start - 1 && last === undefined; i--) last = lines[i]?.layout.page;
  return first === undefined || last === undefined
    ? {}
    : { startPage: Math.min(first, last), endPage: Math.max(first, last) };
}

/** Summarizes a section without text before its first part by the titles of its parts. */
function withContents(sections: readonly Section[], nodes: readonly Node[]): Section[] {
  const parts = new Map<number, string[]>();
  for (const { parent, title } of nodes) {
    const named = parts.get(parent) ?? [];
    if (named.length < 12) parts.set(parent, [...named, title]);
  }
  return sections.map((section, i) => {
    const named = parts.get(i);
    return section.summary !== '' || named === undefined
      ? section
      : { ...section, summary: summaryOf(`${named.join('; ')}.`) };
  });
}
