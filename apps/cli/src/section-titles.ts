import type { Turn } from '@quarry/turn';

/** Most characters of a title that are shown. */
const LONGEST = 36;

/** Separates the titles on the path to a section, in the titles of evidence and citations. */
const STEP = ' › ';

/** Titles of the sections that a turn knows, by their ids. */
export function sectionTitles({ outline, findings, answer, evidence }: Turn): ReadonlyMap<string, string> {
  const sources = (answer?.figures ?? []).flatMap(({ source }) => source ?? []);
  return new Map([
    ...citedTitles(evidence),
    ...(outline?.sections ?? []).map(({ id, title }) => [id, title] as const),
    ...[...(findings ?? []), ...sources].flatMap(({ section, sectionTitle }) =>
      section === undefined || sectionTitle === undefined ? [] : [[section, sectionTitle] as const],
    ),
  ]);
}

/** Titles of the sections of citations, which the history keeps as well. */
export function citedTitles(
  cited: readonly { readonly section?: string; readonly title?: string }[],
): ReadonlyMap<string, string> {
  return new Map(
    cited.flatMap(({ section, title }) => {
      const last = title?.includes(STEP) === true ? title.split(STEP).at(-1) : undefined;
      return section === undefined || last === undefined ? [] : [[section, last] as const];
    }),
  );
}

/**
 * The display name of a section: its title or, if that is unknown, the last part of its id, `§ segment-results`. Empty
 * for the document itself, whose name is shown next to it.
 */
export function sectionName(id: string | undefined, titles: ReadonlyMap<string, string>): string {
  if (id === undefined) return '';
  const at = id.lastIndexOf('#');
  const title = titles.get(id);
  if (title === undefined) return at < 0 ? '' : short(`§ ${id.slice(Math.max(at, id.lastIndexOf('/')) + 1)}`);
  return short(title.replace(/\s+/g, ' ').trim());
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
}
