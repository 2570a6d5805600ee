import type { GraphFile, GraphNode } from '@quarry/graph-store';
import { sha256 } from '../source/decode';
import type { ReadFile } from './read-files';

/** A file that is to be written, with its nodes as the graph knows them. */
export interface ChangedFile {
  readonly file: ReadFile;
  /** What is stored with the file: of its content, then of its keys where linking changed them. */
  readonly hash: string;
  readonly nodes: readonly GraphNode[];
}

/** Files whose content is not what is stored. */
export function contentChanged(
  files: readonly ReadFile[],
  stored: ReadonlyMap<string, string>,
): readonly ReadFile[] {
  return files.filter(({ source, hash }) => stored.get(source.path)?.split('~')[0] !== hash);
}

/**
 * Files whose chunks are to be written. A file may define what another one defines, too; the linker then gives it other keys than it
 * has by itself, and a chunk must name the key that the graph has. So its chunks may change though its content did not.
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
      const own = new Set(file.facts?.nodes.map(({ key }) => key));
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
