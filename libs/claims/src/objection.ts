import { type Alignment, inPlaceOf, isFact, oppositeOf, sameToken } from './align';
import { acrossThan, besideAnother } from './comparison';
import type { Token } from './tokens';
import { CODE_GLUE } from './words';

/** What keeps a passage that has the words of a sentence from supporting it. */
export interface Objection {
  /** The second half of "[1] is close to it, but …". */
  readonly but: string;
}

/** A dropped word of these makes the sentence say more than the passage. */
const HEDGES: ReadonlySet<string> = new Set(
  'may might could possibly some several few only partly sometimes'.split(' '),
);
/** What is said of some is not said of all. */
const PARTIAL: ReadonlySet<string> = new Set('most many some several few certain mostly usually'.split(' '));
/** How far apart, in tokens, a word may be from a number or name and still belong to it. */
const NEAR = 4;
/** How many tokens lie between a word and the next that a passage shares with the sentence, at most. */
const ITSELF_NEAR = 3;
/** How many words of the passage the sentence leaves out behind "we", at most. */
const ITSELF_LEFT = 2;

/**
 * Why the passage does not say what the sentence says, although they share words; null if nothing speaks against it.
 * Names that its head has (title, path, symbol) count as part of the passage.
 * Code has no words between its names: all that the sentence says must be there, but for what the signs say.
 */
export function objectionTo(
  sentence: readonly Token[],
  passage: readonly Token[],
  alignment: Alignment,
  isInHead: (token: Token) => boolean,
  isCode: boolean,
): Objection | null {
  const but = (text: string): Objection => ({ but: text });
  for (const at of [...alignment.missing, ...alignment.moved]) {
    const token = sentence[at];
    if (!token) continue;
    const isMoved = alignment.moved.includes(at);
    const [there] = inPlaceOf(at, alignment, passage).filter((one) => !isMoved || !sameToken(one, token));
    const opposite = oppositeOf(token, inPlaceOf(at, alignment, passage));
    if (opposite) return but(`has '${opposite.text}' instead of '${token.text}'`);
    if (token.kind === 'negation') return but('does not deny it');
    if (!isMoved && isInHead(token) && speaksOfItself(at, alignment, passage)) continue;
    if (isMoved && !(there && isFact(token)) && !isCode) continue;
    if (isCode && CODE_GLUE.has(token.text)) continue;
    if (there) return but(`has '${there.text}' instead of '${token.text}'`);
    if (isFact(token) ? !isInHead(token) : token.kind === 'quantifier' || isCode)
      return but(`lacks '${token.text}'`);
  }
  const across = isCode ? undefined : acrossThan(sentence, passage);
  if (across) return but(`has '${across.text}' on the other side of 'than'`);
  const beside = isCode ? undefined : besideAnother(alignment.moved, sentence, passage);
  if (beside) return but(`has '${beside.text}' beside another number`);
  const dropped = droppedHedge(passage, alignment) ?? droppedStart(sentence, passage, alignment);
  if (dropped) return but(`says '${dropped.text}'`);
  return misplaced(sentence, passage, alignment, isCode);
}

/** The words by which a report calls its own company. */
const ITSELF: ReadonlySet<string> = new Set(['we', 'us', 'our', 'ours', 'company']);

/**
 * Whether the passage has "we", "our" or "the Company" right before or behind the place of a word of its head: `Netflix
 * has never paid a dividend` is what a report of Netflix says by `We have never paid a dividend`.
 */
function speaksOfItself(at: number, { inOrder }: Alignment, passage: readonly Token[]): boolean {
  const after = [...inOrder].find(([index]) => index > at)?.[1];
  const before = [...inOrder].findLast(([index]) => index < at)?.[1];
  const ranges = [
    ...(after === undefined ? [] : [[Math.max(0, after - ITSELF_NEAR), after] as const]),
    ...(before === undefined ? [] : [[before + 1, before + 1 + ITSELF_NEAR] as const]),
  ];
  const [found] = ranges.flatMap(([from, to]) =>
    passage.slice(from, to).flatMap(({ text }, step) => (ITSELF.has(text) ? [from + step] : [])),
  );
  if (found === undefined) return false;
  // The rest must be of the same sentence, and not of another company in the next one.
  const taken = new Set(inOrder.values());
  const rest = passage.slice(found + 1, Math.max(...taken)).filter(({ kind }) => kind !== 'function');
  const left = rest.filter((token) => !taken.has(passage.indexOf(token)));
  return (
    left.length <= ITSELF_LEFT && !left.some(({ kind, text }) => kind === 'negation' || HEDGES.has(text))
  );
}

