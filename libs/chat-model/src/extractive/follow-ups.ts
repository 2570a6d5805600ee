import { normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { bridgesOf } from './bridges';
import type { Reading } from './relevance';
import { requestsFor } from './requests';

/** What to look for next, best first: names of code that the graph can define, else bridges to further passages of prose. */
export function followUpsOf(inputs: ChatInputs, reading: Reading): readonly string[] {
  const asked = askedIn(inputs);
  const wanted = [...requestsFor(inputs, reading), ...bridgesOf(inputs, reading)];
  const fresh = new Map(wanted.map((query) => [normalizeQuery(query), query]));
  return [...fresh].flatMap(([form, query]) => (form === '' || asked.has(form) ? [] : [query]));
}

/** All that was searched, asked for or sought in vain so far, in canonical form. */
export function askedIn(inputs: ChatInputs): ReadonlySet<string> {
  const texts = [
    ...inputs.queries,
    ...[...inputs.needs, ...inputs.misses].map(({ text }) => text),
    ...inputs.assessments.flatMap(({ followUps }) => followUps),
  ];
  return new Set(texts.map(normalizeQuery));
}
