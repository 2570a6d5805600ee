import type { EdgeKind, NodeKind } from '@quarry/graph-store';
import { found } from '../found';
import { namedIn } from '../named-in';
import type { GraphOperation } from '../operation';
import { directSteps } from '../relations';

/** What holds data in a database, and what maps to it. */
const TABLES: readonly NodeKind[] = ['TABLE', 'VIEW', 'ENTITY', 'CONFIG_KEY'];

/** Nodes with an edge of one of the kinds to a table or view, or to an entity that maps to it. */
export const runOnTables =
  (edgeKinds: readonly EdgeKind[]): GraphOperation['run'] =>
  async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes);
    const keys = nodes.map(({ key }) => key);
    if (nodes.some(({ kind }) => TABLES.includes(kind)))
      return found(reader, await directSteps(reader, keys, 'in', edgeKinds), limits);
    const uses = await directSteps(reader, keys, 'in', ['USES']);
    const fields = nodes.filter(({ kind }) => kind === 'FIELD');
    const steps = uses.steps.length > 0 ? uses.steps : await namedIn(reader, fields);
    const all = await found(reader, { steps, cut: uses.cut }, limits);
    // For a constant, a setting or a field, the graph knows uses, not whether they read or write.
    return { ...all, note: 'these are uses: the code graph tells reads from writes for tables alone' };
  };
