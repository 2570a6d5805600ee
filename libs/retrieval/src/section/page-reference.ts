/** A page of a document, as a call names it. */
export interface PageReference {
  /** Null where only the page is named. */
  readonly path: string | null;
  readonly page: number;
}

const LINK = /#page=(\d{1,6})$/i;
const WORDS = /(?:^|[\s,:])(?:pages?|pp?\.?) ?(\d{1,6})$/i;

/** Reads `report.pdf#page=35`, `page 35`, `report.pdf, p. 35`; null for anything else. */
export function readPageReference(raw: string): PageReference | null {
  const text = raw.slice(0, 1_000).replace(/[`'"]/g, '').replace(/\s+/g, ' ').trim();
  const found = LINK.exec(text) ?? WORDS.exec(text);
  if (!found) return null;
  const path = text
    .slice(0, found.index)
    .replace(/[,:] ?$/, '')
    .trim()
    .replaceAll('\\', '/');
  return { path: path === '' ? null : path, page: Number(found[1]) };
}

/** The id of a page of a document, in the form of links to PDF files. */
export function pageId(path: string, page: number): string {
  return `${path}#page=${page}`;
}
