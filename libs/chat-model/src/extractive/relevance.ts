import type { Evidence, Need } from '@quarry/turn';
import { entitiesOf } from './entities';
import { focusOf, type Focus } from './focus';
import { readLines, type Line } from './lines';
import { linkItems } from './links';
import { simpleName, termsOf, wordsOf, type Term } from './terms';
import { itemWeightOf, testWeightOf } from './item-weight';
import type { ReadItem } from './read-item';

/** An identifier in a question weighs more than a word. */
const IDENTIFIER_WEIGHT = 3;
/** Weight of a line by its kind: definitions and comments tell what code is for. */
const KIND_WEIGHT = { definition: 1.4, comment: 1.2, plain: 1, noise: 0.15 } as const;
/** Lowest share (0..1) of the question, weighted by rarity, that relevant evidence covers. */
const FLOOR = 0.2;
/** Lines that are read together: words far apart in a long class are not an answer together. */
const WINDOW = 24;
/** Weights of an item's score: the question's share in its best window, in its best line, and in its names. */
const OF_SCORE = { window: 0.5, line: 0.3, head: 0.2 } as const;
/** Lines that a head has at most. */
const HEAD_LINES = 2;
/** Focus of a line from which its item is what the question asks for, whatever else it contains. */
export const IN_FOCUS = 0.4;
/** Evidence that resolved a request was requested for a reason. */
const REQUESTED = 1.2;

/** The evidence, read for the question. */
export interface Reading {
  readonly focus: Focus;
  readonly terms: readonly Term[];
  /** Relevant items, best first. */
  readonly items: readonly ReadItem[];
  /** Share (0..1) of the question's weight that a text contains. */
  share(text: string): number;
  /** Terms of the question that no evidence contains. */
  readonly unseen: readonly Term[];
}

