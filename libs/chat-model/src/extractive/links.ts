import type { ReadItem } from './read-item';
import { simpleName } from './terms';
import { useOf } from './use';

/** Share of its own worth that an item hands on to what its most telling line calls. */
const HANDED_ON = 0.5;
/** Items whose lines are looked at, best first. */
const CALLERS = 8;
/** What a line takes over from the warmest of the lines near it. */
const NEAR_LINE = 0.6;
const NEAR = 2;
/** An item that a line calls which is this near to the question belongs to the answer, whatever its own words are. */
const WARM = 0.6;

type Unlinked = Omit<ReadItem, 'linked'>;

/**
 * Items with more weight for what the most telling lines of the others call: the next step of a course of events seldom repeats the words
 * of the question, but the step before names it. One step only, so that weight does not run in circles.
 */
export function linkItems<T extends Unlinked>(
  items: readonly T[],
): readonly (T & { readonly linked: boolean })[] {
  const callers = [...items]
    .sort((a, b) => b.score - a.score)
    .slice(0, CALLERS)
    .map((item) => ({ item, heat: heatOf(item) }));
  const hottest = Math.max(0, ...callers.flatMap(({ heat }) => heat));
  return items.map((item) => {
    const name = item.evidence.symbol === undefined ? '' : simpleName(item.evidence.symbol);
    if (name.length < 3 || hottest === 0) return { ...item, linked: false };
    let score = item.score;
    let warmth = 0;
    for (const caller of callers) {
      if (caller.item.evidence.n === item.evidence.n || within(item, caller.item)) continue;
      caller.item.lines.forEach((line, at) => {
        if (line.kind !== 'plain' && line.kind !== 'definition') return;
        const heat = (caller.heat[at] ?? 0) / hottest;
        if (heat === 0 || line.defines === name || !line.text.includes(name)) return;
        const use = useOf(line.text, name);
        // What is called comes after what calls it, unless it has reasons of its own.
        const lifted = Math.min(
          item.score + HANDED_ON * caller.item.score * heat * use,
          0.99 * caller.item.score,
        );
        score = Math.max(score, lifted);
        warmth = Math.max(warmth, heat * use);
      });
    }
    return { ...item, score, linked: warmth >= WARM };
  });
}

/** How near each line is to the question, by itself and by the lines around it. */
function heatOf({ lines, lineScores }: Unlinked): readonly number[] {
  return lines.map((line, at) => {
    if (line.kind === 'noise') return 0;
    const around = lineScores.slice(Math.max(0, at - NEAR), at + NEAR + 1);
    return Math.max(lineScores[at] ?? 0, NEAR_LINE * Math.max(0, ...around));
  });
}

/** True where one's lines hold the other's. */
function within(a: Unlinked, b: Unlinked): boolean {
  const [one, other] = [a.evidence, b.evidence];
  if (one.path !== other.path) return false;
  return (
    (one.startLine <= other.startLine && other.endLine <= one.endLine) ||
    (other.startLine <= one.startLine && one.endLine <= other.endLine)
  );
}
