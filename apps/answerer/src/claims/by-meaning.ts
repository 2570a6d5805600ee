import { cosine, type Embedder } from '@quarry/embedder';
import { queryTerms } from '@quarry/search-index';
import type { Passage } from './passages';
import { SPACED_CITATION } from './sentences';
import type { Verdict } from './verdict';

/** Above `min_similarity`, this share of the way to 1 makes a sentence without any fact of its own supported. */
const SURE = 0.4;
/** Passages that are embedded; where there are more, those with most words of the open sentences. */
const MOST_PASSAGES = 160;

/**
 * Decides open verdicts by the cosine of sentence and passage: at `least` a sentence is inferred, supported where it has facts as
 * well, all found, or where it is very near.
 * @throws Fault `embedder_unavailable`.
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
  const why = `[${best.n}] is near to it in meaning (${best.similarity.toFixed(2)})`;
  if (best.similarity < least) return verdict;
  const sure = verdict.facts > 0 || best.similarity >= least + SURE * (1 - least);
  return { ...verdict, status: sure ? 'supported' : 'inferred', by: 'embedding', why };
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

/** The sentence as it reads without citation marks and Markdown. */
function plain(body: string): string {
  return body.replace(SPACED_CITATION, '').replace(/[`*_]/g, '').replace(/\s+/g, ' ').trim();
}
