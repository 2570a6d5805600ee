import { diffArrays } from 'diff';
import { agrees } from './quantities';
import type { Token, TokenKind } from './tokens';
import { areOpposite, sameQuantifier } from './words';

/** How the words of a sentence lie on those of a passage. */
export interface Alignment {
  /** Position in the passage of each token of the sentence that is there in the same order. */
  readonly inOrder: ReadonlyMap<number, number>;
  /** Positions in the sentence of tokens that the passage has, but elsewhere. */
  readonly moved: readonly number[];
  /** Positions in the sentence of tokens that the passage lacks. */
  readonly missing: readonly number[];
  /** Share (0..1) of the tokens that count which are in the passage. */
  readonly share: number;
  /** Share (0..1) of them that are there in the same order. */
  readonly ordered: number;
}

const FACTS: readonly TokenKind[] = ['number', 'year', 'name', 'code'];

export function isFact({ kind }: Token): boolean {
  return FACTS.includes(kind);
}

/** Whether two tokens say the same: equal keys, equal quantities, or quantifiers of one class. */
export function sameToken(a: Token, b: Token): boolean {
  if (a.quantity && b.quantity) return agrees(a.quantity, b.quantity);
  if (a.kind === 'quantifier' && b.kind === 'quantifier') return sameQuantifier(a.text, b.text);
  // A code name is meant as it is written: no plural, no other form.
  if (a.kind === 'code') return a.text === b.text || (a.key !== a.text && a.key === b.key);
  return a.key === b.key;
}

/** Lays a sentence on a passage: the longest common subsequence of the tokens that count. */
export function align(sentence: readonly Token[], passage: readonly Token[]): Alignment {
  const counts = (tokens: readonly Token[]): number[] =>
    tokens.flatMap(({ kind }, at) => (kind === 'function' ? [] : [at]));
  const [own, theirs] = [counts(sentence), counts(passage)];
  const inOrder = new Map<number, number>();
  const at = { own: 0, theirs: 0 };
  const changes = diffArrays(own, theirs, {
    comparator: (left, right) => sameAt(sentence, left, passage, right),
  });
  for (const { added, removed, count } of changes) {
    if (!added && !removed)
      for (let step = 0; step < count; step++) {
        const [from, to] = [own[at.own + step], theirs[at.theirs + step]];
        if (from !== undefined && to !== undefined) inOrder.set(from, to);
      }
    if (!added) at.own += count;
    if (!removed) at.theirs += count;
  }
  const rest = own.filter((index) => !inOrder.has(index));
  // A token of the passage is used up by one token of the sentence.
  const free = new Set(theirs.filter((index) => ![...inOrder.values()].includes(index)));
  const moved = rest.filter((index) => {
    const other = [...free].find((candidate) => sameAt(sentence, index, passage, candidate));
    return other !== undefined && free.delete(other);
  });
  const missing = rest.filter((index) => !moved.includes(index));
  const all = Math.max(1, own.length);
  return { inOrder, moved, missing, share: (own.length - missing.length) / all, ordered: inOrder.size / all };
}

function sameAt(a: readonly Token[], left: number, b: readonly Token[], right: number): boolean {
  const [one, other] = [a[left], b[right]];
  return one !== undefined && other !== undefined && sameToken(one, other);
}

/** The tokens of the passage that stand where the sentence has another: between the nearest common neighbours. */
export function inPlaceOf(at: number, { inOrder }: Alignment, passage: readonly Token[]): readonly Token[] {
  const before = [...inOrder].findLast(([index]) => index < at)?.[1] ?? -1;
  const after = [...inOrder].find(([index]) => index > at)?.[1] ?? passage.length;
  const taken = new Set(inOrder.values());
  return passage
    .slice(before + 1, after)
    .filter(({ kind }, index) => kind !== 'function' && !taken.has(before + 1 + index));
}

/** The first of some tokens that is the opposite of a token. */
export function oppositeOf(token: Token, others: readonly Token[]): Token | undefined {
  return others.find((other) => areOpposite(token.text, other.text));
}
