import type { EdgeKind, GraphNode } from '@quarry/graph-store';
import { defined, nameInKey, type NodeKey } from '@quarry/turn';
import { withDefinitions } from '../defined-in-file';
import { counterparts } from '../inheritance';
import { innerTypesOf } from '../inner-types';
import type { SnapshotGraph, Subject } from '../operation';
import { withoutOtherOwners } from '../own-receivers';
import { reach } from '../reach';
import { nodesBy, type Step } from '../relations';

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

/** Methods of one level whose declarations in types above are looked for, at most. */
const MAX_METHODS = 500;

/**
 * What depends on the subjects, directly or through others. A call of what a type above declares may run a method, so
 * the callers of these declarations depend on the method: of each one on the way, not only of the subjects. A method of
 * a type within another type runs for what makes that type; from the callers of its declaration, nothing more follows.
 */
export async function dependents(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
  options: {
    readonly depth: number;
    readonly maxNodes: number;
    /** Those along which a change travels, unless it says others. */
    readonly edgeKinds?: readonly EdgeKind[];
  },
): Promise<{
  readonly steps: readonly Step[];
  readonly cut: boolean;
  /** The first step at which not everything was read. */
  readonly cutAt?: number;
}> {
  const steps: Step[] = [];
  const whole = await withDefinitions(reader, subjects);
  let level: readonly GraphNode[] = whole.flatMap((subject) => subject.nodes);
  const seen = new Set(level.map(({ key }) => key));
  const probable = new Set<NodeKey>();
  let cutAt: number | undefined;
  for (let depth = 1; depth <= options.depth && level.length > 0 && cutAt === undefined; depth++) {
    const methods = level.filter(({ kind }) => kind === 'METHOD').slice(0, MAX_METHODS);
    const declared = (await counterparts(reader, methods, 'out')).filter(({ key }) => !seen.has(key));
    for (const { key } of declared) {
      seen.add(key);
      probable.add(key);
    }
    const starts = [...level, ...declared].map(({ key }) => key);
    const { maxNodes, edgeKinds = DEPENDS } = options;
    const next = await reach(reader, starts, { direction: 'in', edgeKinds, depth: 1, maxNodes });
    const above = new Map(declared.map(({ key, qualifiedName }) => [key, qualifiedName]));
    const isAbove = ({ edge }: Step): boolean => above.has(edge.to) && edge.kind === 'CALLS';
    const possible = await withoutOtherOwners(reader, methods, next.steps.filter(isAbove));
    const inner = await innerTypesOf(reader, methods, declared);
    const reached = [...next.steps.filter((step) => !isAbove(step)), ...inner.makers, ...possible];
    const fresh = reached.filter(({ end }) => !seen.has(end));
    const found = fresh.slice(0, maxNodes - steps.length);
    if (next.cut || found.length < fresh.length) cutAt = depth;
    for (const step of found) {
      const through = step.through ?? (depth === 1 ? above.get(step.edge.to) : nameInKey(step.edge.to));
      const isProbable = probable.has(step.edge.to);
      if (isProbable) probable.add(step.end);
      seen.add(step.end);
      steps.push({ ...step, depth, ...defined({ through }), ...(isProbable && { probable: true as const }) });
    }
    level = [
      ...(
        await nodesBy(
          reader,
          found.filter(({ edge }) => !inner.declared.has(edge.to)).map(({ end }) => end),
        )
      ).values(),
    ];
  }
  return { steps, cut: cutAt !== undefined, ...defined({ cutAt }) };
}