/** Reads evidence for a question by term overlap, weighted by the rarity of a term in the evidence. Deterministic. */
export function readEvidence(
  question: string,
  evidence: readonly Evidence[],
  needs: readonly Need[] = [],
): Reading {
  const terms = termsOf(question);
  const focus = focusOf(question);
  const names = new Set(entitiesOf(question).map(({ key }) => key));
  const read = evidence.map((item) => ({ evidence: item, lines: ownLines(item, evidence) }));
  const all = read.flatMap((item) => item.lines);
  const seen = terms.map((term) => all.filter((line) => match(term, line) >= 0.5).length);
  const weights = terms.map((term, at) => {
    const rarity = Math.log(1 + all.length / (1 + (seen[at] ?? 0))) / Math.log(2 + all.length);
    return (term.identifier ? IDENTIFIER_WEIGHT : 1) * Math.max(rarity, 0.05);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shareOf = (matched: (term: Term) => number) =>
    terms.reduce((sum, term, at) => sum + (weights[at] ?? 0) * matched(term), 0) / total;

  const items = read.map(({ evidence: item, lines }) => {
    const byWords = lines.map((line) => shareOf((term) => match(term, line)) * KIND_WEIGHT[line.kind]);
    const inFocus = focus.scoresOf(lines);
    const lineScores = byWords.map((score, at) => score + (inFocus[at] ?? 0));
    // The head of a class whose methods are evidence by themselves says no more than its name.
    const isHead = focus.asked === null && lines.filter(({ kind }) => kind !== 'noise').length <= HEAD_LINES;
    const focused = isHead ? 0 : Math.max(0, ...inFocus);
    const head = headOf(item);
    const lineMatches = terms.map((term) => lines.map((line) => match(term, line)));
    const best = (at: number, term: Term) => Math.max(match(term, head), ...(lineMatches[at] ?? []));
    const reached = new Map(terms.map((term, at) => [term, best(at, term)]));
    const coverage = shareOf((term) => reached.get(term) ?? 0);
    const requested = needs.some((need) => need.resolvedBy.includes(item.n));
    const parts =
      OF_SCORE.window * bestWindow(lineMatches, weights, lines.length) +
      OF_SCORE.line * Math.min(1, Math.max(0, ...byWords)) +
      OF_SCORE.head * shareOf((term) => match(term, head));
    const score =
      parts *
        (0.7 + 0.3 * clamp(item.relevance)) *
        itemWeightOf(question, item, lines) *
        (requested ? REQUESTED : 1) +
      (focused + focus.scoreOfName(item.symbol)) * testWeightOf(question, item);
    const met = terms.filter((term) => (reached.get(term) ?? 0) >= 0.5);
    // One frequent word in common is not a relation, unless the question has hardly more, or it is the title.
    const related =
      met.some((term) => term.identifier) ||
      met.length >= Math.min(2, terms.length) ||
      names.has(subjectOf(item.title));
    const relevant = requested || focused >= IN_FOCUS || (coverage >= FLOOR && met.length > 0 && related);
    return { evidence: item, lines, lineScores, coverage, score, requested, focused, relevant };
  });
  return {
    focus,
    terms,
    items: linkItems(items)
      .filter((item) => item.relevant || item.linked)
      .sort((a, b) => b.score - a.score || a.evidence.n - b.evidence.n),
    share: (text) => {
      const line = lineOf(text);
      return shareOf((term) => match(term, line));
    },
    unseen: terms.filter(
      (term, at) => seen[at] === 0 && !read.some((item) => match(term, headOf(item.evidence)) >= 0.5),
    ),
  };
}

/**
 * The lines of an item, except those that a smaller item also contains, so that a class is not quoted twice with its
 * methods.
 */
function ownLines(item: Evidence, evidence: readonly Evidence[]): readonly Line[] {
  const inner = evidence.filter(
    (other) =>
      other.path === item.path &&
      other.startLine >= item.startLine &&
      other.endLine <= item.endLine &&
      other.endLine - other.startLine < item.endLine - item.startLine,
  );
  return readLines(item).map((line) =>
    inner.some((other) => other.startLine <= line.number && line.number <= other.endLine)
      ? { ...line, kind: 'noise', words: NOTHING, names: NOTHING }
      : line,
  );
}

/** The name in a title, as `entitiesOf` finds it: `The Prestige (film)` → `prestige`. */
function subjectOf(title = ''): string {
  return title
    .replace(/ \([^()]{1,60}\)$/, '')
    .replace(/^The /, '')
    .toLowerCase();
}

const NOTHING: ReadonlySet<string> = new Set();

/** Highest share (0..1) of the question's weight in any {@link WINDOW} consecutive lines. */
function bestWindow(
  matches: readonly (readonly number[])[],
  weights: readonly number[],
  lines: number,
): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  let best = 0;
  for (let from = 0; from < Math.max(1, lines - WINDOW / 2); from += WINDOW / 2) {
    const sum = matches.reduce(
      (all, of, at) => all + (weights[at] ?? 0) * Math.max(0, ...of.slice(from, from + WINDOW)),
      0,
    );
    best = Math.max(best, sum / total);
  }
  return best;
}

/** 1 if the line contains the term, 0.4 if it contains at least half of the words in a name, otherwise 0. */
function match(term: Term, line: Pick<Line, 'words' | 'names'>): number {
  if (!term.identifier) return line.words.has(term.key) ? 1 : 0;
  if (line.names.has(term.key)) return 1;
  const met = term.parts.filter((part) => line.words.has(part)).length;
  return met > 0 && met * 2 >= term.parts.length ? 0.4 * (met / term.parts.length) : 0;
}

/** An item's names: symbol, path and title count like a line of it. */
function headOf(item: Evidence): Pick<Line, 'words' | 'names'> {
  return lineOf([item.symbol, item.path, item.title].filter((part) => part !== undefined).join(' '));
}

function lineOf(text: string): Pick<Line, 'words' | 'names'> {
  const names = text
    .split(/[\s,;()]+/)
    .flatMap((name) => [name.toLowerCase(), simpleName(name).toLowerCase()]);
  return { words: new Set(wordsOf(text)), names: new Set(names) };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
