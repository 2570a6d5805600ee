import { normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { bridgesOf } from './bridges';
import { isProse } from './lines';
import type { Reading } from './relevance';
import { requestsFor } from './requests';

/** Items, best first, that say what kind of text a question is about. */
const TELLING = 6;

/**
 * What to look for next, best first: names of code that the graph can define, and, over prose, bridges to further passages. Nothing
 * that was searched or asked for before.
 */
export function followUpsOf(inputs: ChatInputs, reading: Reading): readonly string[] {
  const asked = askedIn(inputs);
  const wanted = [
    ...requestsFor(inputs, reading),
    ...(isOverProse(inputs, reading) ? bridgesOf(inputs, reading) : []),
  ];
  const fresh = new Map(wanted.map((query) => [normalizeQuery(query), query]));
  return [...fresh].flatMap(([form, query]) => (form === '' || asked.has(form) ? [] : [query]));
}

/**
 * True where at least half of the most relevant items are prose, and the code graph has nothing to add: the documents of a code
 * repository are read with its code.
 */
export function isOverProse(inputs: ChatInputs, reading: Reading): boolean {
  const relevant = reading.items.length > 0 ? reading.items.map(({ evidence }) => evidence) : inputs.evidence;
  const telling = relevant.slice(0, TELLING);
  const prose = telling.filter(isProse).length;
  return inputs.definable.length === 0 && prose > 0 && prose * 2 >= telling.length;
}

/** All that was searched, asked for or sought in vain so far, in canonical form. */
function askedIn(inputs: ChatInputs): ReadonlySet<string> {
  const texts = [
    ...inputs.queries,
    ...[...inputs.needs, ...inputs.misses].map(({ text }) => text),
    ...inputs.assessments.flatMap(({ followUps }) => followUps),
  ];
  return new Set(texts.map(normalizeQuery));
}
