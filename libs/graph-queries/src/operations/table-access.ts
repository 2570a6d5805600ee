import type { EdgeKind, NodeKind } from '@quarry/graph-store';
import { isConfigKey, readersOfKeys, settingsOf } from '../config-keys';
import { usesThat } from '../field-accesses';
import { found, limited } from '../found';
import { namedIn } from '../named-in';
import { counterparts } from '../inheritance';
import type { GraphOperation, QueryLimits, Relations, SnapshotGraph, Subject } from '../operation';
import { unplacedReads, withUnplaced } from '../namesakes';
import { directSteps, relationsOf } from '../relations';
import { isProperty } from '../visibility';
import { callers } from './callers';

/** What holds data in a database, and what maps to it. */
const TABLES: readonly NodeKind[] = ['TABLE', 'VIEW', 'ENTITY'];

/** Nodes with an edge of one of the kinds to a table or view, or to an entity that maps to it. */
export const runOnTables =
  (edgeKinds: readonly EdgeKind[]): GraphOperation['run'] =>
  async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes);
    const keys = nodes.map(({ key }) => key);
    if (nodes.some(isConfigKey))
      return edgeKinds.includes('READS_FROM')
        ? readersOfKeys(reader, nodes, limits)
        : limited(await settingsOf(reader, nodes), false, limits);
    if (nodes.some(({ kind }) => TABLES.includes(kind)))
      return found(reader, await directSteps(reader, keys, 'in', edgeKinds), limits);
    if (nodes.length > 0 && nodes.every(({ kind }) => kind === 'METHOD' || kind === 'FUNCTION'))
      return readersOfMethods(reader, subjects, limits, edgeKinds.includes('READS_FROM'));
    const uses = await directSteps(reader, keys, 'in', ['USES']);
    const fields = nodes.filter(({ kind }) => kind === 'FIELD');
    const steps = uses.steps.length > 0 ? uses.steps : await namedIn(reader, fields);
    const every = await relationsOf(reader, steps);
    const [field] = fields;
    if (!field || edgeKinds.length > 1) return limited(every, uses.cut, limits);
    const access = edgeKinds[0] === 'WRITES_TO' ? 'writes' : 'reads';
    const all = limited(usesThat(access, every, field.name), uses.cut, limits);
    if (access === 'writes') return all;
    const known = new Set(steps.map(({ end }) => end));
    const unplaced = (await unplacedReads(reader, fields)).filter(({ key }) => !known.has(key));
    return { ...all, ...withUnplaced(unplaced, 'use') };
  };

/** What calls methods; of those that are read like fields, also what may read them. */
async function readersOfMethods(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
  limits: QueryLimits,
  isRead: boolean,
): Promise<Relations> {
  const calls = await callers.run(reader, await getters(reader, subjects), limits);
  const properties = subjects.flatMap(({ nodes }) => nodes.filter(isProperty));
  if (!isRead || properties.length === 0 || calls.possible) return calls;
  const known = new Set(calls.relations.map(({ key }) => key));
  const unplaced = (await unplacedReads(reader, properties)).filter(({ key }) => !known.has(key));
  return { ...calls, ...withUnplaced(unplaced, 'use') };
}

/** Methods that give a value when it is read: of overloads those without parameters, and what implements them. */
async function getters(reader: SnapshotGraph, subjects: readonly Subject[]): Promise<readonly Subject[]> {
  return Promise.all(
    subjects.map(async ({ name, nodes }) => {
      const without = nodes.filter(({ key }) => key.includes('()|'));
      const own = without.length > 0 ? without : nodes;
      const below = await counterparts(reader, own, 'in');
      const getting = without.length > 0 ? below.filter(({ key }) => key.includes('()|')) : below;
      return { name, nodes: [...own, ...getting] };
    }),
  );
}
