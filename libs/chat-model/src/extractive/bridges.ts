import type { ChatInputs } from '../port';
import { formOf, chainOf } from './chain';
import type { Reading } from './relevance';

/** Bridges taken in one pass. */
const MOST = 4;
/** Least worth, 0..1: names of which it is less likely that they lead on are not worth a search. */
const FLOOR = 0.25;

/**
 * Queries for the next passage in the chain of a multi-hop question over prose: a named entity that a passage on the way holds and the
 * question does not, with the terms of the question that the way so far does not hold. A name is asked for once.
 */
export function bridgesOf(inputs: ChatInputs, reading: Reading): readonly string[] {
  const asked = [...inputs.queries, ...inputs.needs.map(({ text }) => text)].map(formOf);
  const bridges = new Map<string, { readonly query: string; readonly worth: number }>();
  for (const { trust, covered, leads } of chainOf(inputs, reading)) {
    const rest = reading.terms.filter((term) => !covered.has(term)).map((term) => term.text);
    for (const { name, form, worth } of leads) {
      if (trust * worth < Math.max(FLOOR, bridges.get(form)?.worth ?? 0)) continue;
      if (asked.some((query) => query.startsWith(form))) continue;
      bridges.set(form, { query: [name, ...rest].join(' '), worth: trust * worth });
    }
  }
  return [...bridges.values()]
    .sort((a, b) => b.worth - a.worth || (a.query < b.query ? -1 : 1))
    .slice(0, MOST)
    .map(({ query }) => query);
}
