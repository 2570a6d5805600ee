import type { GraphFile, GraphNode } from '@quarry/graph-store';
import { sha256 } from '../source/decode';
import type { ReadFile } from './read-files';

/** A file to write, with its nodes. */
export interface ChangedFile {
  readonly file: ReadFile;
  /** Stored with the file: the hash of its content, extended by that of its keys if linking changed them. */
  readonly hash: string;
  readonly nodes: readonly GraphNode[];
}

/** Files whose content differs from the stored one. */
export function contentChanged(
  files: readonly ReadFile[],
  stored: ReadonlyMap<string, string>,
): readonly ReadFile[] {
  return files.filter(({ source, hash }) => stored.get(source.path)?.split('~')[0] !== hash);
}

/** A file with the keys that it has on its own. Linking seldom assigns others. */
export function asRead(file: ReadFile): ChangedFile {
  return { file, hash: file.hash, nodes: file.facts?.get().nodes ?? [] };
}

/**
 * Files whose chunks must be written again after linking. If two files define the same key, the linker assigns other
 * keys than the file alone would have, and a chunk must contain the key in the graph. So chunks may change although the
 * content did not.
 */
export function chunksChanged(
  files: readonly ReadFile[],
  graph: readonly GraphFile[],
  stored: ReadonlyMap<string, string>,
): readonly ChangedFile[] {
  const linked = new Map(graph.map((file) => [file.path, file.nodes]));
  return files
    .map((file) => {
      const nodes = linked.get(file.source.path) ?? [];
      const keys = nodes.map(({ key }) => key);
      const own = new Set(file.facts?.get().nodes.map(({ key }) => key));
      const same = keys.every((key) => own.has(key));
      return { file, nodes, hash: same ? file.hash : `${file.hash}~${sha256(JSON.stringify(keys))}` };
    })
    .filter(({ file, hash }) => stored.get(file.source.path) !== hash);
}

/** Digest of all facts that a graph is linked from. */
export function factsDigest(files: readonly ReadFile[]): string {
  const read = files.filter(({ facts }) => facts !== null);
  return sha256(JSON.stringify(read.map(({ source, hash }) => [source.path, hash])));
}
