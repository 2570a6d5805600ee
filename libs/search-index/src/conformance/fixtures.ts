import type { SnapshotRef } from '@quarry/turn';
import { FLAT, type Chunk, type Hit, type IndexedFile, type VectorIndex } from '../port';

export const REF: SnapshotRef = { repository: 'acme/shop', snapshot: 'main' };
export const MODEL = { id: 'test-model@1', dimension: 4 };

export const L2: VectorIndex = { ...FLAT, metric: 'l2' };

export function hashOf(text: string): string {
  return `content ${text}`;
}

export function chunk(path: string, line: number, text: string): Chunk {
  const id = `${path}#L${line}-L${line}`;
  return {
    id,
    path,
    startLine: line,
    endLine: line,
    text,
    language: 'typescript',
    kind: 'window',
    contentHash: hashOf(text),
  };
}

/** A file with one chunk for each text. */
export function file(path: string, texts: readonly string[]): IndexedFile {
  return {
    path,
    hash: `hash of ${texts.join('|')}`,
    chunks: texts.map((text, i) => chunk(path, i + 1, text)),
  };
}

export function paths(hits: readonly Hit[]): string[] {
  return hits.map((hit) => hit.chunk.path);
}
