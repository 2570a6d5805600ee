import { decimalOf } from '@quarry/arithmetic';
import { readPageReference, sectionAt } from '@quarry/retrieval';
import { defined, type DraftFinding, type FindingCheck, type Section } from '@quarry/turn';
import { bestMatch } from './best-match';
import { compareFigure } from './compare-figure';
import { type FigureAt, figureAt } from './figure-at';
import { matchesOf, type Match } from './match-value';
import {
  hasPages,
  inEvidence,
  inSections,
  onPage,
  type ReadDocument,
  type Region,
  type TextLine,
} from './read-document';
import type { Candidate } from './where-named';

/** The result of checking a value: whether and where the document contains it. */
export interface Checked {
  readonly check: FindingCheck;
  readonly candidate: Candidate | null;
  readonly document: ReadDocument | null;
  readonly match: Match | null;
  /** What its page says of a number; null for a text, or where nothing could be compared. */
  readonly figure: FigureAt | null;
}

/**
 * Checks a value against the documents: it is on the page that the finding names (without pages: in its section),
 * elsewhere in the text that was read, or nowhere (issue "documents and extraction": such a finding is marked and
 * kept).
 */
export async function checkDraft(
  draft: DraftFinding,
  candidates: readonly Candidate[],
  documentOf: (candidate: Candidate) => Promise<ReadDocument | null>,
): Promise<Checked> {
  const named = candidates.some(({ trusted }) => trusted);
  let elsewhere: Checked | null = null;
  for (const candidate of candidates) {
    const document = await documentOf(candidate);
    if (!document) continue;
    const checked = checkIn(draft, candidate, document, named);
    if (checked?.check.stands === 'on_page') return checked;
    elsewhere ??= checked;
  }
  if (elsewhere) return elsewhere;
  const [first] = candidates;
  const document = first ? await documentOf(first) : null;
  const check: FindingCheck = { stands: 'nowhere', why: nowhere(draft, first, document) };
  return { check, candidate: first ?? null, document, match: null, figure: null };
}

function checkIn(
  draft: DraftFinding,
  candidate: Candidate,
  document: ReadDocument,
  named: boolean,
): Checked | null {
  const { lines, tree } = document;
  const read = inEvidence(candidate.read);
  const section = inSections(candidate.named);
  const page = hasPages(document) ? pageOf(draft) : undefined;
  const meant = regionMeant(candidate, document, page);
  // If no document matches the name, only pages that were read count.
  const stands: Region = candidate.trusted ? meant : (line) => !named && meant(line) && read(line);
  // Unread sections are searched only if nothing was read.
  const known = candidate.read.length > 0 ? read : section;
  const matches = matchesOf(draft, lines, (line) => stands(line) || known(line));
  const at = (match: Match): TextLine | undefined => lines[match.first];
  const isMeant = (match: Match): boolean => {
    const line = at(match);
    return line !== undefined && stands(line);
  };
  const there = bestMatch(draft, lines, matches.filter(isMeant), { named: section, read });
  const match = there ?? bestMatch(draft, lines, matches, { named: section, read });
  const line = match && at(match);
  if (!match || !line) return null;
  const where = placeText(line, tree, page !== undefined || hasPages(document));
  const reported = textOf(draft, match);
  const isNumber = decimalOf(draft.value) !== null;
  const figure = isNumber ? figureAt(document, match, titlesAt(document, line)) : null;
  const compared = isNumber ? compareAt(draft, candidate, titlesAt(document, line), figure) : null;
  const and = compared === null || compared.verdict === 'supported' ? '' : `, ${compared.why}`;
  const check: FindingCheck = {
    ...(there
      ? { stands: 'on_page', why: `${reported} is ${where}${and}` }
      : { stands: 'elsewhere', why: `${reported} is ${where}, not ${meantText(draft, page)}${and}` }),
    ...defined({ verdict: compared?.verdict }),
  };
  return { check, candidate, document, match, figure };
}

/** Compares a number with what its page says of it. */
function compareAt(
  draft: DraftFinding,
  { path }: Candidate,
  titles: readonly string[],
  figure: FigureAt | null,
): Pick<FindingCheck, 'verdict' | 'why'> {
  if (!figure) return { verdict: 'unchecked', why: 'but what it is was not compared' };
  return compareFigure(draft, figure, `${path} ${titles[0] ?? ''}`);
}

function titlesAt({ tree }: ReadDocument, line: TextLine): readonly string[] {
  return sectionOf(tree, line)?.titles ?? [];
}

/** The named page; otherwise the named section; otherwise what was read, if the document has pages or no sections. */
function regionMeant({ named, read }: Candidate, document: ReadDocument, page: number | undefined): Region {
  if (page !== undefined) return onPage(page);
  if (named.length > 0) return inSections(named);
  return hasPages(document) || document.tree.length === 0 ? inEvidence(read) : () => false;
}

/** The page of a finding. The section name can contain it: `report.pdf#page=35`. */
export function pageOf({ page, section }: DraftFinding): number | undefined {
  return page ?? readPageReference(section)?.page;
}

/** The innermost section that contains a line. */
export function sectionOf(tree: readonly Section[], line: TextLine, start = 0): Section | undefined {
  return tree[0]?.from === undefined
    ? sectionAt(tree, { line: line.line })
    : sectionAt(tree, { at: line.at + start });
}

function textOf({ value }: DraftFinding, { written }: Match): string {
  return String(value) === written ? `'${written}'` : `${value}, written '${written}',`;
}

function placeText(line: TextLine, tree: readonly Section[], byPage: boolean): string {
  if (byPage && line.layout?.page !== undefined) return `on page ${line.layout.page}`;
  const section = sectionOf(tree, line);
  return section ? `in '${section.id}'` : `on line ${line.line}`;
}

function meantText({ section }: DraftFinding, page: number | undefined): string {
  return page === undefined ? `in '${section}' as the model claimed` : `on page ${page} as the model claimed`;
}

function nowhere(draft: DraftFinding, first: Candidate | undefined, document: ReadDocument | null): string {
  if (!first || !document) return `'${draft.section}' is not a section that was read or shown`;
  const page = hasPages(document) ? pageOf(draft) : undefined;
  const last = Math.max(0, ...document.lines.map(({ layout }) => layout?.page ?? 0));
  const beyond = page !== undefined && page > last ? `; ${first.path} has ${last} pages` : '';
  const where = page === undefined ? `in '${draft.section}'` : `on page ${page}`;
  return `${draft.value} is neither ${where} nor elsewhere in the text that was read${beyond}`;
}
