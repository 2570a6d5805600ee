import { outlineLine, outlineNames } from '@quarry/prompting';
import { countTokens } from '@quarry/tokens';
import { defined, type OutlineSection, type Section } from '@quarry/turn';

/** Sections in a row that do not fit, after which no further one is tried. */
const MOST_TOO_LONG = 20;

/**
 * Chooses sections within a number of tokens, in the given order; each with those above it, so that what is shown is a tree. What a section
 * says is shown of those that are worth it, the first of which may take half of the room; the others by their titles alone, which tell more of
 * the document than the summaries of a few. No more lines are counted than about fit.
 * @param places of sections whose summaries are worth their room, among those that hold hits, from 1
 */
export function fitSections(
  ordered: readonly Section[],
  maxTokens: number,
  places: ReadonlyMap<string, number>,
): ReadonlyMap<string, OutlineSection> {
  // Told apart from all that might be shown, so that what is shown is never longer.
  const names = outlineNames(ordered);
  const byId = new Map(ordered.map((section) => [section.id, section]));
  const chosen = new Map<string, OutlineSection>();
  let left = maxTokens;
  let tooLong = 0;
  for (const section of ordered) {
    if (tooLong === MOST_TOO_LONG) break;
    if (chosen.has(section.id)) continue;
    const brief = wayTo(section, byId, chosen).map((one) => ({ ...shown(one, places), summary: '' }));
    const told = brief.map((one) => (one.id === section.id ? shown(section, places) : one));
    const ways = places.has(section.id) && left > maxTokens / 2 ? [told, brief] : [brief];
    const fitting = ways.find((lines) => tokensOf(lines, names, left) <= left);
    tooLong = fitting ? 0 : tooLong + 1;
    if (!fitting) continue;
    left -= tokensOf(fitting, names, left);
    for (const one of fitting) chosen.set(one.id, one);
  }
  return chosen;
}

/** Tokens of the lines in a prompt; more than `limit` where they have more, not counted to the end. */
export function tokensOf(
  sections: readonly OutlineSection[],
  names: ReadonlyMap<string, string>,
  limit: number,
): number {
  let tokens = 0;
  for (const section of sections) {
    tokens += countTokens(`${outlineLine(section, names.get(section.id))}\n`);
    if (tokens > limit) break;
  }
  return tokens;
}

export function shown(section: Section, places?: ReadonlyMap<string, number>): OutlineSection {
  const { id, path, title, level, startPage, endPage, summary, characters } = section;
  const pages = startPage === undefined ? {} : { startPage, endPage: endPage ?? startPage };
  const rank = places?.get(id);
  return { id, path, title, level, summary, characters, ...pages, ...defined({ rank }) };
}

/** The section and those above it that are not chosen yet, from the top. */
function wayTo(
  section: Section,
  byId: ReadonlyMap<string, Section>,
  chosen: ReadonlyMap<string, unknown>,
): readonly Section[] {
  const way: Section[] = [];
  const seen = new Set<string>();
  for (let at: Section | undefined = section; at && !chosen.has(at.id) && !seen.has(at.id);) {
    seen.add(at.id);
    way.unshift(at);
    at = at.parent === null ? undefined : byId.get(at.parent);
  }
  return way;
}
