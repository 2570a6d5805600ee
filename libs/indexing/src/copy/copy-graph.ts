import type { GraphFile, GraphStore } from '@quarry/graph-store';
import { emptyWhereLost, RunImprint } from '../run/run-imprint';
import { chosenGraph, chosenPaths } from './chosen';
import { copyFiles } from './copy-files';
import type { CopyOptions, CopyReport, Pair } from './options';
import { checkSame } from './verify';

/** Number of files, nodes and edges per write. */
const BATCH = 5_000;

const EMPTY = { files: 0, nodes: 0, edges: 0 };

/** Copies the code graph; a snapshot without a graph leaves none. @throws Fault `copy_incomplete`, `cancelled` */
export async function copyGraph(
  { from, to }: Pair<GraphStore>,
  options: CopyOptions,
): Promise<NonNullable<CopyReport['graph']>> {
  const { ref, as = ref, only } = options;
  const before = await from.describe(ref);
  await emptyWhereLost(to, as);
  // A snapshot with an empty graph differs from one without a graph: it has an imprint.
  const imprint = before && (await RunImprint.begin([to], as));
  const counted = { nodes: 0, edges: 0 };
  const copied = await copyFiles<GraphFile>(
    {
      phase: 'graph',
      source: chosenPaths(await from.manifest(ref), only),
      stored: await to.manifest(as),
      files: only ? chosenGraph(from, ref, only) : from.export(ref),
      hashOf: ({ digest }) => digest,
      weigh: ({ nodes, edges }) => 1 + nodes.length + edges.length,
      most: BATCH,
      write: (files) => to.write(as, { files }),
      remove: (paths) => to.write(as, { remove: paths }),
      seen: async (file) => {
        counted.nodes += file.nodes.length;
        counted.edges += file.edges.length;
      },
    },
    options,
  );
  await imprint?.end();
  const { nodes, edges } = only ? counted : (before ?? EMPTY);
  checkSame(ref, 'graph', { files: copied.files, nodes, edges }, (await to.describe(as)) ?? EMPTY);
  return { ...copied, nodes, edges };
}
