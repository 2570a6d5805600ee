import { presentResult, runQuery, type OperationName, type PresentedResult } from '@quarry/graph-queries';
import type { Platform } from '@quarry/platform';
import { Fault, type SnapshotRef } from '@quarry/turn';

/** What is listed for a name: who uses it, and what it uses. */
export const NEIGHBOUR_OPERATIONS = ['callers', 'callees'] as const satisfies readonly OperationName[];

/** Most relations of one kind. */
export const NEIGHBOUR_LIMIT = 15;

/** What calls a name and what it calls. @throws Fault `index_missing` if the snapshot has no code graph */
export async function neighboursOf(
  { graphStore: graph }: Pick<Platform, 'graphStore'>,
  ref: SnapshotRef,
  name: string,
): Promise<readonly PresentedResult[]> {
  if ((await graph.describe(ref)) === null)
    throw new Fault('index_missing', 'This index has no code graph. Index source code: quarry index PATH.');
  const results: PresentedResult[] = [];
  for (const operation of NEIGHBOUR_OPERATIONS) {
    const result = await runQuery({ graph, ref }, { operation, names: [name] }, { limit: NEIGHBOUR_LIMIT });
    results.push(presentResult(operation, result));
  }
  return results;
}
