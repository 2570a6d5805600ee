import type { GraphNode } from '@quarry/graph-store';
import { nameInKey, type NodeKey } from '@quarry/turn';
import { constructions } from './constructions';
import { edgesOf } from './edges-of';
import { counterparts } from './inheritance';
import type { SnapshotGraph } from './operation';
import type { Step } from './relations';

/** How methods of types within other types run: what makes their objects decides it. */
export interface InnerTypes {
  /** What makes the objects. */
  readonly makers: readonly Step[];
  /** Declarations above that are asked for because of these methods alone: who calls them says little. */
  readonly declared: ReadonlySet<NodeKey>;
}

/**
 * Of methods that a type above declares, those of types within another type, or within a function: such a type is made
 * in few places, while the type above may be one that everything calls, as a visitor.
 */
export async function innerTypesOf(
  reader: SnapshotGraph,
  methods: readonly GraphNode[],
  declared: readonly GraphNode[],
): Promise<InnerTypes> {
  const none: InnerTypes = { makers: [], declared: new Set() };
  if (declared.length === 0) return none;
  const keys = methods.map(({ key }) => key);
  const owned = await edgesOf(reader, keys, 'in', ['DEFINES']);
  const ownerOf = new Map(owned.edges.map(({ from, to }) => [to, from]));
  const around = await edgesOf(reader, [...new Set(ownerOf.values())], 'in', ['DEFINES']);
  const inner = new Set(
    around.edges.filter(({ from }) => /\|(?:TYPE|METHOD|FUNCTION)$/.test(from)).map(({ to }) => to),
  );
  const isInner = ({ key }: GraphNode): boolean => inner.has(ownerOf.get(key) ?? '');
  if (!methods.some(isInner)) return none;
  const { steps } = await constructions(reader, [...inner]);
  const made = new Set(steps.map(({ edge }) => edge.to));
  const isMade = (method: GraphNode): boolean => isInner(method) && made.has(ownerOf.get(method.key) ?? '');
  const ofInner = await counterparts(reader, methods.filter(isMade), 'out');
  const others = methods.filter((method) => !isMade(method));
  const ofOthers = new Set((await counterparts(reader, others, 'out')).map(({ key }) => key));
  if (ofInner.length === 0) return none;
  return {
    makers: steps.map((step) => ({ ...step, through: nameInKey(step.edge.to) })),
    declared: new Set(ofInner.map(({ key }) => key).filter((key) => !ofOthers.has(key))),
  };
}
