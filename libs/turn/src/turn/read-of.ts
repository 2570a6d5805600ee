import type { Neighborhood } from '../evidence/neighborhood';
import { defined } from '../record/defined';
import { APPENDED, type Appended, type GraphRead, type StepRead } from './step-read';
import type { Turn, TurnPatch } from './turn';

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
    patch: Object.fromEntries(rest),
  };
}

/** Bytes of all reads of a turn as JSON: a group of a turn may have 256 KiB, and a turn must not fail for its record. */
const MOST_BYTES = 192 * 1024;

/** The reads with one more; without its graph if they would outgrow their limit, which ends a replay at this step. */
export function withRead(reads: readonly StepRead[], read: StepRead): readonly StepRead[] {
  const all = [...reads, read];
  if (read.graph === undefined || Buffer.byteLength(JSON.stringify(all)) <= MOST_BYTES) return all;
  const { step, outcome, note, lengths, relevances, patch } = read;
  return [...reads, { step, outcome, note, lengths, ...defined({ relevances }), omitted: 'graph', patch }];
}

/** The patch that the step wrote; null where the record or the finished turn lacks a part of it. */
export function patchOf(read: StepRead, before: Turn, finished: Turn): TurnPatch | null {
  if (read.omitted !== undefined) return null;
  const lists = Object.entries(read.lengths).map(([list, length]) => {
    const items = finished[list as Appended] ?? [];
    return items.length < length ? null : ([list, items.slice(0, length)] as const);
  });
  const whole = lists.flatMap((entry) => (entry ? [entry] : []));
  if (whole.length < lists.length) return null;
  const graph = read.graph && { graph: graphAfter(before.graph, read.graph) };
  const patch: TurnPatch = { ...read.patch, ...Object.fromEntries(whole), ...graph };
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
  const { entries, nodes, edges, named, totals } = after;
  const added = {
    entries: entries.slice(kept.entries),
    nodes: nodes.slice(kept.nodes),
    edges: edges.slice(kept.edges),
    ...defined({ totals }),
  };
  if (named === undefined) return { kept, added };
  const keptNames = commonLength(before.named ?? [], named);
  return { kept: { ...kept, named: keptNames }, added: { ...added, named: named.slice(keptNames) } };
}

function graphAfter(before: Neighborhood, { kept, added }: GraphRead): Neighborhood {
  return {
    entries: [...before.entries.slice(0, kept.entries), ...added.entries],
    nodes: [...before.nodes.slice(0, kept.nodes), ...added.nodes],
    edges: [...before.edges.slice(0, kept.edges), ...added.edges],
    ...defined({ totals: added.totals }),
    ...(added.named ? { named: [...(before.named ?? []).slice(0, kept.named), ...added.named] } : {}),
  };
}

function commonLength(before: readonly unknown[], after: readonly unknown[]): number {
  const differs = after.findIndex(
    (item, at) => at >= before.length || JSON.stringify(item) !== JSON.stringify(before[at]),
  );
  return differs < 0 ? after.length : differs;
}
