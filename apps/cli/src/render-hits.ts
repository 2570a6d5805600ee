import type { RankedHit } from '@quarry/retrieval';
import { defined, placeInWords } from '@quarry/turn';
import { printableName } from './printable';

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

/** A hit on a line: relevance, place, and the definition or section. */
export function hitAsLine({ chunk, relevance }: RankedHit): string {
  const { symbol, title } = chunk;
  const name = symbol ?? title;
  const place = placeInWords(
    chunk as Omit<typeof chunk, 'kind'>,
    (path, first, last) => `${path}:${first}-${last}`,
  );
  return `${relevance.toFixed(2)}  ${printableName(`${place}${name === undefined ? '' : `  ${short(name)}`}`)}\n`;
}

function short(name: string): string {
  return name.length > LONGEST ? `… ${name.slice(-LONGEST).replace(/^[^›]{0,40}› /, '')}` : name;
}
