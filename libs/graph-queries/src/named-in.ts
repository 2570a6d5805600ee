import type { GraphNode } from '@quarry/graph-store';
import type { SnapshotGraph } from './operation';
import type { Step } from './relations';
import { scan } from './scan';
import { codeText } from './code-text';
import { escaped } from './source-lines';

/**
 * Functions in the file of a definition that state its name outside of it: probably its uses, where the graph has none,
 * such as an inner function that is passed on as a value. Of the functions around a line, the innermost one.
 */
export async function namedIn(
  reader: SnapshotGraph,
  definitions: readonly GraphNode[],
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const definition of definitions) {
    const { name, path = '' } = definition;
    const { nodes } = await scan(reader, ['FUNCTION', 'METHOD'], {
      containing: name,
      folder: path,
      tests: true,
    });
    const byLine = new Map<number, GraphNode>();
    for (const node of nodes.filter((one) => one.path === path && one.key !== definition.key)) {
      const line = lineThatNames(node, definition);
      const known = line === undefined ? undefined : byLine.get(line);
      if (line !== undefined && (!known || sizeOf(node) < sizeOf(known))) byLine.set(line, node);
    }
    for (const [line, { key }] of byLine) {
      const edge = { from: key, to: definition.key, kind: 'USES', path, line } as const;
      steps.push({ edge, end: key, depth: 1, probable: true });
    }
  }
  return steps;
}

/** The first line of a function that states a name, outside of the definition of that name. */
function lineThatNames(
  { name: own, text = '', startLine = 1, language }: GraphNode,
  { name, startLine: from = 0, endLine: to = -1 }: GraphNode,
): number | undefined {
  const pattern = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`);
  if (!pattern.test(text)) return undefined;
  const lines = codeText(text, language);
  // What bears the same name declares it in its first line with it.
  const declared = own === name ? lines.findIndex((line) => pattern.test(line)) : -1;
  const at = lines.findIndex(
    (line, n) => n > declared && !(startLine + n >= from && startLine + n <= to) && pattern.test(line),
  );
  return at < 0 ? undefined : startLine + at;
}

function sizeOf({ text = '' }: GraphNode): number {
  return text.length;
}
