import type { Section } from '@quarry/turn';
import { count } from './index-report';
import type { Palette } from './palette';
import { printable } from './printable';

/** Columns of the output. */
const COLUMNS = 80;

/** Deepest indentation. The ids of deeper sections show their level. */
const DEEPEST = 6;

/** Documents: the id for the command line, then pages and title. */
export function renderDocuments(roots: readonly Section[], { bold, dim }: Palette): string {
  return roots
    .map((root) => {
      const { id, title, path, endPage } = printable(root);
      const pages = endPage === undefined ? '' : count(endPage, 'page');
      const about = [pages, title === path ? '' : title].filter((part) => part !== '').join(', ');
      return `${bold(id)}${about === '' ? '' : `\n${indented(about, '  ', dim)}`}\n`;
    })
    .join('');
}

/** One document's tree: titles with pages, ids in full, summaries. */
export function renderTree(sections: readonly Section[], { bold, dim }: Palette): string {
  return sections
    .map((section) => {
      const { id, title, summary } = printable(section);
      const indent = '  '.repeat(Math.min(section.level, DEEPEST));
      const pages = pagesOf(section);
      const head = indented(pages === '' ? title : `${title}  (${pages})`, indent, bold);
      const about = summary === '' ? '' : `\n${indented(summary, `${indent}  `)}`;
      return `${head}\n${indent}  ${dim(id)}${about}\n`;
    })
    .join('');
}

function pagesOf({ startPage, endPage }: Section): string {
  if (startPage === undefined || endPage === undefined) return '';
  return startPage === endPage ? `page ${startPage}` : `pages ${startPage}–${endPage}`;
}

/** Wraps words at {@link COLUMNS}; a longer word has its own line. */
function indented(text: string, indent: string, colour: (line: string) => string = (line) => line): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${indent}${colour(each)}`).join('\n');
}
