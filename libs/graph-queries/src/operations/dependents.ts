import type { EdgeKind } from '@quarry/graph-store';
import { counterparts } from '../inheritance';
import type { SnapshotGraph, Subject } from '../operation';
import { reach } from '../reach';
import type { Step } from '../relations';

/** Relations along which a change travels, against their direction. */
const DEPENDS: readonly EdgeKind[] = [
  'CALLS',
  'USES',
  'INHERITS',
  'IMPLEMENTS',
  'READS_FROM',
  'WRITES_TO',
  'EXECUTES',
  'MAPS_TO',
  'FK',
];

/** What depends on the subjects, directly or through others; on methods also through the declarations above them. */
export async function dependents(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
  options: { readonly depth: number; readonly maxNodes: number },
): Promise<{ readonly steps: readonly Step[]; readonly cut: boolean }> {
  const nodes = subjects.flatMap((subject) => subject.nodes);
  const declared = await counterparts(reader, nodes, 'out');
  const starts = [...new Set([...nodes, ...declared].map(({ key }) => key))];
  const { steps, cut } = await reach(reader, starts, { direction: 'in', edgeKinds: DEPENDS, ...options });
  const above = new Map(declared.map(({ key, qualifiedName }) => [key, qualifiedName]));
  return {
    steps: steps.map((step): Step => {
      const through = step.depth === 1 ? above.get(step.edge.to) : undefined;
      return through === undefined ? step : { ...step, through, probable: true };
    }),
    cut,
  };
}
