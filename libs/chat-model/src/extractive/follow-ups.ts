import { normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { bridgesOf } from './bridges';
import { isProse } from './lines';
import type { Reading } from './relevance';
import { requestsFor } from './requests';

/** Number of best items that determine the kind of text that a question is about. */
const TELLING = 6;

/**
 * What to search for next, best first: names of code that the graph can define and, over prose, bridges to further
 * passages. Excludes everything that was searched for or requested before.
 */
export function followUpsOf(inputs: ChatInputs, reading: Reading): readonly string[] {
  const requested = requestedIn(inputs);
  const wanted = [
    ...requestsFor(inputs, reading),
    ...(isOverProse(inputs, reading) ? bridgesOf(inputs, reading) : []),
  ];
  const fresh = new Map(wanted.map((query) => [normalizeQuery(query), query]));
  return [...fresh].flatMap(([form, query]) => (form === '' || requested.has(form) ? [] : [query]));
}

/**
 * True if at least half of the most relevant items are prose and the code graph has nothing to add: the documents of a
 * code repository are read together with its code.
 */
export function isOverProse(inputs: ChatInputs, reading: Reading): boolean {
  const relevant = reading.items.length > 0 ? reading.items.map(({ evidence }) => evidence) : inputs.evidence;
  const best = relevant.slice(0, TELLING);
  const prose = best.filter(isProse).length;
  return inputs.definable.length === 0 && prose > 0 && prose * 2 >= best.length;
}

/** Everything that was searched for or requested so far, in canonical form. */
function requestedIn(inputs: ChatInputs): ReadonlySet<string> {
  const texts = [
    ...inputs.queries,
    ...[...inputs.needs, ...inputs.misses].map(({ text }) => text),
    ...inputs.assessments.flatMap(({ followUps }) => followUps),
  ];
  return new Set(texts.map(normalizeQuery));
}
