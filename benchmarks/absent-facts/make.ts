import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELATIONS, type Relation } from './relations.ts';

interface Passage {
  readonly _id: string;
  readonly title: string;
  readonly text: string;
}

/** Questions of one relation with a known answer, and as many without. */
const MOST = 6;

/**
 * Writes `queries.jsonl` and `qrels.tsv` for a corpus: `node benchmarks/absent-facts/make.ts CORPUS.jsonl FOLDER`. A
 * fact is stated if the passage of the subject matches the narrow expression, and absent if no passage that contains
 * the subject's name matches the wide one; other subjects are not asked about.
 */
function main(corpus: string, folder: string): void {
  const passages = readFileSync(corpus, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Passage)
    .toSorted((a, b) => (hash(a.title) < hash(b.title) ? -1 : 1));
  const asked = RELATIONS.flatMap((relation) => questionsOf(relation, passages));
  mkdirSync(folder, { recursive: true });
  const queries = asked.map(({ text, gold }, at) =>
    JSON.stringify({ _id: `fresh-${at}`, text, answerable: gold !== null }),
  );
  const grades = asked.flatMap(({ gold }, at) => (gold === null ? [] : [`fresh-${at}\t${gold}\t1`]));
  writeFileSync(join(folder, 'queries.jsonl'), `${queries.join('\n')}\n`);
  writeFileSync(join(folder, 'qrels.tsv'), `query-id\tcorpus-id\tscore\n${grades.join('\n')}\n`);
  console.log(`${asked.length} questions, ${grades.length} with an answer`);
}

function questionsOf(
  { about, ask, narrow, wide }: Relation,
  passages: readonly Passage[],
): readonly { readonly text: string; readonly gold: string | null }[] {
  const subjects = passages.filter(({ title, text }) => about.test(text.slice(0, 250)) && isName(title));
  const question = (title: string): string => ask.replace('X', bare(title));
  const stated = subjects.filter(({ text }) => narrow.test(text));
  const absent = subjects.filter(
    ({ title }) =>
      !passages.some(
        (other) => `${other.title} ${other.text}`.includes(bare(title)) && wide.test(other.text),
      ),
  );
  return [
    ...stated.slice(0, MOST).map(({ _id, title }) => ({ text: question(title), gold: _id })),
    ...absent.slice(0, MOST).map(({ title }) => ({ text: question(title), gold: null })),
  ];
}

function bare(title: string): string {
  return title.replace(/ \([^()]*\)$/, '');
}

/** Titles such as `List of …` name no subject. */
function isName(title: string): boolean {
  return /^\p{Lu}/u.test(title) && !/^(?:List|Index|History|Geography|Timeline)\b/.test(title);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const [corpus, folder] = process.argv.slice(2);
if (corpus === undefined || folder === undefined) throw new Error('usage: make.ts CORPUS.jsonl FOLDER');
main(corpus, folder);
