import type { Neighborhood } from './neighborhood';
import type { Turn, TurnPatch } from './turn';

/** Lists that only grow: of these a record keeps the length, as the turn itself keeps the items. */
const APPENDED = ['searches', 'evidence', 'misses', 'assessments', 'findings', 'calculations'] as const;
type Appended = (typeof APPENDED)[number];

/** What the step added to the neighbourhood: how much of each list stayed, and what follows it. */
interface GraphRead {
  readonly kept: Readonly<Record<keyof Neighborhood, number>>;
  readonly added: Neighborhood;
}

/**
 * What a step got from a store, so that the turn can be replayed when the store says something else. A turn has one of
 * each finished step that works on a store, in their order.
 */
export interface StepRead {
  readonly step: string;
  readonly outcome: string;
  readonly note: string;
  readonly lengths: Readonly<Partial<Record<Appended, number>>>;
  /** Relevance of each piece of evidence, in order: a later step may have raised it. */
  readonly relevances?: readonly number[];
  readonly graph?: GraphRead;
  /** The other groups that the step wrote, whole. */
  readonly patch: TurnPatch;
}

/** What a step of a store wrote, as a turn keeps it. */
export function readOf(
  before: Turn,
  step: string,
  result: { readonly outcome: string; readonly patch?: TurnPatch; readonly note?: string },
): StepRead {
  const { patch = {}, outcome, note = '' } = result;
  const { graph, ...others } = patch;
  const lengths = Object.fromEntries(
    APPENDED.flatMap((list) => (patch[list] ? [[list, patch[list].length] as const] : [])),
  );
  const rest = Object.entries(others).filter(([group]) => !(group in lengths));
  return {
    ...{ step, outcome, note, lengths },
    ...(patch.evidence ? { relevances: patch.evidence.map(({ relevance }) => relevance) } : {}),
    ...(graph ? { graph: graphRead(before.graph, graph) } : {}),
    patch: Object.fromEntries(rest) as TurnPatch,
  };
}

/** The patch that the step wrote; null where the finished turn lacks a part of it. */
export function patchOf(read: StepRead, before: Turn, finished: Turn): TurnPatch | null {
  const lists = Object.entries(read.lengths).map(([list, length]) => {
    const items = finished[list as Appended] ?? [];
    return items.length < length ? null : ([list, items.slice(0, length)] as const);
  });
  const whole = lists.flatMap((entry) => (entry ? [entry] : []));
  if (whole.length < lists.length) return null;
  const graph = read.graph && { graph: graphAfter(before.graph, read.graph) };
  const patch = { ...read.patch, ...(Object.fromEntries(whole) as TurnPatch), ...graph };
  const { evidence } = patch;
  if (!evidence) return patch;
  const asFound = evidence.map((item, at) => ({
    ...item,
    relevance: read.relevances?.[at] ?? item.relevance,
  }));
  return { ...patch, evidence: asFound };
}

function graphRead(before: Neighborhood, after: Neighborhood): GraphRead {
  const kept = {
    entries: commonLength(before.entries, after.entries),
    nodes: commonLength(before.nodes, after.nodes),
    edges: commonLength(before.edges, after.edges),
  };
  const { entries, nodes, edges } = after;
  const added = {
    entries: entries.slice(kept.entries),
    nodes: nodes.slice(kept.nodes),
    edges: edges.slice(kept.edges),
  };
  return { kept, added };
}

function graphAfter(before: Neighborhood, { kept, added }: GraphRead): Neighborhood {
  return {
    entries: [...before.entries.slice(0, kept.entries), ...added.entries],
    nodes: [...before.nodes.slice(0, kept.nodes), ...added.nodes],
    edges: [...before.edges.slice(0, kept.edges), ...added.edges],
  };
}

function commonLength(before: readonly unknown[], after: readonly unknown[]): number {
  const differs = after.findIndex(
    (item, at) => at >= before.length || JSON.stringify(item) !== JSON.stringify(before[at]),
  );
  return differs < 0 ? after.length : differs;
}
