import type { ReadItem } from './read-item';
import { simpleName } from './terms';
import { useOf } from './use';

/** Share of its score that an item passes on to the callees of its most relevant line. */
const HANDED_ON = 0.5;
/** Maximum number of items whose lines are read, best first. */
const CALLERS = 8;
/** Share that a line inherits from the most relevant of its neighbors. */
const NEAR_LINE = 0.6;
const NEAR = 2;
/** Lines of a body that only hands on to another function, at most. */
const DELEGATE = 2;
/** Relevance at which a call makes the callee part of the answer, even without words of the question. */
const WARM = 0.6;

type Unlinked = Omit<ReadItem, 'linked'>;

/**
 * Raises the scores of items that are called by the most relevant lines of other items: the next step of a process
 * seldom repeats the words of the question, but the previous step names it. Scores propagate by one step only, so that
 * they do not cycle.
 */
export function linkItems<T extends Unlinked>(
  items: readonly T[],
): readonly (T & { readonly linked: boolean })[] {
  const callers = [...items]
    .sort((a, b) => b.score - a.score)
    .slice(0, CALLERS)
    .map((item) => ({ item, heat: heatOf(item), delegates: isDelegate(item) }));
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
        // What a function that only hands on calls is what it does.
        const isWhole = caller.delegates && line.kind === 'plain' && use >= 1;
        const handed = isWhole ? caller.item.score : HANDED_ON * caller.item.score * heat * use;
        // A callee ranks after its caller, unless it scores higher by itself.
        score = Math.max(score, Math.min(item.score + handed, 0.99 * caller.item.score));
        warmth = Math.max(warmth, isWhole ? WARM : heat * use);
      });
    }
    return { ...item, score, linked: warmth >= WARM };
  });
}

/** True for a function whose body is hardly more than one call. */
function isDelegate({ lines, relevant }: Unlinked & { readonly relevant?: boolean }): boolean {
  const body = lines.filter(({ kind, text }) => kind === 'plain' && !/^\s*@/.test(text));
  return (
    relevant !== false &&
    body.length > 0 &&
    body.length <= DELEGATE &&
    lines.some(({ kind }) => kind === 'definition')
  );
}

/** Relevance of each line, by itself and by the lines around it. */
function heatOf({ lines, lineScores }: Unlinked): readonly number[] {
  return lines.map((line, at) => {
    if (line.kind === 'noise') return 0;
    const around = lineScores.slice(Math.max(0, at - NEAR), at + NEAR + 1);
    return Math.max(lineScores[at] ?? 0, NEAR_LINE * Math.max(0, ...around));
  });
}

/** True if the lines of one contain those of the other. */
function within(a: Unlinked, b: Unlinked): boolean {
  const [one, other] = [a.evidence, b.evidence];
  if (one.path !== other.path) return false;
  return (
    (one.startLine <= other.startLine && other.endLine <= one.endLine) ||
    (other.startLine <= one.startLine && one.endLine <= other.endLine)
  );
}
