import type { IndexCoverage } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { entitiesOf } from './entities';
import { isPage, isProse } from './lines';
import { IN_FOCUS, type Reading } from './relevance';
import { isFunctionWord, wordsOf } from './terms';
import { lacksVerbOnly } from './verb-of';
import { isDescribing } from './words-of-the-asker';

/**
 * Weights of a logistic model. They were fitted by gradient descent on questions of HotpotQA, Aptos' documentation,
 * CoSQA and MTRAG: on those that their corpus answers, on the same questions against seven other corpora, and on the
 * same questions with made-up names. They were tested on MuSiQue, TAT-QA, SciFact and Cranfield (ADR 13 has the
 * figures). Measure all of them again after changing one.
 */
interface Weights {
  /** Per unit of the nearest chunk's cosine. */
  readonly nearest: number;
  /** Per unit of the share of the question's terms in the best passages together. */
  readonly together: number;
  /** For a question with no word in the index, and for one with no word of its names in the index. */
  readonly absent: number;
  readonly absentNames: number;
  readonly bias: number;
  /**
   * For an index of one chunk; decreases logarithmically with its size. A small index lacks words of questions that it
   * answers.
   */
  readonly small: number;
}
/** Chunks from which an index is not small: the smallest corpus of the other weights' training set. */
const NOT_SMALL = 1_000;

/** With cosines of MiniLM. Cosines of other models have other ranges and are ignored here. */
const WITH_MINILM: Weights = {
  nearest: 10.45,
  together: 3.45,
  absent: -4.89,
  absentNames: -4.7,
  bias: -6.37,
  small: 6,
};
const MINILM = /^minilm-l6-v2\b/;
/**
 * Words only. The bias is 0.4 above the fitted one, because words alone are less reliable: in doubt, the question is
 * answered.
 */
const BY_WORDS: Weights = {
  nearest: 0,
  together: 4.93,
  absent: -8.44,
  absentNames: -4.88,
  bias: -1.56,
  small: 10,
};

/**
 * Cosine of the nearest chunk below which words that meet do so by chance: "Who won the world cup in 2014?" over
 * "Hello, world". Of 85 questions in a newcomer's words about 11 code bases, all are above it.
 */
const FAR = 0.245;
/** Share (0..1) of a question's words, in the best passages and in the best item, from which code may answer it. */
const COVERED = 0.6;
/** Share of them in the best passages together from which one word that occurs nowhere is the asker's own. */
const MOSTLY = 0.75;
/** Words of a question in the name of a definition from which code may answer it. */
const NAMED_WORDS = 2;

/** Cosine of the nearest chunk; null by words alone, and for a model whose cosines have another range. */
function knownCosine({ nearest }: IndexCoverage): number | null {
  return nearest !== undefined && MINILM.test(nearest.embedder) ? nearest.cosine : null;
}

function isFarInMeaning(coverage: IndexCoverage): boolean {
  return (knownCosine(coverage) ?? 1) < FAR;
}

/** Words of a question from which it is no chance that a passage has all of them. */
const SEVERAL = 3;
/** Share (0..1) of them in a passage that has all, rounded. */
const ALL = 0.99;

function hasAll({ coverage }: Pick<Reading['items'][number], 'coverage'>): boolean {
  return coverage >= ALL;
}

/** Probability (0..1) that an index answers a question, from its coverage. */
export function answerabilityOf(question: string, coverage: IndexCoverage): number {
  const { chunks, together, terms, absent } = coverage;
  const known = knownCosine(coverage);
  const weights = known === null ? BY_WORDS : WITH_MINILM;
  const contentWords = absent.filter((word) => !isFunctionWord(word));
  const missing = new Set(contentWords.map((word) => word.toLowerCase()));
  const names = namesIn(question);
  const score =
    weights.bias +
    weights.small * Math.max(0, 1 - Math.log(Math.max(1, chunks)) / Math.log(NOT_SMALL)) +
    weights.nearest * (known ?? 0) +
    weights.together * together +
    weights.absent * Math.min(1, contentWords.length / Math.max(1, terms)) +
    weights.absentNames * shareOf(names, (word) => missing.has(word));
  return 1 / (1 + Math.exp(-score));
}

/**
 * The reason to assume that the index does not answer the question, as a part of a sentence; undefined if it may, or if
 * coverage was not measured.
 */
