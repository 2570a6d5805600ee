import type { DocumentFormat } from '@quarry/turn';
import { sectionKind } from '../chunk/text-sections';
import type { SourceFile } from '../source/source-tree';
import type { DocumentFile } from './find-documents';
import type { IndexOptions, IndexReport } from './options';

/** Number of files whose trees are read together. */
const BATCH = 200;

/** Counts documents with pages and sections in the index, except those of a corpus. */
export async function treeCounts(
  documents: readonly DocumentFile[],
  texts: readonly SourceFile[],
  { searchIndex, ref }: Pick<IndexOptions, 'searchIndex' | 'ref'>,
): Promise<Pick<IndexReport, 'formats' | 'pages' | 'sections'>> {
  const formats: Partial<Record<DocumentFormat, number>> = {};
  for (const { format } of documents) formats[format] = (formats[format] ?? 0) + 1;
  const paths = [
    ...documents.map(({ source }) => source.path),
    ...texts.map(({ path }) => path).filter((path) => sectionKind(path) !== null),
  ];
  let pages = 0;
  let sections = 0;
  for (let i = 0; i < paths.length; i += BATCH) {
    const trees = await searchIndex.sections(ref, { paths: paths.slice(i, i + BATCH) });
    sections += trees.length;
    for (const { level, endPage = 0 } of trees) if (level === 0) pages += endPage;
  }
  return { formats, pages, sections };
}
