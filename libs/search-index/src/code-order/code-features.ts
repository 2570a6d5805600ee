import { GUARDED, isCondition, isTestPath, PAGE_LANGUAGES } from '@quarry/turn';
import { queryTerms } from '../analysis';
import { containedTerms, wantedTerms } from '../contained-terms';
import type { Chunk } from '../port';

/** What is read of a chunk to order it. */
export type CodePassage = Pick<Chunk, 'path' | 'symbol' | 'text' | 'language' | 'format'>;

/** What a passage of code has of a question, by name: shares are 0..1, weighted by rarity among the passages. */
export interface CodeFeatures {
  /** Share of the question's words in the name of the definition. */
  readonly name: number;
  /** Highest share in any {@link WINDOW} consecutive lines. */
  readonly window: number;
  /** Highest share in a condition with the lines that it guards: it says when something happens, and what. */
  readonly condition: number;
  /** Highest share in the lines that lead to a `return` or a thrown error. */
  readonly exit: number;
  /** Logarithm of its rank in the search, from 1. */
  readonly rank: number;
  /** Logarithm of its lines of code, up to {@link LONG}: a helper of two lines does not do what is asked about. */
  readonly length: number;
  /** 1 for a test. */
  readonly test: number;
  /** 1 for a page. */
  readonly page: number;
}

const WINDOW = 10;
/** Lines that lead to an exit, with its own. */
const LEADING = 5;
const LONG = 30;

const EXIT = /^\s*(?:return|raise|throw|panic!?|yield|reject|callback|cb)\b/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|"""|''')/;
const PAGES: ReadonlySet<string> = new Set(PAGE_LANGUAGES);

/** The features of each passage for a question, in their order, which is that of the search. */
export function codeFeatures(question: string, passages: readonly CodePassage[]): readonly CodeFeatures[] {
  const terms = queryTerms(question);
  const wanted = wantedTerms(terms);
  const read = passages.map((passage) => {
    const lines = passage.text.split('\n');
    return { passage, lines, has: lines.map((line) => containedTerms(line, wanted)) };
  });
  const weights = new Map(
    terms.map((term) => {
      const holding = read.filter(({ has }) => has.some((of) => of.has(term))).length;
      return [term, Math.log(1 + passages.length / (1 + holding))];
    }),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const shareOf = (sets: readonly ReadonlySet<string>[]): number => {
    let sum = 0;
    for (const [term, weight] of weights) if (sets.some((of) => of.has(term))) sum += weight;
    return sum / total;
  };
  return read.map(({ passage, lines, has }, at) => {
    const name = passage.symbol?.split(/[.#/:]/).at(-1) ?? '';
    const best = (isAt: (line: string) => boolean, before: number, after: number): number =>
      lines.reduce(
        (most, line, index) =>
          isAt(line) ? Math.max(most, shareOf(has.slice(Math.max(0, index - before), index + after))) : most,
        0,
      );
    const code = lines.filter((line) => line.trim() !== '' && !COMMENT.test(line)).length;
    return {
      name: shareOf([containedTerms(name, wanted)]),
      window: best(() => true, 0, WINDOW),
      condition: best(isCondition, 0, GUARDED),
      exit: best((line) => EXIT.test(line), LEADING - 1, 1),
      rank: Math.log(1 + at),
      length: Math.log(Math.min(LONG, 1 + code)),
      test: Number(isTestPath(passage.path)),
      page: Number(isPage(passage)),
    };
  });
}

/** True for a part of a page or another document, which is no code. */
export function isPage({ format, language }: Pick<CodePassage, 'format' | 'language'>): boolean {
  return format !== undefined || PAGES.has(language);
}
