import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchIndex, type Chunk, type IndexedFile, type SearchIndex } from '@quarry/search-index';
import { defined, type DocumentFormat, type Section } from '@quarry/turn';

const REF = { repository: 'shop', snapshot: 'current' };

/** A printed line: its text, or the cells of a row. `#` and `##` begin a section of that level. */
export type PrintedLine = string | readonly string[];

interface Printed {
  readonly format?: DocumentFormat;
  /** Lines of each page; a single list if the document has no pages. */
  readonly pages: readonly (readonly PrintedLine[])[];
  readonly paged?: boolean;
  /** Lines of a chunk. */
  readonly window?: number;
}

/**
 * A file with sections, chunks and layout, as the indexer stores it. Line n of a page is 12 points high and begins at
 * 10·n points.
 */
export function documentFile(
  path: string,
  { format, pages, paged = true, window = 4 }: Printed,
): IndexedFile {
  const lines = pages.flatMap((page, p) =>
    page.map((line, n) => {
      const cells = typeof line === 'string' ? [] : line;
      const text = typeof line === 'string' ? line.replace(/^#+ /, '') : line.join(' | ');
      const level = typeof line === 'string' ? (/^#+(?= )/.exec(line)?.[0].length ?? 0) : 0;
      return { text, level, cells: cellsOf(cells), page: p + 1, y: 10 * (n + 1) };
    }),
  );
  const sections = treeOf(path, lines, paged);
  const chunks: Chunk[] = [];
  for (let from = 0; from < lines.length; from += window) {
    const own = lines.slice(from, from + window);
    const id = `${path}#L${from + 1}-L${from + own.length}`;
    const layout = own.map(({ page, y, cells }) => ({
      page,
      box: [50, y, 550, y + 12] as const,
      ...(cells.length > 0 ? { cells } : {}),
    }));
    const section = sections.findLast(
      ({ startLine, endLine }) => startLine <= from + 1 && from + 1 <= endLine,
    );
    chunks.push({
      id,
      path,
      startLine: from + 1,
      endLine: from + own.length,
      text: own.map(({ text }) => text).join('\n'),
      language: 'text',
      kind: 'window',
      ...defined({ format }),
      ...(section ? { section: section.id, title: section.titles.join(' › ') } : {}),
      ...(paged ? { layout } : {}),
      contentHash: `${id}:${own.map(({ text }) => text).join('')}`,
    });
  }
  return { path, hash: 'h', chunks, sections };
}

/** One document of a file with several: each section consists of its title and a text. */
export function corpusDocument(
  path: string,
  document: string,
  title: string,
  parts: readonly (readonly [string, string])[],
): IndexedFile {
  const root = `${path}#${document}`;
  let text = '';
  const sections: Section[] = [];
  const chunks: Chunk[] = [];
  for (const [name, said] of parts) {
    const from = text === '' ? 0 : text.length + 2;
    const own = `${name}\n${said}`;
    text += `${text === '' ? '' : '\n\n'}${own}`;
    const id = `${root}/${slug(name)}`;
    const range = { from, to: text.length, startLine: 7, endLine: 7, characters: own.length };
    sections.push({
      id,
      path,
      document,
      title: name,
      titles: [title, name],
      level: 1,
      parent: root,
      summary: said.slice(0, 40),
      ...range,
    });
    const chunkId = `${path}#${document}${chunks.length === 0 ? '' : `~${chunks.length + 1}`}`;
    chunks.push({
      id: chunkId,
      path,
      document,
      offset: from,
      startLine: 7,
      endLine: 7,
      text: own,
      language: 'text',
      kind: 'window',
      section: id,
      title: `${title} › ${name}`,
      contentHash: `${chunkId}:${own}`,
    });
  }
  const whole = { from: 0, to: text.length, startLine: 7, endLine: 7, characters: text.length };
  const top: Section = {
    id: root,
    path,
    document,
    title,
    titles: [title],
    level: 0,
    parent: null,
    summary: '',
    ...whole,
  };
  return { path: `${path}/${document}`, hash: 'h', chunks, sections: [top, ...sections] };
}

/** A real index with these files. */
export async function indexOfFiles(files: readonly IndexedFile[]): Promise<SearchIndex> {
  const index = openSearchIndex(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-documents-'))}`);
  await index.write(REF, { files, meta: { bm25: true } });
  return index;
}

function slug(title: string): string {
  return (
    title
      .toLowerCase()
      .match(/[a-z\d]+/g)
      ?.join('-') ?? 'section'
  );
}

/** Cells with a column width of 100 points. */
function cellsOf(cells: readonly string[]): (readonly [number, number, number, number])[] {
  let at = 0;
  return cells.map((cell, i) => {
    const placed = [at, at + cell.length, 50 + 100 * i, 140 + 100 * i] as const;
    at += cell.length + 3;
    return placed;
  });
}

function treeOf(
  path: string,
  lines: readonly { readonly text: string; readonly level: number; readonly page: number }[],
  paged: boolean,
): Section[] {
  const way: Section[] = [];
  const found: Section[] = [];
  const title = path.split('/').at(-1) ?? path;
  [{ text: title, level: 0, page: 1 }, ...lines].forEach((line, at) => {
    if (at > 0 && line.level === 0) return;
    while ((way.at(-1)?.level ?? -1) >= line.level) way.pop();
    const parent = way.at(-1);
    const start = Math.max(1, at);
    const next = lines.findIndex((other, i) => i >= start && other.level > 0 && other.level <= line.level);
    const end = at === 0 || next < 0 ? lines.length : next;
    const own = lines.slice(start - 1, end);
    const separator = parent?.level === 0 ? '#' : '/';
    const section: Section = {
      id: parent ? `${parent.id}${separator}${slug(line.text)}` : path,
      path,
      title: line.text,
      titles: [...(parent?.titles ?? []), line.text],
      level: line.level,
      parent: parent?.id ?? null,
      startLine: start,
      endLine: end,
      ...(paged ? { startPage: line.page, endPage: own.at(-1)?.page ?? line.page } : {}),
      summary: `About ${line.text}.`,
      characters: own.map(({ text }) => text).join('\n').length,
    };
    found.push(section);
    way.push(section);
  });
  return found;
}
