import { citationPlaces, type Citation } from '@quarry/turn';
import type { UrlCitation } from './chat.schema';

/** Where a cited place can be opened. */
export type LinkOf = (citation: Citation) => string;

/** Returns one annotation for each number of each citation in the text. */
export function annotationsOf(
  text: string,
  citations: readonly Citation[],
  linkOf: LinkOf,
): readonly UrlCitation[] {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  return citationPlaces(text).flatMap(({ n, start, end }) => {
    const citation = byNumber.get(n);
    if (!citation) return [];
    const place = { start_index: start, end_index: end, title: titleOf(citation), url: linkOf(citation) };
    return [{ type: 'url_citation' as const, url_citation: place }];
  });
}

/** The same annotations in a text that begins with so many more characters. */
export function shifted(annotations: readonly UrlCitation[], by: number): readonly UrlCitation[] {
  return annotations.map(({ type, url_citation: { start_index: start, end_index: end, ...place } }) => ({
    type,
    url_citation: { start_index: start + by, end_index: end + by, ...place },
  }));
}

/** The exact place, in plain text. */
function titleOf({ path, startLine, endLine, pages, title, kind }: Citation): string {
  if (kind === 'commit') return title === undefined ? path : `${title} (${path})`;
  const page = pages?.[0]?.page;
  const at = page === undefined ? `:${startLine}-${endLine}` : `, page ${page}`;
  return title === undefined ? `${path}${at}` : `${title} (${path}${at})`;
}
