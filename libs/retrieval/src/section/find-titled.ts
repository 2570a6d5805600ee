import type { Section } from '@quarry/turn';
import { placeOfSection, type Missing, type Place, type SectionSource } from './find-place';
import { namedSections, plainId, theOne, type Titled } from './named-sections';
import { clearlyNear, nearSections } from './near-sections';
import { storedPath } from './section-trees';

/** Ids that a note lists, at most. */
export const LISTED = 5;

/** The section of the outline that a text names; why it cannot be said where it names several. */
export async function namedInOutline(source: SectionSource, wanted: string): Promise<Place | Missing | null> {
  const sections = source.turn.outline?.sections ?? [];
  const named = namedSections(wanted, sections);
  if (named.length === 0) return null;
  const one = theOne(named);
  return one ? placeOfTitled(source, one) : several(wanted, named);
}

/** The section whose id a text is, wherever it stands. */
export async function sectionOfId(source: SectionSource, id: string): Promise<Place | null> {
  const wanted = plainId(id);
  const near = await source.trees.around(id.trim().replaceAll('\\', '/'));
  const section = near.find((own) => plainId(own.id) === wanted);
  return section ? placeOfSection(section) : null;
}

/** The section that a text names by its title, in documents of the evidence, else anywhere; then one that is clearly near. */
export async function sectionOfTitle(source: SectionSource, wanted: string): Promise<Place | Missing | null> {
  const known = await source.trees.of(pathsOfEvidence(source));
  const outline = source.turn.outline?.sections ?? [];
  const near: readonly (() => Promise<readonly Titled[]>)[] = [async () => known, () => source.trees.all()];
  for (const scope of near) {
    const named = namedSections(wanted, await scope());
    const one = theOne(named);
    if (one) return placeOfTitled(source, one);
    if (named.length > 0) return several(wanted, named);
  }
  for (const scope of [async () => outline, ...near]) {
    const one = clearlyNear(wanted, await scope());
    if (one) return placeOfTitled(source, one);
  }
  return null;
}

/** Ids of sections that are like a text: of the outline and the evidence's documents, else of all; where none is, the first of the outline. */
export async function idsNear(source: SectionSource, wanted: string): Promise<readonly string[]> {
  const outline = source.turn.outline?.sections ?? [];
  const known = nearSections(
    wanted,
    unique([...outline, ...(await source.trees.of(pathsOfEvidence(source)))]),
    LISTED,
  );
  return known.length > 0 ? known : nearSections(wanted, await source.trees.all(), LISTED);
}

function several(wanted: string, named: readonly Titled[]): Missing {
  const ids = named.slice(0, LISTED).map(({ id }) => id);
  const more = named.length > ids.length ? ' and more' : '';
  return { why: `${named.length} sections are called '${wanted}': ${ids.join(', ')}${more}` };
}

/** An outline's section is looked up, since it does not say where its text stands. */
async function placeOfTitled(source: SectionSource, { id }: Titled): Promise<Place | null> {
  const section = (await source.trees.around(id)).find((own: Section) => own.id === id);
  return section ? placeOfSection(section) : null;
}

function pathsOfEvidence({ turn }: SectionSource): readonly string[] {
  return [...new Set(turn.evidence.map(storedPath))];
}

function unique(sections: readonly Titled[]): readonly Titled[] {
  return [...new Map(sections.map((section) => [section.id, section])).values()];
}
