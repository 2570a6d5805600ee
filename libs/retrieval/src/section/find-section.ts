import { nearestNames } from '@quarry/pipeline';
import { passesFilter, type Section } from '@quarry/turn';
import {
  chunksOf,
  fileOf,
  placeByName,
  placeOfEvidence,
  placeOfSection,
  placeOfStored,
  type Missing,
  type Place,
  type SectionSource,
} from './find-place';
import { idsNear, LISTED, namedInOutline, sectionOfId, sectionOfTitle } from './find-titled';
import { linesOf, type Stretch } from './page';
import { pageId, readPageReference, type PageReference } from './page-reference';
import { layoutByLine } from './places';
import { readSectionId } from './section-id';
import { storedPath } from './section-trees';
import { linesIn, wholeText, type WholeText } from './whole-text';

/** A section that is there, or why it is not. */
export type SectionFound =
  | {
      readonly kind: 'section';
      readonly whole: WholeText;
      readonly stretch: Stretch;
      /** The document's tree; empty where it has none. */
      readonly tree: readonly Section[];
      /** The node of the tree that it is; undefined for lines and pages. */
      readonly section?: Section;
      /** Its identity where it is a section or a page. */
      readonly id?: string;
    }
  | { readonly kind: 'missing'; readonly why: string };

/**
 * Finds what an id stands for: a section by its id or title, a page, evidence by its number, lines of a file, a file, a document, or a
 * definition by its name. Sections of the outline come first, then those of documents in the evidence, then all others.
 */
export async function findSection(source: SectionSource, id: string): Promise<SectionFound> {
  const place = await placeOf(source, id);
  return 'why' in place ? { kind: 'missing', why: place.why } : textAt(source, id, place);
}

async function textAt(source: SectionSource, id: string, place: Place): Promise<SectionFound> {
  const chunks = await chunksOf(source, place);
  const others = chunks.find((chunk) => chunk.document !== chunks[0]?.document);
  if (others)
    return { kind: 'missing', why: `${place.path} holds many documents; one of them has id ${others.id}` };
  const whole = wholeText(chunks);
  const filter = source.turn.plan?.filter;
  if (!whole || !passesFilter(filter, { ...whole.chunks[0], path: storedPath(place) }))
    return { kind: 'missing', why: await unknown(source, id) };
  const tree = await source.trees.of([storedPath(place)]);
  const section = place.section ?? (place.lines || place.page !== undefined ? undefined : tree[0]);
  const there = { kind: 'section' as const, whole, tree };
  if (section) return { ...there, stretch: stretchOf(whole, section), section, id: section.id };
  if (place.page !== undefined) return onPage(there, place.path, place.page);
  const { lines } = place;
  const all = { from: 0, to: whole.text.length };
  const stretch = lines && whole.byLines ? linesOf(whole, lines.start, lines.end) : all;
  if (stretch) return { ...there, stretch };
  return {
    kind: 'missing',
    why: `${place.path} has ${linesIn(whole.text)} lines, none from ${lines?.start} to ${lines?.end}`,
  };
}

function stretchOf(whole: WholeText, { startLine, endLine, from = 0, to }: Section): Stretch {
  const all = { from: Math.min(from, whole.text.length), to: Math.min(to ?? Infinity, whole.text.length) };
  return whole.byLines ? (linesOf(whole, startLine, endLine) ?? { from: 0, to: 0 }) : all;
}

function onPage(
  there: { readonly kind: 'section'; readonly whole: WholeText; readonly tree: readonly Section[] },
  path: string,
  page: number,
): SectionFound {
  const pages = [...layoutByLine(there.whole.chunks)].flatMap(([line, place]) =>
    place.page === undefined ? [] : [{ line, page: place.page }],
  );
  const lines = pages.filter((line) => line.page === page).map(({ line }) => line);
  const stretch = lines.length > 0 ? linesOf(there.whole, Math.min(...lines), Math.max(...lines)) : null;
  if (stretch) return { ...there, stretch, id: pageId(path, page) };
  const last = Math.max(0, ...pages.map((line) => line.page));
  const why =
    last === 0 ? `${path} has no pages` : `${path} has no text on page ${page}; its last page is ${last}`;
  return { kind: 'missing', why };
}

async function placeOf(source: SectionSource, raw: string): Promise<Place | Missing> {
  const page = readPageReference(raw);
  const paged = page && (await placeOfPage(source, page));
  if (paged) return paged;
  const id = readSectionId(raw);
  if (id.kind === 'evidence') return evidenceNumbered(source, id.n);
  const titled = (await namedInOutline(source, raw)) ?? (await sectionOfId(source, raw));
  if (titled) return titled;
  if (id.kind === 'lines') {
    const file = await fileOf(source, id.path);
    if (file) return { ...file, lines: id };
  }
  if (id.kind === 'document') {
    const { path, document } = id;
    if ((await chunksOf(source, { path, document })).length > 0) return { path, document };
  }
  const named =
    id.kind === 'lines' ? null : await placeByName(source, raw, id.kind === 'name' ? id.name : raw);
  return named ?? (await sectionOfTitle(source, raw)) ?? { why: await unknown(source, raw) };
}

async function placeOfPage(source: SectionSource, { path, page }: PageReference): Promise<Place | null> {
  if (path !== null) {
    const file = await fileOf(source, path);
    return file && { ...file, page };
  }
  const { outline, evidence } = source.turn;
  const shown = outline ? outline.sections : evidence;
  const [only, ...more] = new Set(shown.map((item) => item.path));
  return only !== undefined && more.length === 0 ? { path: only, page } : null;
}

async function evidenceNumbered(source: SectionSource, n: number): Promise<Place | Missing> {
  const { evidence } = source.turn;
  const item = evidence.find((one) => one.n === n);
  if (!item) {
    const numbers = evidence.length === 0 ? 'there is none yet' : `numbers go from 1 to ${evidence.length}`;
    return { why: `there is no evidence [${n}]; ${numbers}` };
  }
  // A value is shown with what stands around it.
  const around = item.kind === 'finding' ? await source.trees.of([storedPath(item)]) : [];
  const section = around.find(({ id }) => id === item.section);
  return section ? placeOfSection(section) : placeOfEvidence(item);
}

/** Why there is nothing, with the ids that are nearest: of sections, paths of the index, and what the evidence is called. */
async function unknown(source: SectionSource, id: string): Promise<string> {
  const { trees, turn } = source;
  const stored = await trees.manifest();
  const paths = [...stored.keys()].map((path) => idOf(placeOfStored(path, stored)));
  const shown = turn.evidence.flatMap(({ id: own, symbol }) => [
    own,
    ...(symbol === undefined ? [] : [symbol]),
  ]);
  const bare = id.replace(/(?:#L|:)\d.*$/, '');
  const sections = await idsNear(source, bare);
  const near = [...new Set([...sections, ...nearestNames(bare, [...paths, ...shown], LISTED)])].slice(
    0,
    LISTED,
  );
  return `there is no section '${id}'${hintOf(near, turn.outline?.sections ?? [])}`;
}

function hintOf(near: readonly string[], outline: readonly { readonly id: string }[]): string {
  if (near.length > 0) return `; the nearest ids are: ${near.join(', ')}`;
  if (outline.length === 0) return '; search finds passages in words';
  const some = outline.slice(0, LISTED).map((section) => section.id);
  return `; among the sections are: ${some.join(', ')}`;
}

function idOf({ path, document }: Place): string {
  return document === undefined ? path : `${path}#${document}`;
}
