import type { EdgeKind, NodeKind } from '@quarry/graph-store';
import { found } from '../found';
import type { GraphOperation } from '../operation';
import { directSteps } from '../relations';

/** What holds data in a database, and what maps to it. */
const TABLES: readonly NodeKind[] = ['TABLE', 'VIEW', 'ENTITY'];

/** Nodes with an edge of one of the kinds to a table or view, or to an entity that maps to it. */
export const runOnTables =
  (edgeKinds: readonly EdgeKind[]): GraphOperation['run'] =>
  async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes);
    const keys = nodes.map(({ key }) => key);
    const tables = nodes.some(({ kind }) => TABLES.includes(kind));
    // For a constant, a setting or a field, the graph knows uses, not whether they read or write.
    return found(reader, await directSteps(reader, keys, 'in', tables ? edgeKinds : ['USES']), limits);
  };
