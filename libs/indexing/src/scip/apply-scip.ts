import { existsSync } from 'node:fs';
import { ScipFiles, type GraphFile } from '@quarry/graph-store';
import type { SnapshotRef } from '@quarry/turn';
import type { ScipFile } from './file-references';
import { withScip } from './overlay';

/** What the imported SCIP indexes contribute to a snapshot. */
export interface ScipReport {
  /** Files whose edges follow an imported index. */
  readonly files: number;
  /** Files that changed or vanished since the import: their edges are Quarry's own again. */
  readonly outdated: readonly string[];
}

/** A linked graph with the edges of the imported indexes. */
export interface Applied {
  readonly graph: readonly GraphFile[];
  readonly report: ScipReport | null;
}

/**
 * Puts the imported edges over a newly linked graph, in files whose bytes are still those of the import.
 * @param file the database of imported indexes; nothing was imported if it does not exist
 * @param shas SHA-256 of the bytes of every file
 */
export async function applyScip(
  graph: readonly GraphFile[],
  {
    file,
    ref,
    shas,
  }: {
    readonly file: string | undefined;
    readonly ref: SnapshotRef;
    readonly shas: ReadonlyMap<string, string>;
  },
): Promise<Applied> {
  if (file === undefined || !existsSync(file)) return { graph, report: null };
  const known = new ScipFiles<ScipFile>(file);
  try {
    const paths = known.paths(ref);
    if (paths.size === 0) return { graph, report: null };
    const nodes = new Map(graph.flatMap((each) => each.nodes.map((node) => [node.key, node] as const)));
    const outdated = [...paths].filter(([path, sha]) => shas.get(path) !== sha).map(([path]) => path);
    const current = new Set([...paths.keys()].filter((path) => !outdated.includes(path)));
    const applied = graph.map((each) => {
      const scip = current.has(each.path) ? known.get(ref, each.path) : undefined;
      return scip ? withScip(each, scip, (key) => nodes.get(key)) : each;
    });
    return { graph: applied, report: { files: current.size, outdated } };
  } finally {
    await known.close();
  }
}

/** Whether something was imported for the snapshot. */
export async function hasScip(file: string | undefined, ref: SnapshotRef): Promise<boolean> {
  if (file === undefined || !existsSync(file)) return false;
  const known = new ScipFiles<ScipFile>(file);
  try {
    return known.paths(ref).size > 0;
  } finally {
    await known.close();
  }
}

/** Forgets what was imported about files that have changed, once their new edges are written. */
export async function forgetOutdated(
  file: string | undefined,
  ref: SnapshotRef,
  outdated: readonly string[],
): Promise<void> {
  if (file === undefined || outdated.length === 0) return;
  const known = new ScipFiles<ScipFile>(file);
  try {
    known.remove(ref, outdated);
  } finally {
    await known.close();
  }
}
