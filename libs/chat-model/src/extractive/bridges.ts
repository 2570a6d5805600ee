import type { ChatInputs } from '../port';
import { formOf, chainOf } from './chain';
import { isPage } from './lines';
import type { Reading } from './relevance';

/** Bridges per pass. */
const MOST = 4;
/** Lowest score, 0..1. Names with a lower score are unlikely to lead on, and are not searched for. */
const FLOOR = 0.25;

/**
 * Queries for the next passage in the chain of a multi-hop question over prose: a named entity that occurs in a passage
 * of the chain and not in the question, together with the question's terms that the chain does not contain yet. Each
 * name is requested once. The pages of a folder are about one thing, and what a second bridge leads to is another
 * subject: of 50 questions about documentation, the first led to the answer of one, and no later one did.
 */
export function bridgesOf(inputs: ChatInputs, reading: Reading): readonly string[] {
  if (inputs.pass > 1 && isMostlyPages(inputs)) return [];
  const requested = [...inputs.queries, ...inputs.needs.map(({ text }) => text)].map(formOf);
  const bridges = new Map<string, { readonly query: string; readonly score: number }>();
  for (const { trust, covered, leads } of chainOf(inputs, reading)) {
    const rest = reading.terms.filter((term) => !covered.has(term)).map((term) => term.text);
    for (const { name, form, score } of leads) {
      if (trust * score < Math.max(FLOOR, bridges.get(form)?.score ?? 0)) continue;
      if (requested.some((query) => query.startsWith(form))) continue;
      bridges.set(form, { query: [name, ...rest].join(' '), score: trust * score });
    }
  }
  return [...bridges.values()]
    .sort((a, b) => b.score - a.score || (a.query < b.query ? -1 : 1))
    .slice(0, MOST)
    .map(({ query }) => query);
}

/** Whether most of the evidence is from pages of a folder, rather than from the documents of a corpus. */
function isMostlyPages({ evidence }: ChatInputs): boolean {
  return evidence.filter(isPage).length * 2 > evidence.length;
}
