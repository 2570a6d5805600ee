import { outlineLine, outlineNames } from '@quarry/prompting';
import { countTokens, defined, type OutlineSection, type Section } from '@quarry/turn';

/** Stop after this many consecutive sections that do not fit. */
const MOST_TOO_LONG = 20;

/**
 * Chooses sections within a token limit, in the given order, each with its ancestors, so that the result is a tree. The
 * first sections in `places` are shown with their summaries, up to half of the limit. The others show only their
 * titles, which describe more of the document than a few summaries. Counts hardly more lines than fit.
 * @param places rank, from 1, of the sections that contain hits and so deserve a summary
 */
export function fitSections(
  ordered: readonly Section[],
  maxTokens: number,
  places: ReadonlyMap<string, number>,
): ReadonlyMap<string, OutlineSection> {
  // Names that are unambiguous among all candidates, so that the shown lines never get longer.
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

/** Tokens of the lines in a prompt. Counting stops once they exceed `limit`. */
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

/** The section and its ancestors that are not chosen yet, from the top. */
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
