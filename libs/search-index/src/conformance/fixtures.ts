import type { Section, SnapshotRef } from '@quarry/turn';
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

/** A file with one chunk per text. */
export function file(path: string, texts: readonly string[]): IndexedFile {
  return {
    path,
    hash: `hash of ${texts.join('|')}`,
    chunks: texts.map((text, i) => chunk(path, i + 1, text)),
  };
}

/** A stored file with a section tree of `count` nodes, or with one such tree per document. */
export function documentFile(
  path: string,
  sections: number,
  documents: readonly (string | null)[] = [null],
): IndexedFile {
  return {
    path,
    hash: `hash of ${sections} sections`,
    chunks: [],
    sections: documents.flatMap((document) => treeOf(path, sections, document)),
  };
}

function treeOf(path: string, count: number, document: string | null): Section[] {
  const root = document === null ? path : `${path}#${document}`;
  return Array.from({ length: count }, (_, i): Section => ({
    id: i === 0 ? root : `${root}${document === null ? '#' : '/'}part-${i}`,
    path,
    ...(document === null ? {} : { document, from: 10 * i, to: 10 * i + 10 }),
    title: i === 0 ? 'The whole' : `Part ${i} "naïve" \u0000 \ud83d\ude42`,
    titles: i === 0 ? ['The whole'] : ['The whole', `Part ${i}`],
    level: i === 0 ? 0 : 1,
    parent: i === 0 ? null : root,
    startLine: 1 + i,
    endLine: i === 0 ? count : 1 + i,
    startPage: 1 + Math.floor(i / 5),
    endPage: 1 + Math.floor(i / 5),
    summary: `What part ${i} says in a sentence or two, as a summary does it.`,
    characters: 1_000 + i,
  }));
}

/** A chunk of a PDF on two pages, with the position of each line. */
export function pagedChunk(path: string): Chunk {
  return {
    ...chunk(path, 3, 'zebra\nSales | 5,298'),
    endLine: 4,
    language: 'text',
    format: 'pdf',
    pages: [
      { page: 35, box: [72, 90.25, 540, 101.5] },
      { page: 36, box: null },
    ],
    sourceLines: [12, 13],
    section: `${path}#part-1`,
    tableHead: 'Segment | Quagga',
    layout: [
      { page: 35, box: [72, 90.25, 540, 101.5], source: 12 },
      {
        page: 36,
        cells: [
          [0, 5, 72, 101.125],
          [8, 13, 430.5, 460],
        ],
      },
    ],
  };
}

export function paths(hits: readonly Hit[]): string[] {
  return hits.map((hit) => hit.chunk.path);
}
