import type { EdgeKind, GraphNode, NodeKind } from '@quarry/graph-store';
import { found } from '../found';
import type { GraphOperation, SnapshotGraph } from '../operation';
import { directSteps, type Step } from '../relations';
import { scan } from '../scan';
import { escaped } from '../source-lines';

/** What holds data in a database, and what maps to it. */
const TABLES: readonly NodeKind[] = ['TABLE', 'VIEW', 'ENTITY'];

/** Nodes with an edge of one of the kinds to a table or view, or to an entity that maps to it. */
export const runOnTables =
  (edgeKinds: readonly EdgeKind[]): GraphOperation['run'] =>
  async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes);
    const keys = nodes.map(({ key }) => key);
    if (nodes.some(({ kind }) => TABLES.includes(kind)))
      return found(reader, await directSteps(reader, keys, 'in', edgeKinds), limits);
    const uses = await directSteps(reader, keys, 'in', ['USES']);
    const steps = uses.steps.length > 0 ? uses.steps : await namedIn(reader, nodes);
    const all = await found(reader, { steps, cut: uses.cut }, limits);
    // For a constant, a setting or a field, the graph knows uses, not whether they read or write.
    return { ...all, note: 'these are uses: the code graph tells reads from writes for tables alone' };
  };

/** Functions in the file of a field that state its name: probably its uses, where the graph has none. */
async function namedIn(reader: SnapshotGraph, fields: readonly GraphNode[]): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const field of fields.filter(({ kind }) => kind === 'FIELD')) {
    const { key: to, name, path = '' } = field;
    const { nodes } = await scan(reader, ['FUNCTION', 'METHOD'], {
      containing: name,
      folder: path,
      tests: true,
    });
    const pattern = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`);
    for (const { key, text = '', startLine = 1 } of nodes) {
      const at = text.split('\n').findIndex((line) => !/^\s*(?:\*|\/\/|#)/.test(line) && pattern.test(line));
      if (at < 0) continue;
      const edge = { from: key, to, kind: 'USES', path, line: startLine + at } as const;
      steps.push({ edge, end: key, depth: 1, probable: true });
    }
  }
  return steps;
}
