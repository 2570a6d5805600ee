import { pagesOf, rangeOf, sourceLinesOf } from '@quarry/search-index';
import type { EvidenceCandidate, Section } from '@quarry/turn';
import type { SectionFound } from './find-section';
import type { Page } from './page';
import { layoutByLine, sectionAt } from './places';
import { linesIn } from './whole-text';

type Found = Extract<SectionFound, { readonly kind: 'section' }>;

/** Subsections that a note lists, at most. */
const MOST_BELOW = 12;

/** A page as evidence. Its identity is its place: the section and the offset in it, else the lines, with an offset where they are not whole. */
export function pageEvidence(found: Found, page: Page, query: string): EvidenceCandidate {
  const { whole, tree } = found;
  const [first] = whole.chunks;
  const within = whole.chunks.filter((chunk) =>
    whole.byLines
      ? chunk.startLine <= page.endLine && chunk.endLine >= page.startLine
      : (chunk.offset ?? 0) < page.to && (chunk.offset ?? 0) + chunk.text.length > page.from,
  );
  const symbols = new Set(within.map((chunk) => chunk.symbol));
  const [symbol] = symbols.size === 1 ? symbols : [];
  const { document, commit, url, format, repository, snapshot } = first;
  const innermost = sectionAt(tree, whole.byLines ? { line: page.startLine } : { at: page.from });
  const section = found.section ?? innermost;
  const title = section ? titleOf(section) : (within[0]?.title ?? first.title);
  const layout = [...layoutByLine(within)]
    .filter(([line]) => page.startLine <= line && line <= page.endLine)
    .map(([, place]) => place);
  const pages = pagesOf(layout, whole.byLines ? page.startLine : undefined);
  return {
    id: pageIdentity(found, page),
    kind: 'chunk',
    text: page.text,
    path: first.path,
    startLine: page.startLine,
    endLine: page.endLine,
    language: first.language,
    relevance: 1,
    foundBy: 'section',
    query,
    ...present({
      repository,
      snapshot,
      symbol,
      commit,
      title,
      url,
      format,
      sourceLines: sourceLinesOf(layout),
      range: rangeOf(layout),
    }),
    ...present({ tableHead: within.find((chunk) => chunk.startLine === page.startLine)?.tableHead }),
    ...(pages.length === 0 ? {} : { pages }),
    ...(section ? { section: section.id } : {}),
    ...(document === undefined ? {} : { document, offset: page.from }),
  };
}

/** What is said beside a page: where it stands, what is before and behind it, and how to read on. */
export function pageNote(found: Found, page: Page, pages: EvidenceCandidate['pages']): string {
  const { whole, stretch, section } = found;
  const { path } = whole.chunks[0];
  const length = stretch.to - stretch.from;
  const shown = `characters ${page.from - stretch.from} to ${page.to - stretch.from} of ${length}`;
  const more = page.next === null ? [] : [`to read on, call it again with offset ${page.next}`];
  if (found.id !== undefined || !whole.byLines)
    return [...pagesText(pages), shown, ...more, ...belowText(found, section, page)].join('; ');
  const lines = linesIn(whole.text);
  const around = [
    ...(page.startLine > 1 ? [`before it: ${path}#L1-L${page.startLine - 1}`] : []),
    ...(page.next === null && page.endLine < lines
      ? [`behind it: ${path}#L${page.endLine + 1}-L${lines}`]
      : []),
  ];
  return [
    `lines ${page.startLine} to ${page.endLine} of ${lines} in ${path}`,
    ...pagesText(pages),
    ...(page.next === null && page.from === stretch.from ? [] : [shown]),
    ...more,
    ...around,
  ].join('; ');
}

function pagesText(pages: EvidenceCandidate['pages']): readonly string[] {
  const [first, last] = [pages?.[0]?.page, pages?.at(-1)?.page];
  if (first === undefined) return [];
  return [first === last ? `page ${first}` : `pages ${first} to ${last}`];
}

/** The subsections of a section that one page does not hold, so that they can be read by themselves. */
function belowText({ tree }: Found, section: Section | undefined, page: Page): readonly string[] {
  if (!section || page.next === null) return [];
  const below = tree.filter(({ parent }) => parent === section.id).map(({ id }) => id);
  const more = below.length > MOST_BELOW ? ` and ${below.length - MOST_BELOW} more` : '';
  return below.length === 0 ? [] : [`its subsections: ${below.slice(0, MOST_BELOW).join(', ')}${more}`];
}

function titleOf({ titles, title }: Section): string {
  return titles.length > 0 ? titles.join(' › ') : title;
}

function pageIdentity({ whole, id, stretch }: Found, page: Page): string {
  const [first] = whole.chunks;
  if (id !== undefined) return `${id}@${page.from - stretch.from}`;
  if (!whole.byLines) return `${first.id}@${page.from}`;
  const lines = `${first.path}#L${page.startLine}-L${page.endLine}`;
  return page.wholeLines ? lines : `${lines}@${page.from}`;
}

function present(fields: Readonly<Record<string, unknown>>): Partial<EvidenceCandidate> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
