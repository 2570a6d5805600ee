import { isTestPath, type Evidence, type Need } from '@quarry/turn';
import { basesOf, isBorne, isMemberOf, namesOf, ownTerms, partsOf } from './borne-names';
import { entitiesOf } from './entities';
import { codeSynonymsOf } from './code-synonyms';
import { focusOf, type Focus } from './focus';
import { headingShares } from './headings';
import { isPage, isProse, readLines, type Line } from './lines';
import { linkItems } from './links';
import { parameterDocsIn } from './parameter-docs';
import { headFirst } from './parts';
import { simpleName, termsOf, wordsOf, type Term } from './terms';
import { declarationWeightOf, itemWeightOf, testWeightOf } from './item-weight';
import { statesQuoted } from './quoted-message';
import type { ReadItem } from './read-item';

/** An identifier in a question weighs more than a word. */
const IDENTIFIER_WEIGHT = 3;
/** Weight of a verb that says what the asker wants to know, and which code seldom contains. */
const ASKERS_WEIGHT = 0.3;
const OF_THE_ASKER: ReadonlySet<string> = new Set(wordsOf('decide determine know'));
/** Weight of a line by its kind: definitions and comments tell what code is for. */
const KIND_WEIGHT = { definition: 1.4, comment: 1.2, plain: 1, noise: 0.15 } as const;
/** Weight of a line that documents a parameter, in a question about behavior. */
const OF_PARAMETER = 0.5;
/** Lowest share (0..1) of the question, weighted by rarity, that relevant evidence covers. */
const FLOOR = 0.2;
/** Lines that are read together: words far apart in a long class are not an answer together. */
const WINDOW = 24;
/** Weights of an item's score: the question's share in its best window, in its best line, and in its names. */
const OF_SCORE = { window: 0.5, line: 0.3, head: 0.2 } as const;
/** Weight of the heading of a section that has only words of the question, in the score of a page among pages. */
const OF_HEADING = 0.6;
/** Lines that a head has at most. */
const HEAD_LINES = 2;
/** Focus of a line from which its item is what the question asks for, whatever else it contains. */
export const IN_FOCUS = 0.4;
/** First hits of the search, which are relevant with one word of the question. */
const NEAREST = 3;
/** Evidence that resolved a request was requested for a reason. */
const REQUESTED = 1.2;

