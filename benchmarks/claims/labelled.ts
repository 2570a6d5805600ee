/** What the answer may cite: a passage, a table or a piece of code. */
export interface GivenEvidence {
  readonly path: string;
  readonly text: string;
  readonly title?: string;
  readonly language?: string;
}

/** A sentence before it is altered, with its evidence. */
export interface Seed {
  readonly set: string;
  /** The document that it is from: all its sentences fall into one half. */
  readonly document: string;
  readonly sentence: string;
  readonly evidence: readonly GivenEvidence[];
}

/** A sentence whose verdict is known: one line of a set for `quarry eval claims`. */
export interface LabelledSentence {
  readonly id: string;
  readonly set: string;
  /** How it was made: `verbatim`, `edited`, or the one thing that was altered. */
  readonly kind: string;
  readonly expected: 'supported' | 'refuted';
  readonly sentence: string;
  readonly evidence: readonly GivenEvidence[];
}

/** Numbers in 0..1 that are the same for the same text (FNV-1a for the seed, then mulberry32). */
export function randomFor(text: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of some at random; undefined of none. */
export function oneOf<T>(some: readonly T[], random: () => number): T | undefined {
  return some[Math.floor(random() * some.length)];
}

/** Some in random order. */
export function shuffled<T>(some: readonly T[], random: () => number): T[] {
  return some
    .map((value) => ({ value, draw: random() }))
    .toSorted((a, b) => a.draw - b.draw)
    .map(({ value }) => value);
}
