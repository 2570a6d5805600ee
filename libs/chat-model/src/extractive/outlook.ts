import type { Standing } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { entitiesOf } from './entities';
import { isFunctionWord } from './terms';

/**
 * What a logistic model adds for each signal. Fitted by gradient descent on questions of HotpotQA, Aptos' documentation, CoSQA and MTRAG
 * that their corpus answers, on such of seven other sets, and on their own with made-up names; tested on MuSiQue, TAT-QA, SciFact and Cranfield
 * (ADR 13 has the figures). Changing one means to measure all of them again.
 */
interface Weights {
  /** For a cosine of 1 of the nearest chunk. */
  readonly nearest: number;
  /** For all of the question's terms in the best passages together. */
  readonly together: number;
  /** For a question of which no word is in the index, and for one of which no name's word is. */
  readonly absent: number;
  readonly absentNames: number;
  readonly bias: number;
  /** Added for an index of one chunk, and by the logarithm less for a larger one: it lacks words of questions that it answers. */
  readonly small: number;
}
/** An index of so many chunks is not small: the fewest of those that the other weights were fitted on. */
const NOT_SMALL = 1_000;

/** With cosines of MiniLM; those of another model have other ranges, and say nothing here. */
const WITH_MINILM: Weights = {
  nearest: 10.45,
  together: 3.45,
  absent: -4.89,
  absentNames: -4.7,
  bias: -6.37,
  small: 6,
};
const MINILM = /^minilm-l6-v2\b/;
/** Words alone; the bias is 0.4 above the fitted one, since they tell less: what is not sure is answered. */
const BY_WORDS: Weights = {
  nearest: 0,
  together: 4.93,
  absent: -8.44,
  absentNames: -4.88,
  bias: -1.56,
  small: 10,
};

/** Likelihood (0..1) that an index answers a question, by how the question stands to it. */
export function outlookOf(question: string, standing: Standing): number {
  const { chunks, nearest, together, terms, absent } = standing;
  const known = nearest !== undefined && MINILM.test(nearest.embedder) ? nearest.cosine : null;
  const weights = known === null ? BY_WORDS : WITH_MINILM;
  const telling = absent.filter((word) => !isFunctionWord(word));
  const missing = new Set(telling.map((word) => word.toLowerCase()));
  const names = namesIn(question);
  const score =
    weights.bias +
    weights.small * Math.max(0, 1 - Math.log(Math.max(1, chunks)) / Math.log(NOT_SMALL)) +
    weights.nearest * (known ?? 0) +
    weights.together * together +
    weights.absent * Math.min(1, telling.length / Math.max(1, terms)) +
    weights.absentNames * shareOf(names, (word) => missing.has(word));
  return 1 / (1 + Math.exp(-score));
}

/** Why the index is taken not to answer the question, in words; undefined where it may, or where nobody measured how they stand. */
export function doubtOf({ question, standing }: ChatInputs): string | undefined {
  if (!standing || outlookOf(question, standing) >= standing.minAnswerable) return undefined;
  const { absent, together } = standing;
  const held = `the nearest passages hold ${Math.round(together * 100)} % of its words together`;
  if (absent.length === 0) return `They are too far from the question: ${held}.`;
  const named = absent.slice(0, 8).map((word) => `“${word.slice(0, 80)}”`);
  return `They are too far from the question: nothing in the index mentions ${named.join(', ')}, and ${held}.`;
}

function namesIn(question: string): readonly string[] {
  const words = entitiesOf(question).flatMap(({ key }) => key.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []);
  return [...new Set(words)].filter((word) => !isFunctionWord(word));
}

function shareOf(words: readonly string[], isOfKind: (word: string) => boolean): number {
  return words.length === 0 ? 0 : words.filter(isOfKind).length / words.length;
}