/** Score of evidence in which a text that the question quotes stands word for word, and of the line that has it. */
const OF_QUOTED = 2;

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
  const asked = termsOf(question);
  const borne = asked.map((term) => isBorne(term, question, evidence));
  const terms = asked.map((term, at) => (borne[at] === true ? { ...term, identifier: true } : term));
  const focus = focusOf(question);
  const states = statesQuoted(question);
  const names = new Set(entitiesOf(question).map(({ key }) => key));
  const read = evidence.map((item) => ({ evidence: item, lines: ownLines(item, evidence) }));
  const all = read.flatMap((item) => item.lines);
  const stated = terms.map((term) => all.filter((line) => matchExactly(term, line) >= 0.5).length);
  // Another word for the same counts only where nothing states the word itself.
  const isOverCode = evidence.filter((item) => !isProse(item)).length * 2 > evidence.length;
  const others = new Map(
    terms.filter((_, at) => isOverCode && stated[at] === 0).map((term) => [term, codeSynonymsOf(term.key)]),
  );
  const match = (term: Term, line: Pick<Line, 'words' | 'names'>): number => {
    const isMeant = [...(others.get(term) ?? [])].some((other) => line.words.has(other));
    return Math.max(matchExactly(term, line), isMeant ? BY_SYNONYM : 0);
  };
  const seen = terms.map((term) => all.filter((line) => match(term, line) >= 0.5).length);
  const weights = terms.map((term, at) => {
    const rarity = Math.log(1 + all.length / (1 + (seen[at] ?? 0))) / Math.log(2 + all.length);
    const kind = term.identifier ? IDENTIFIER_WEIGHT : OF_THE_ASKER.has(term.key) ? ASKERS_WEIGHT : 1;
    return kind * Math.max(rarity, 0.05);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shareOf = (matched: (term: Term) => number) =>
    terms.reduce((sum, term, at) => sum + (weights[at] ?? 0) * matched(term), 0) / total;

  const ofText = (text: string): number => {
    const line = lineOf(text);
    return shareOf((term) => match(term, line));
  };
  const bases = focus.asked === null ? basesOf(read, terms) : NOTHING;
  const items = read.map(({ evidence: item, lines }) => {
    const own = focus.asked === null ? ownTerms(item, terms) : new Set<Term>();
    const matchIn = (term: Term, line: Line): number => (own.has(term) ? 1 : match(term, line));
    const parameters = focus.asked === null ? parameterDocsIn(lines) : NONE;
    const weightAt = (at: number): number => (parameters.has(at) ? OF_PARAMETER : 1);
    const weightOf = (line: Line, at: number): number => KIND_WEIGHT[line.kind] * weightAt(at);
    const byWords = lines.map((line, at) => shareOf((term) => matchIn(term, line)) * weightOf(line, at));
    const inFocus = focus.scoresOf(lines);
    const headings = isOverCode ? [] : headingShares(lines, item.title, terms, ofText);
    const isStating = lines.map(({ text }) => states(text));
    const isOfOthers = isProse(item) || isTestPath(item.path);
    const stating = isOfOthers ? [] : lines.filter((_, at) => isStating[at]).map(({ number }) => number);
    const lineScores = lines.map(
      (line, at) =>
        shareOf((term) => (own.has(term) ? 0 : match(term, line))) *
          weightOf(line, at) *
          (1 + (headings[at] ?? 0)) +
        (inFocus[at] ?? 0) +
        (isStating[at] ? OF_QUOTED : 0),
    );
    // The head of a class whose methods are evidence by themselves says no more than its name.
    const isHead = focus.asked === null && lines.filter(({ kind }) => kind !== 'noise').length <= HEAD_LINES;
    const focused = isHead ? 0 : Math.max(0, ...inFocus);
    const head = headOf(item, focus.asked === null);
    const lineMatches = terms.map((term) => lines.map((line) => matchIn(term, line)));
    const best = (at: number, term: Term) => Math.max(match(term, head), ...(lineMatches[at] ?? []));
    const reached = new Map(terms.map((term, at) => [term, best(at, term)]));
    const coverage = shareOf((term) => reached.get(term) ?? 0);
    const inherited = isMemberOf(item, bases);
    const ofNamed = inherited || isMemberOf(item, namesOf(terms));
    const requested = needs.some((need) => need.resolvedBy.includes(item.n));
    const parts =
      OF_SCORE.window *
        bestWindow(
          lineMatches.map((of) => of.map((matched, at) => matched * weightAt(at))),
          weights,
          lines.length,
        ) +
      OF_SCORE.line * Math.min(1, Math.max(0, ...byWords)) +
      OF_SCORE.head * shareOf((term) => match(term, head)) +
      OF_HEADING * Math.max(0, ...headings);
    const score =
      parts *
        (0.7 + 0.3 * clamp(item.relevance)) *
        itemWeightOf(question, item, lines) *
        (requested ? REQUESTED : 1) +
      (focused +
        focus.scoreOfName(item.symbol) +
        (inherited ? INHERITED : 0) +
        (states(item.text) ? OF_QUOTED : 0)) *
        testWeightOf(question, item) *
        (focus.asked === null ? declarationWeightOf(question, item) : 1);
    const met = terms.filter((term) => (reached.get(term) ?? 0) >= 0.5);
    // One frequent word in common is not a relation, unless the question has hardly more, or it is the title.
    const related =
      met.some((term) => term.identifier) ||
      met.length >= Math.min(2, terms.length) ||
      names.has(subjectOf(item.title));
    // What is near in meaning may share one word with the question: code has its own words.
    const isNear =
      item.n <= NEAREST &&
      (isPage(item) || (focus.asked === null && isOverCode && !isProse(item) && met.length > 0));
    const relevant =
      requested || focused >= IN_FOCUS || (coverage >= FLOOR && met.length > 0 && related) || isNear;
    return {
      evidence: item,
      lines,
      lineScores,
      stating,
      coverage,
      score,
      requested,
      focused,
      relevant,
      ofNamed,
    };
  });
  return {
    focus,
    terms,
    items: headFirst(
      linkItems(items)
        .filter((item) => item.relevant || item.linked)
        .sort((a, b) => b.score - a.score || a.evidence.n - b.evidence.n),
    ),
    share: ofText,
    // What bears a name states it, also where its key is a stem: `Session`.
    unseen: terms.filter(
      (term, at) =>
        borne[at] !== true &&
        seen[at] === 0 &&
        !read.some((item) => match(term, headOf(item.evidence)) >= 0.5),
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
const NONE: ReadonlySet<number> = new Set();

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

/** Added to a member of a base of what the question names. */
const INHERITED = 0.3;
/** Match of a line with another word for the same. */
const BY_SYNONYM = 0.5;

/** 1 if the line contains the term, 0.4 if it contains at least half of the words in a name, otherwise 0. */
function matchExactly(term: Term, line: Pick<Line, 'words' | 'names'>): number {
  if (!term.identifier) return line.words.has(term.key) ? 1 : 0;
  if (line.names.has(term.key)) return 1;
  const met = term.parts.filter((part) => line.words.has(part)).length;
  return met > 0 && met * 2 >= term.parts.length ? 0.4 * (met / term.parts.length) : 0;
}

/** An item's names: symbol, path and title count like a line of it, on request with what the symbol belongs to. */
function headOf(item: Evidence, withOwners = false): Pick<Line, 'words' | 'names'> {
  const owners = withOwners ? partsOf(item).join(' ') : undefined;
  return lineOf([item.symbol, owners, item.path, item.title].filter((part) => part !== undefined).join(' '));
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
