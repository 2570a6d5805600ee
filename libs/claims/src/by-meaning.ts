import { cosine, type Embedder } from '@quarry/embedder';
import { queryTerms } from '@quarry/search-index';
import { UNJUDGED } from '@quarry/turn';
import type { Passage } from './passages';
import { SPACED_CITATION } from './sentences';
import type { Verdict } from './verdict';

/** Maximum passages to embed. Of more passages, those that share the most terms with the open sentences are chosen. */
const MOST_PASSAGES = 160;

/** Without an embedder, sentences that depend on their meaning are `unchecked` instead of `unsupported`. */
export function withoutMeaning(verdicts: readonly Verdict[]): readonly Verdict[] {
  const lack = ' in wording, and its meaning was not compared';
  return verdicts.map((verdict) => (isFar(verdict) ? unchecked(verdict, lack) : verdict));
}

/**
 * Where the model that was to judge did not, open sentences are `unchecked`: a wrong sentence in the words of a passage
 * is as close to it as a right one, and a right sentence about code is seldom close to its lines. A name that the
 * evidence lacks is still missing.
 *
 * @param because what kept the model from it, such as `the model could not be asked`
 */
export function withoutModel(verdicts: readonly Verdict[], because: string): readonly Verdict[] {
  return verdicts.map((verdict) =>
    verdict.by !== 'model' && (isFar(verdict) || (verdict.open !== 'no' && verdict.status === 'inferred'))
      ? { ...verdict, status: 'unchecked', why: `${because}: ${UNJUDGED}` }
      : verdict,
  );
}

function isFar({ open, status }: Verdict): boolean {
  return open === 'to meaning' && status === 'unsupported';
}

function unchecked(verdict: Verdict, lack: string): Verdict {
  return { ...verdict, status: 'unchecked', why: `${verdict.why}${lack}` };
}

/**
 * Decides open verdicts by the cosine similarity of sentence and passage: from `least`, a sentence is inferred. Never
 * supported: of SciFact's claims, those that their abstract contradicts are as similar to it as those that it supports
 * (docs/benchmarks.md).
 * @throws Fault `embedder_unavailable`
 */
export async function judgeByMeaning(
  verdicts: readonly Verdict[],
  embedder: Embedder,
  least: number,
  signal: AbortSignal,
): Promise<readonly Verdict[]> {
  const undecided = verdicts.filter(({ open }) => open === 'to meaning');
  if (undecided.length === 0) return verdicts;
  const passages = chosen(undecided);
  const texts = [
    ...undecided.map(({ statement }) => plain(statement.body)),
    ...passages.map(({ text }) => text),
  ];
  const vectors = await embedder.embed(texts, { as: 'passage', signal });
  return verdicts.map((verdict) => {
    const at = undecided.indexOf(verdict);
    if (at < 0) return verdict;
    const mine = new Set(verdict.sources.map(({ item }) => item.n));
    let best = { n: 0, similarity: -1 };
    passages.forEach(({ n }, index) => {
      if (!mine.has(n)) return;
      const similarity = cosine(vectors[at], vectors[undecided.length + index]);
      if (similarity > best.similarity) best = { n, similarity };
    });
    return decided(verdict, best, least);
  });
}

function decided(
  verdict: Verdict,
  best: { readonly n: number; readonly similarity: number },
  least: number,
): Verdict {
  const why = `[${best.n}] is close to it in meaning (${best.similarity.toFixed(2)})`;
  if (best.similarity < least) return verdict;
  return { ...verdict, status: 'inferred', by: 'embedding', why };
}

function chosen(open: readonly Verdict[]): readonly Passage[] {
  const all = new Set(open.flatMap(({ sources }) => sources).flatMap(({ passages }) => passages));
  if (all.size <= MOST_PASSAGES) return [...all];
  const words = new Set(open.flatMap(({ statement }) => queryTerms(statement.body)));
  const worth = (passage: Passage): number => [...passage.terms].filter((term) => words.has(term)).length;
  return [...all]
    .map((passage) => ({ passage, worth: worth(passage) }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, MOST_PASSAGES)
    .map(({ passage }) => passage);
}

/** The sentence without citation marks and Markdown. */
function plain(body: string): string {
  return body.replace(SPACED_CITATION, '').replace(/[`*_]/g, '').replace(/\s+/g, ' ').trim();
}
