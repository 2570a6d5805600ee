import {
  documentTerms,
  queryTerms,
  readCommit,
  subjectOf,
  termShares,
  type Hit,
  type StoredCommit,
} from '@quarry/search-index';
import { isTestPath } from '@quarry/turn';
import type { HistoryQuestion } from './history-question';
import { hasVerb } from './message-verbs';

/** A commit, and how well it fits the question. */
export interface FoundCommit {
  readonly commit: StoredCommit;
  readonly hit: Hit['chunk'];
  /** Share of the question's words that its message and its changed definitions contain, 0..1. */
  readonly share: number;
  /** Whether its subject says that what the question asks for was done. */
  readonly done: boolean;
  readonly score: number;
  /** Whether its changed lines define, or no longer define, a name of the question. */
  readonly defines: boolean;
}

/** Least share of the words in the message of a commit that fits: without and with the verb of the question. */
const LEAST_SHARE = 0.66;
const LEAST_WITH_VERB = 0.5;

/** Compares the commits of some hits with a question. */
export function rated(hits: readonly Hit[], question: HistoryQuestion): readonly FoundCommit[] {
  const found = hits.flatMap(({ chunk }) => {
    const commit = readCommit(chunk);
    return commit ? [{ chunk, commit }] : [];
  });
  const { subject, names, change, verb } = question;
  const terms = [...new Set(queryTerms(subject))];
  const texts = found.map(({ commit }) => [commit.message, ...commit.adds, ...commit.removes].join('\n'));
  const sharesOf = (passages: readonly string[]): readonly number[] =>
    terms.length === 0
      ? []
      : termShares(
          subject,
          passages.map((text) => ({ path: '', text })),
        );
  const shares = sharesOf(texts);
  const ofTitle = sharesOf(found.map(({ commit }) => subjectOf(commit)));
  const ofFiles = sharesOf(found.map(({ commit }) => commit.files.map(({ path }) => path).join(' ')));
  return found.map(({ chunk, commit }, at) => {
    const text = texts[at] ?? '';
    const inText = documentTerms(text);
    // By rarity, and by number: one rare word of three is not what was asked for, and neither is a number alone.
    const partOf = (some: readonly string[]): number =>
      some.length === 0 ? 1 : some.filter((term) => inText.has(term)).length / some.length;
    const words = terms.filter((term) => !/^\d+$/.test(term));
    const isNamed = partOf(words) >= LEAST_WITH_VERB && hasNumbers(text, subject);
    const share = isNamed ? Math.min(partOf(terms), shares[at] ?? 0) : 0;
    const title = subjectOf(commit);
    const done = hasVerb(title, verb, change);
    const defines = definesOne(commit, names, change);
    const score =
      share +
      0.4 * (ofTitle[at] ?? 0) +
      0.1 * (ofFiles[at] ?? 0) +
      (done ? 0.3 : 0) +
      (literally(title, subject) ? 0.5 : literally(text, subject) ? 0.2 : 0) +
      (defines ? 1 : 0) -
      (isAround(commit) ? 0.4 : 0);
    return { commit, hit: chunk, share, done, score, defines };
  });
}

/** Whether a text has the words as the question writes them: `utils-merge`, not `utils.merge`. */
export function literally(text: string, words: string): boolean {
  return words !== '' && text.toLowerCase().includes(words.toLowerCase());
}

/** Whether a commit changed no code: its message tells of a change that another commit made. */
export function isAround({ files }: StoredCommit): boolean {
  return files.length > 0 && files.every(({ path }) => isTestPath(path) || AROUND.test(path));
}

const AROUND =
  /(?:^|\/)(?:docs?|\.github)\/|\.(?:md|rst|txt|ya?ml)$|(?:^|\/)(?:tox\.ini|Makefile|AUTHORS|test_[^/]{1,80})$/i;

/** Python 2 is not Python 3.3: each number of the question must be in the text. */
function hasNumbers(text: string, subject: string): boolean {
  const numbers = subject.match(/(?<![\w.])\d+(?:\.\d+)*/g) ?? [];
  return numbers.every((number) =>
    new RegExp(`(?<![\\w.])${number.replaceAll('.', '\\.')}(?!\\w)`).test(text),
  );
}

function definesOne(
  { adds, removes }: StoredCommit,
  names: readonly string[],
  change: HistoryQuestion['change'],
): boolean {
  const defined = change === 'added' ? adds : change === 'changed' ? [] : removes;
  return names.some((name) => defined.includes(name.split(/[.:#]/).at(-1) ?? name));
}

/** Whether a commit has enough of the words of the question. */
export function fits({ share, done }: FoundCommit): boolean {
  return share >= (done ? LEAST_WITH_VERB : LEAST_SHARE);
}
