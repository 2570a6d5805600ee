import { namedSections, pageId, readPageReference, theOne, type Titled } from '@quarry/retrieval';
import type { Evidence, Extraction, Finding, ReadSection, Turn } from '@quarry/turn';

/** The page that a call requests, if the turn has already read it (001, "extraction caching"). */
export function readBefore(turn: Turn, wanted: string, offset: number): ReadSection | null {
  const read = turn.extraction?.read ?? [];
  if (read.length === 0) return null;
  const section = sectionMeant(turn, read, wanted);
  const own = read.filter((page) => page.section === section);
  return own.findLast((page) => holds(turn, page, offset)) ?? null;
}

/** A page that was read with this evidence number, by any call. */
export function readAs(turn: Turn, n: number): ReadSection | null {
  return turn.extraction?.read.findLast((page) => page.n === n) ?? null;
}

/** The state after showing a page to a call in this pass. */
export function withRead(extraction: Extraction, page: Omit<ReadSection, 'pass'>): Extraction {
  const { pass, read } = extraction;
  const known = read.some(
    (own) => own.pass === pass && own.section === page.section && own.offset === page.offset,
  );
  return known ? extraction : { ...extraction, read: [...read, { pass, ...page }] };
}

/** Findings whose value is on a page that was read. */
export function findingsFrom(turn: Turn, page: ReadSection): readonly Finding[] {
  const text = turn.evidence.find(({ n }) => n === page.n);
  return (turn.findings ?? []).filter((finding) => {
    const shown = turn.evidence.find(({ n }) => n === finding.n);
    return text !== undefined && shown !== undefined && standsIn(shown, text, finding, page);
  });
}

/** The note that replaces a text that an earlier pass has read. */
export function knownNote(page: ReadSection, found: readonly Finding[]): string {
  const values = found.map(
    ({ n, label, value, unit }) => `${label} = ${value}${unit === undefined ? '' : ` ${unit}`} [${n}]`,
  );
  const brought = values.length > 0 ? `found in it: ${values.join('; ')}` : 'nothing was found in it';
  return `it was read in pass ${page.pass}; ${brought}; call it again with reread: 1 to see its text`;
}

function sectionMeant(turn: Turn, read: readonly ReadSection[], wanted: string): string | undefined {
  const page = readPageReference(wanted);
  if (page) {
    const ending = pageId(page.path ?? '', page.page).toLowerCase();
    const ids = new Set(read.map(({ section }) => section).filter((id) => id.toLowerCase().endsWith(ending)));
    return ids.size === 1 ? [...ids][0] : undefined;
  }
  const known = [...read.map((one) => titled(turn, one)), ...(turn.outline?.sections ?? [])];
  const byId = new Map(known.map((section): [string, Titled] => [section.id, section]));
  return theOne(namedSections(wanted, [...byId.values()]))?.id;
}

function titled(turn: Turn, { section, n }: ReadSection): Titled {
  const item = turn.evidence.find((one) => one.n === n);
  const title = item?.title?.split(' › ').at(-1) ?? '';
  return { id: section, path: item?.path ?? section, title, characters: item?.text.length ?? 0 };
}

/** Whether the page begins at the offset or contains it. Text read as another section has no offsets in this one. */
function holds(turn: Turn, page: ReadSection, offset: number): boolean {
  const item = turn.evidence.find(({ n }) => n === page.n);
  if (!item) return false;
  const own = item.id === `${page.section}@${page.offset}`;
  return offset === page.offset || (own && page.offset < offset && offset < page.offset + item.text.length);
}

function standsIn(shown: Evidence, text: Evidence, finding: Finding, page: ReadSection): boolean {
  if (shown.path !== text.path || shown.document !== text.document) return false;
  if (finding.check.stands === 'nowhere') return finding.section === page.section;
  if (text.offset !== undefined && shown.offset !== undefined)
    return text.offset <= shown.offset && shown.offset < text.offset + text.text.length;
  return text.startLine <= shown.startLine && shown.startLine <= text.endLine;
}
