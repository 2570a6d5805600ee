import type { FoundCommit, FoundCommits, HistoryQuestion } from '@quarry/retrieval';
import { queryTerms, subjectOf, termShares, type CommitFile } from '@quarry/search-index';
import { escapeMarks } from '@quarry/turn';

/** Lines of a message below its subject that are quoted, and files that are named, of each commit. */
const MOST_LINES = 6;
const MOST_FILES = 4;

/** What the commit index covers. */
export interface Covered {
  readonly commits: number;
  /** Whether older commits were left out. */
  readonly isCut: boolean;
}

/** The commits that answer a question, as Markdown: why each is there, its message, and the files that matter. */
export function historyAnswer(
  found: FoundCommits,
  question: HistoryQuestion,
  numbers: readonly number[],
  covered: Covered,
): string {
  const items = found.commits.map((each, at) => itemOf(each, question, found, numbers[at]));
  return [`${lead(found, question)}:`, items.join('\n'), limits(found, question, covered)].join('\n\n');
}

/** What was found, as a clause: `the 3 newest of 41 commits that changed src/client.py`. */
export function proofOf(found: FoundCommits, question: HistoryQuestion): string {
  const text = lead(found, question);
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replaceAll('`', '');
}

const ADDED = { added: 'adds', removed: 'removes', renamed: 'renames or moves', changed: 'changes' } as const;

function lead(
  { by, paths, commits, total }: FoundCommits,
  { change, order, names, subject }: HistoryQuestion,
): string {
  const listed = commits.length;
  const which = { newest: 'newest', oldest: 'oldest', best: 'best' }[order];
  const only = by === 'path' ? 'The only commit' : 'The commit';
  const some =
    total === 1
      ? only
      : listed === 1
        ? `The ${which} of ${total} commits`
        : `The ${listed} ${which} of ${total} commits`;
  const all = total === listed && total > 1 ? `${total} commits, the ${which} first,` : some;
  const one = total === 1;
  switch (by) {
    case 'path': {
      const files = paths.map((path) => inCode(path)).join(', ');
      const about = subject === '' ? '' : ` and mention${one ? 's' : ''} ${inCode(subject)}`;
      return `${all} that changed ${files}${about}`;
    }
    case 'definition':
      return `${all} with a changed line that ${ADDED[change]} ${names.map((name) => inCode(name)).join(', ')}`;
    case 'words':
      return total === 1
        ? 'The commit whose message fits'
        : `${all.replace('commits', 'commits whose messages fit')}`.replace(/,$/, '');
    case 'all':
      return `The ${listed === 1 ? '' : `${listed} `}${order === 'oldest' ? 'oldest' : 'newest'} of ${total} commits`;
  }
}

function itemOf(
  { commit }: FoundCommit,
  question: HistoryQuestion,
  { paths }: FoundCommits,
  n: number | undefined,
): string {
  const mark = n === undefined ? '' : ` [${n}]`;
  const by = commit.author === null ? '' : `, by ${plain(commit.author)}`;
  // A list of the last changes is no place for their reasons, unless they were asked for.
  const body = question.why || question.subject !== '' ? bodyOf(commit.message, question) : [];
  const [first, ...others] = filesOf(commit.files, question, paths);
  const more = commit.changed - Math.min(MOST_FILES, others.length + 1);
  const files =
    first === undefined
      ? ''
      : `  Changed ${[first, ...others].slice(0, MOST_FILES).map(inCode).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return [
    `- **${plain(subjectOf(commit))}** (${inCode(commit.hash.slice(0, 10))}, ${commit.at.slice(0, 10)}${by})${mark}`,
    ...body.map((line) => `  ${plain(line)}`),
    ...(files === '' ? [] : [files]),
  ].join('\n');
}

/** The lines of a message below its subject: all if they are few, otherwise the paragraphs with words of the question. */
function bodyOf(message: string, { subject, why }: HistoryQuestion): readonly string[] {
  const paragraphs = message
    .split('\n')
    .slice(1)
    .join('\n')
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  const lines = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => text.split('\n'));
  if (lines(paragraphs).length <= MOST_LINES) return lines(paragraphs);
  const shares =
    queryTerms(subject).length === 0
      ? []
      : termShares(
          subject,
          paragraphs.map((text) => ({ path: '', text })),
        );
  const told = paragraphs.filter(
    (text, at) =>
      (shares[at] ?? 0) > 0 || (why && /\b(?:because|since|so that|due to|avoid|otherwise)\b/i.test(text)),
  );
  const kept = lines(told.length > 0 ? told : paragraphs);
  return kept.length > MOST_LINES ? [...kept.slice(0, MOST_LINES), '…'] : kept;
}

/** Those that the question names first, then those with its words. */
function filesOf(
  files: readonly CommitFile[],
  { subject }: HistoryQuestion,
  paths: readonly string[],
): readonly string[] {
  const terms = queryTerms(subject);
  const weight = ({ path }: CommitFile): number => {
    if (paths.some((name) => path.endsWith(name))) return 2;
    return terms.some((term) => path.toLowerCase().includes(term)) ? 1 : 0;
  };
  return files
    .toSorted((a, b) => weight(b) - weight(a))
    .map(({ path, from }) => (from === undefined ? path : `${from} → ${path}`));
}

function limits({ commits }: FoundCommits, { why }: HistoryQuestion, covered: Covered): string {
  const reason =
    why && commits.every(({ commit }) => !commit.message.includes('\n'))
      ? 'The messages give no further reason. '
      : '';
  const cut = covered.isCut ? ', the newest ones; older ones are not indexed' : '';
  return `${reason}From the messages, files and changed definitions of ${covered.commits} commits${cut}. Commits that say it in other words are not found.`;
}

/** Text of a message as text of an answer: no emphasis, headings and lists of its own, no citation. */
function plain(text: string): string {
  return escapeMarks(text.replace(/(\*)/g, '\\$1').replace(/^(\s{0,20})([#>+-]|\d{1,4}\.)(?=\s)/, '$1\\$2'));
}

function inCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