export function doubtOf(
  { question, coverage }: ChatInputs,
  reading?: Pick<Reading, 'items' | 'terms' | 'unseen'>,
): string | undefined {
  if (!coverage || answerabilityOf(question, coverage) >= coverage.minAnswerable) return undefined;
  // What the question asks about is defined or set in the evidence: no estimate knows better.
  if (reading?.items.some(({ focused }) => focused >= IN_FOCUS)) return undefined;
  if (reading?.items.some(({ stating }) => stating.length > 0)) return undefined;
  const isFar = isFarInMeaning(coverage);
  // A passage with every word of a question may answer it, however far its meaning seems.
  if (!isFar && coverage.absent.length === 0 && coverage.terms >= SEVERAL && reading?.items.some(hasAll))
    return undefined;
  // Over code, a question in other words than the code is far from it in meaning. Its names tell more.
  const best = reading?.items[0];
  const isNamed = coverage.names !== undefined && coverage.names.every(({ occurs }) => occurs);
  if (!isFar && isNamed && best && !isProse(best.evidence) && coverage.together >= COVERED) {
    const isMostly = coverage.together >= MOSTLY && coverage.absent.length <= 1;
    // Somewhere it has all of the words; a question about something else has one that it lacks.
    if (
      coverage.absent.length === 0 ||
      isMostly ||
      best.coverage >= COVERED ||
      saysInItsName(best.evidence, reading)
    )
      return undefined;
  }
  const isOverCode = reading?.items.some(({ evidence }) => evidence.n === 1 && !isProse(evidence));
  if (!isFar && isNamed && isOverCode && lacksVerbOnly(question, coverage)) return undefined;
  const { absent, together } = coverage;
  const share = `the nearest passages contain ${Math.round(together * 100)} % of its words together`;
  const telling = absent.filter((word) => !isDescribing(word));
  if (telling.length === 0) return share;
  const named = telling.slice(0, 8).map((word) => `“${word.slice(0, 80)}”`);
  return `nothing in the index mentions ${named.join(', ')}, and ${share}`;
}

/**
 * Share (0..1) of the least probability from which code and pages are shown with the doubt: askers use other words than
 * these. Code has the least of them (ADR 13).
 */
const SHOWN_WITH_DOUBT = { code: 0.2, pages: 0.5 } as const;

/**
 * Whether code or pages are shown although an estimate is below the limit, together with the doubt: also code whose
 * name has words of the question. Of documents of a corpus, nothing is: a question is often about one that is not
 * there.
 */
export function isShownWithDoubt(
  { question, coverage }: ChatInputs,
  { items, ...reading }: Pick<Reading, 'items' | 'terms' | 'unseen'>,
): boolean {
  const [best] = items;
  if (!coverage || !best || (isProse(best.evidence) && !isPage(best.evidence))) return false;
  if (isFarInMeaning(coverage)) return false;
  if (items.some(({ evidence }) => !isProse(evidence) && saysInItsName(evidence, reading))) return true;
  const share = SHOWN_WITH_DOUBT[isProse(best.evidence) ? 'pages' : 'code'];
  return answerabilityOf(question, coverage) >= share * coverage.minAnswerable;
}

/**
 * Whether the name of a definition has at least two words of the question, and half of those that any evidence has:
 * `HTTPDigestAuth.handle_401` for "How is a digest challenge answered after a 401 response?". The other words are those
 * of the person who asks.
 */
function saysInItsName(
  { symbol = '' }: Reading['items'][number]['evidence'],
  { terms, unseen }: Pick<Reading, 'terms' | 'unseen'>,
): boolean {
  const words = new Set(wordsOf(symbol));
  const seen = terms.filter((term) => !unseen.includes(term));
  const named = seen.filter(({ parts }) => parts.some((part) => words.has(part)));
  return named.length >= NAMED_WORDS && named.length * 2 >= seen.length;
}

function namesIn(question: string): readonly string[] {
  const words = entitiesOf(question).flatMap(({ key }) => key.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []);
  return [...new Set(words)].filter((word) => !isFunctionWord(word));
}

function shareOf(words: readonly string[], isOfKind: (word: string) => boolean): number {
  return words.length === 0 ? 0 : words.filter(isOfKind).length / words.length;
}
