import { createHash } from 'node:crypto';
import type { GraphFile } from '@quarry/graph-store';
import type { IndexedFile } from '@quarry/search-index';
import type { Section } from '@quarry/turn';

export const REF = { repository: 'acme/shop', snapshot: 'main' };

/**
 * Files `src/f0.ts` … with two chunks: the first identifies the file, the second is the same in all files. Every fourth
 * file is a document with three sections.
 */
export function copyableFiles(count: number, word = 'walrus'): IndexedFile[] {
  return Array.from({ length: count }, (_, i) => {
    const path = `src/f${i}.ts`;
    const texts = [`the ${word} of file ${i}`, 'every file says this'];
    const chunks = texts.map((text, n) => ({
      id: `${path}#L${1 + 10 * n}-L${10 + 10 * n}`,
      path,
      startLine: 1 + 10 * n,
      endLine: 10 + 10 * n,
      text,
      language: 'typescript',
      kind: 'window' as const,
      contentHash: hashOf(text),
    }));
    const hash = hashOf(`${path} ${word}`);
    return i % 4 === 0 ? { path, hash, chunks, sections: sectionsOf(path, word) } : { path, hash, chunks };
  });
}

/** A document with two parts; their titles contain the word. */
function sectionsOf(path: string, word: string): Section[] {
  const whole = { path, title: path, titles: [path], startLine: 1, endLine: 20, summary: '', characters: 40 };
  return [
    { ...whole, id: path, level: 0, parent: null },
    ...[1, 2].map((n) => ({
      ...whole,
      id: `${path}#${word}-${n}`,
      title: `${word} ${n}`,
      level: 1,
      parent: path,
    })),
  ];
}

/** One function per file, which calls that of the next file. */
export function graphFilesOf(files: readonly IndexedFile[]): GraphFile[] {
  return files.map(({ path, hash }, i) => ({
    path,
    digest: hashOf(`${hash} ${files[i + 1]?.path}`),
    nodes: [
      {
        key: keyOf(path),
        kind: 'FUNCTION',
        name: 'run',
        qualifiedName: `${path}.run`,
        language: 'typescript',
        path,
        startLine: 1,
        endLine: 10,
        text: hash,
        signature: 'run()',
      },
    ],
    edges: [{ from: keyOf(path), to: keyOf(files[i + 1]?.path ?? 'gone'), kind: 'CALLS', line: 3 }],
  }));
}

/** Four numbers that depend on a text. */
export function vectorOf(text: string): Float32Array {
  const bytes = createHash('sha256').update(text).digest();
  return Float32Array.from([0, 1, 2, 3], (at) => (bytes[at] ?? 0) / 255 - 0.5);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function keyOf(path: string): string {
  return `ts:${path}.run|FUNCTION`;
}