/** A negation or hedge of the passage, between words that the sentence has side by side. */
function droppedHedge(passage: readonly Token[], { inOrder }: Alignment): Token | undefined {
  const taken = [...inOrder.values()];
  const [first = 0, last = -1] = [Math.min(...taken), Math.max(...taken)];
  return passage.find(
    (token, at) =>
      at > first &&
      at < last &&
      !taken.includes(at) &&
      (token.kind === 'negation' || HEDGES.has(token.text)) &&
      isTight(at, taken),
  );
}

/** A quantifier right before the first word that both have: of "most customers pay", not "customers pay". */
function droppedStart(
  sentence: readonly Token[],
  passage: readonly Token[],
  { inOrder }: Alignment,
): Token | undefined {
  const first = Math.min(...inOrder.values());
  const before = passage[first - 1];
  const begins = [...inOrder].find(([, place]) => place === first)?.[0] ?? 0;
  const isStart = sentence.slice(0, begins).every(({ kind }) => kind === 'function');
  return before && isStart && PARTIAL.has(before.text) ? before : undefined;
}

function isTight(at: number, taken: readonly number[]): boolean {
  return (
    taken.some((other) => other < at && at - other <= NEAR) &&
    taken.some((other) => other > at && other - at <= NEAR)
  );
}

/** A name or number in another role than in the passage: in another order, or beside other words. */
function misplaced(
  sentence: readonly Token[],
  passage: readonly Token[],
  alignment: Alignment,
  isCode: boolean,
): Objection | null {
  const { inOrder, moved } = alignment;
  const kinds = sentence.map(({ kind }) => kind);
  for (const at of moved) {
    const token = sentence[at];
    if (!token) continue;
    const afterNumber = kinds[at - 1] === 'number' || kinds[at - 1] === 'year';
    if (token.kind === 'word' && afterNumber) return { but: `has '${token.text}' elsewhere` };
    if (token.kind === 'quantifier') return { but: `has '${token.text}' elsewhere` };
    const alike = kinds.some(
      (kind, other) => kind === token.kind && other !== at && sentence[other]?.key !== token.key,
    );
    const choice = passage.filter(({ kind, key }) => kind === token.kind && key !== token.key).length > 0;
    if (isFact(token) && (alike || choice || isCode)) return { but: `has '${token.text}' in another place` };
  }
  for (const [at, place] of inOrder) {
    const token = sentence[at];
    if (token?.kind === 'quantifier' || token?.kind === 'negation') {
      const places = passage.flatMap((other, index) => (sameToken(token, other) ? [index] : []));
      // `never` and `not` are one token: the other one may be the one that is meant.
      if (![place, ...places].some((one) => isBeside(at, one, sentence, inOrder)))
        return { but: `has '${token.text}' in another place` };
      continue;
    }
    if (!token || !isFact(token)) continue;
    if (!isBound(at, place, sentence, passage, inOrder))
      return { but: `has '${token.text}' in another place` };
  }
  return null;
}

/**
 * Whether a negation or quantifier stands before the same word as in the passage, or behind it where it ends the
 * sentence.
 */
function isBeside(
  at: number,
  place: number,
  sentence: readonly Token[],
  inOrder: ReadonlyMap<number, number>,
): boolean {
  for (const step of [1, -1]) {
    let next = at + step;
    while (sentence[next]?.kind === 'function') next += step;
    const other = inOrder.get(next);
    if (other !== undefined) return Math.abs(other - place) <= Math.abs(next - at) + 2;
  }
  return false;
}

/** Whether no other fact of the kind stands between a fact and its neighbour, on one side at least. */
function isBound(
  at: number,
  place: number,
  sentence: readonly Token[],
  passage: readonly Token[],
  inOrder: ReadonlyMap<number, number>,
): boolean {
  const { kind, path } = sentence[at] ?? {};
  const own = passage[place]?.path;
  const sides = [-1, 1].map((step) => {
    let next = at + step;
    // The parts of a path stand beside each other anyway.
    while (sentence[next]?.kind === 'function' || (path !== undefined && sentence[next]?.path === path))
      next += step;
    const other = inOrder.get(next);
    if (sentence[next] === undefined || other === undefined) return null;
    const [from, to] = other < place ? [other + 1, place] : [place + 1, other];
    return !passage
      .slice(from, to)
      .some((token) => token.kind === kind && (own === undefined || token.path !== own));
  });
  const known = sides.filter((side) => side !== null);
  return known.length === 0 || known.some(Boolean);
}
