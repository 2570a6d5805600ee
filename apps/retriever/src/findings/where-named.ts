import {
  clearlyNear,
  namedSections,
  readPageReference,
  type SectionTrees,
  storedPath,
} from '@quarry/retrieval';
import {
  defined,
  endsInPath,
  type DraftFinding,
  type Evidence,
  type ReadSection,
  type Section,
  type Turn,
} from '@quarry/turn';

/** A document that may contain a value. */
export interface Candidate {
  readonly path: string;
  readonly document?: string;
  /** Its sections that the finding names. */
  readonly named: readonly Section[];
  /** True if the finding names one of its sections, or if it is the only candidate. */
  readonly trusted: boolean;
  /** The evidence that was read from it. */
  readonly read: readonly Evidence[];
}

/** The evidence that was read in this pass, or in earlier passes if this one has read nothing. */
function evidenceRead(turn: Turn): readonly Evidence[] {
  const { read = [], pass } = turn.extraction ?? {};
  const own = read.filter((page) => page.pass === pass);
  const shown = (pages: readonly ReadSection[]): readonly Evidence[] =>
    turn.evidence.filter(({ n }) => pages.some((page) => page.n === n));
  return shown(own.length > 0 ? own : read);
}

/**
 * The documents to search for a finding's value: those whose section it names, then the others that were read. If none
 * was read, those of the outline.
 */
export async function candidatesOf(
  turn: Turn,
  draft: DraftFinding,
  trees: SectionTrees,
): Promise<readonly Candidate[]> {
  const read = evidenceRead(turn);
  const earlier = (turn.extraction?.read ?? []).flatMap(({ n }) =>
    turn.evidence.filter((item) => item.n === n),
  );
  const all = (path: string): readonly Evidence[] =>
    [...new Set([...read, ...earlier])].filter((item) => storedPath(item) === path);
  const paths = [...new Set(read.map(storedPath))];
  const known = await trees.of(paths);
  const named = likelier(turn, sectionsMeant(draft.section, known));
  const places = read.map(({ path, document }) => ({
    path,
    ...defined({ document }),
  }));
  const unique = [...new Map(places.map((place) => [storedPath(place), place])).values()];
  const candidates = unique.map((place): Candidate => {
    const stored = storedPath(place);
    const own = named.filter((section) => storedPath(section) === stored);
    const called = own.length > 0 || namesDocument(draft.section, place.path);
    return { ...place, named: own, trusted: called || unique.length === 1, read: all(stored) };
  });
  if (candidates.length === 0) return fromOutline(turn, draft, trees);
  return candidates.toSorted((a, b) => Number(b.trusted) - Number(a.trusted));
}

async function fromOutline(
  turn: Turn,
  draft: DraftFinding,
  trees: SectionTrees,
): Promise<readonly Candidate[]> {
  const sections = turn.outline?.sections ?? [];
  const meant = sectionsMeant(draft.section, sections).slice(0, MOST);
  const found: Candidate[] = [];
  for (const { id } of meant) {
    const section = (await trees.around(id)).find((own) => own.id === id);
    if (!section) continue;
    const { path, document } = section;
    found.push({
      path,
      ...defined({ document }),
      named: [section],
      trusted: true,
      read: [],
    });
  }
  return found;
}

/** Maximum sections of the outline to look up for one name. */
const MOST = 5;

function sectionsMeant<T extends Parameters<typeof namedSections>[1][number]>(
  wanted: string,
  sections: readonly T[],
): readonly T[] {
  const named = namedSections(wanted, sections);
  if (named.length > 0) return named;
  const near = clearlyNear(wanted, sections);
  return near ? [near] : [];
}

/**
 * Of several sections with a name, those that were read, otherwise those that the prompt showed: a model names a
 * section only precisely enough to distinguish these.
 */
function likelier<T extends { readonly id: string }>(turn: Turn, named: readonly T[]): readonly T[] {
  const read = new Set(turn.extraction?.read.map(({ section }) => section));
  const shown = new Set(turn.outline?.sections.map(({ id }) => id));
  const preferred = [read, shown].map((ids) => named.filter(({ id }) => ids.has(id)));
  return preferred.find((some) => some.length > 0) ?? named;
}

function namesDocument(wanted: string, path: string): boolean {
  const named = readPageReference(wanted)?.path ?? wanted;
  return endsInPath(path, named.trim());
}
