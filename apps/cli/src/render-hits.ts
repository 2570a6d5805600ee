import type { RankedHit } from '@quarry/retrieval';
import { documentTerms, queryTerms } from '@quarry/search-index';
import { defined, placeInWords } from '@quarry/turn';
import type { Palette } from './palette';
import { printableName } from './printable';

/** Longest excerpt, in characters, and words before its first term. */
const [EXCERPT, BEFORE] = [160, 6];
/** Longest name of a section on a line, in characters; its end says the most. */
const LONGEST = 70;

/** A hit for programs. For documents, its pages or cells, and the section; lines are those of the extracted text. */
export function hitAsJson({ chunk, relevance }: RankedHit): object {
  const { path, startLine, endLine, symbol, title, section, format, pages, range, sourceLines, text } = chunk;
  const { repository, snapshot } = chunk;
  return {
    ...{ path, startLine, endLine, relevance },
    ...defined({ repository, snapshot, symbol, title, section, format, range, sourceLines }),
    ...(pages ? { pages: pages.map(({ page }) => page) } : {}),
    text,
  };
}

/**
 * A hit on a line: relevance, place, and the definition or section; of a document, below it the line with most terms
 * of the query, because a page does not show which of its lines was found.
 */
export function hitAsLine({ chunk, relevance }: RankedHit, query: string, dim: Palette['dim']): string {
  const { symbol, title } = chunk;
  const name = symbol ?? title;
  const place = placeInWords(
    chunk as Omit<typeof chunk, 'kind'>,
    (path, first, last) => `${path}:${first}-${last}`,
  );
  const line = `${relevance.toFixed(2)}  ${printableName(`${place}${name === undefined ? '' : `  ${short(name)}`}`)}\n`;
  const excerpt = chunk.format === undefined ? '' : excerptOf(chunk.text, new Set(queryTerms(query)));
  return excerpt === '' ? line : `${line}      ${dim(printableName(excerpt))}\n`;
}

/** The first of the lines with most of the terms, from before its first term if it is long. */
function excerptOf(text: string, terms: ReadonlySet<string>): string {
  const lines = text.split('\n').map((line) => line.trim());
  const counts = lines.map((line) => [...documentTerms(line)].filter((term) => terms.has(term)).length);
  const best = lines[counts.indexOf(Math.max(...counts))] ?? '';
  if (best.length <= EXCERPT) return best;
  const words = best.split(/\s+/);
  const first = words.findIndex((word) => [...documentTerms(word)].some((term) => terms.has(term)));
  const from = Math.max(0, first - BEFORE);
  const left = words.slice(from).join(' ');
  return `${from > 0 ? '… ' : ''}${left.length > EXCERPT ? `${left.slice(0, EXCERPT)} …` : left}`;
}

function short(name: string): string {
  return name.length > LONGEST ? `… ${name.slice(-LONGEST).replace(/^[^›]{0,40}› /, '')}` : name;
}
