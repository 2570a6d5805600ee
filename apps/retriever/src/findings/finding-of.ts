import { decimalOf } from '@quarry/arithmetic';
import { pagesOf, rangeOf, sourceLinesOf } from '@quarry/search-index';
import {
  defined,
  normalizeQuery,
  type DraftFinding,
  type EvidenceCandidate,
  type Finding,
  type PagePlace,
} from '@quarry/turn';
import { cellAt } from './best-match';
import { pageOf, sectionOf, type Checked } from './check-draft';
import { hasPages, type TextLine } from './read-document';

/** A finding without id and numbers, and its evidence. */
export interface FindingFound {
  readonly finding: Omit<Finding, 'id' | 'n' | 'pass'>;
  readonly evidence: EvidenceCandidate;
}

/** Characters of a line to quote on each side of the value. */
const AROUND = 200;
/** Characters of caption and head of a column. */
const MOST_HEADS = 300;

/** Turns a checked value into a finding with place, section and quoted line. */
export function findingOf(draft: DraftFinding, checked: Checked, item: string): FindingFound {
  const { candidate, document, match, check } = checked;
  const line = match ? document?.lines[match.first] : undefined;
  const named = candidate?.named[0];
  const section = (document && line && sectionOf(document.tree, line, match?.start)) ?? named;
  const { label, value, unit, context } = draft;
  const place = line && placeOf(checked, line);
  const page = place?.page ?? (document && hasPages(document) ? pageOf(draft) : undefined);
  const quote = quoteOf(checked);
  const sectionId = section?.id ?? draft.section;
  // Without a matching document, show what the model wrote.
  const path = candidate?.path ?? draft.section;
  const found = {
    ...defined({ page, unit, context, quote }),
    ...(place ? { place } : {}),
  };
  const finding = {
    item,
    label,
    value,
    path,
    section: sectionId,
    sectionTitle: section?.title ?? draft.section,
    check,
    ...found,
  };
  const at = line?.line ?? section?.startLine ?? candidate?.read[0]?.startLine ?? 1;
  const evidence: EvidenceCandidate = {
    id: `finding:${path}#${page ?? sectionId}:${normalizeQuery(label)}:${decimalOf(value) ?? normalizeQuery(String(value))}`,
    kind: 'finding',
    text: textOf(draft, quote, headsOf(checked)),
    path,
    startLine: at,
    endLine: at,
    section: sectionId,
    relevance: 1,
    foundBy: 'extraction',
    query: item,
    ...(place ? { pages: [place] } : {}),
    ...linesOf(checked, line),
    ...ofDocument(checked, line?.at ?? section?.from),
    ...(section ? { title: section.titles.join(' › ') } : {}),
  };
  return { finding, evidence };
}

/** What stands above a number of a table: caption and head of its column; empty if nothing, or for a sentence. */
function headsOf({ figure }: Checked): string {
  if (figure?.kind !== 'cell') return '';
  const texts = [figure.caption, figure.head].map((text) => text.replace(/\s+/g, ' ').trim());
  return texts
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, MOST_HEADS);
}

function textOf(
  { label, value, unit, context }: DraftFinding,
  quote: string | undefined,
  heads: string,
): string {
  const lines = [
    `${label} = ${value}${unit === undefined ? '' : ` ${unit}`}`,
    ...(context === undefined ? [] : [context]),
    ...(heads === '' ? [] : [`Column: ${heads}`]),
    ...(quote === undefined ? [] : [`"${quote}"`]),
  ];
  return lines.join('\n');
}

function ofDocument(
  { candidate, document }: Checked,
  offset: number | undefined,
): Partial<EvidenceCandidate> {
  const { format, commit, url } = document?.about ?? {};
  return {
    ...(candidate?.document === undefined ? {} : { document: candidate.document, offset: offset ?? 0 }),
    ...defined({ format, commit, url }),
  };
}

/** The table cell with the value, otherwise its lines on the page of the first line. */
function placeOf({ document, match }: Checked, line: TextLine): PagePlace | undefined {
  const { page, box = null, ocr } = line.layout ?? {};
  if (page === undefined || !document || !match) return undefined;
  const cell = match.first === match.last ? cellAt(line, match.start, match.end) : undefined;
  if (cell && box) return { page, box: [cell[2], box[1], cell[3], box[3]], ...defined({ ocr }) };
  const lines = document.lines.slice(match.first, match.last + 1).flatMap(({ layout }) => layout ?? []);
  return pagesOf(lines).find((place) => place.page === page);
}

/** Its line of the file, or its cell of the spreadsheet. */
function linesOf({ match }: Checked, line: TextLine | undefined): Partial<EvidenceCandidate> {
  const layout = line?.layout;
  if (!layout || !match) return {};
  const cell = match.first === match.last ? cellAt(line, match.start, match.end) : undefined;
  const range = rangeOf([cell ? { ...layout, cells: [cell] } : layout]);
  return defined({ sourceLines: sourceLinesOf([layout]), range });
}

function quoteOf({ document, match }: Checked): string | undefined {
  if (!document || !match) return undefined;
  const text = document.lines
    .slice(match.first, match.last + 1)
    .map((line) => line.text.trim())
    .join(' ');
  return around(text, match);
}

/** Truncates a long line around the value, between words. */
function around(
  text: string,
  { first, last, start, end }: { first: number; last: number; start: number; end: number },
): string {
  if (text.length <= 3 * AROUND) return text;
  if (first !== last) return `${text.slice(0, 3 * AROUND).replace(/\s\S{0,60}$/, '')} …`;
  const from = start <= AROUND ? 0 : text.indexOf(' ', start - AROUND) + 1;
  const stop = text.lastIndexOf(' ', end + AROUND);
  const to = end + AROUND >= text.length || stop < end ? text.length : stop;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`;
}
