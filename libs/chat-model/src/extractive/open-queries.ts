import { normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import type { Demands } from './demands';

/** Names that are searched for at once. */
const MOST = 2;

/**
 * The names of several words that stand together in no passage, to be searched for, each once: “Billy Boyle” and
 * “Andrew J. Elliot” are no evidence about “Billy Elliot”.
 */
export function namesToFind(inputs: ChatInputs, { apart }: Demands): readonly string[] {
  return apart.filter((name) => /\p{L}\s+\p{L}/u.test(name) && isNew(name, inputs)).slice(0, MOST);
}

/** If the names were found but not what is asked about them: a name with the words that are missing, once. */
export function factToFind(inputs: ChatInputs, demands: Demands): readonly string[] {
  const { names, apart, relations, met, hasKind } = demands;
  const missing = relations.filter((term) => !met.includes(term)).map(({ text }) => text);
  if (apart.length > 0 || hasKind !== false || missing.length === 0) return [];
  return names
    .slice(0, 1)
    .map((name) => [name, ...missing].join(' '))
    .filter((query) => isNew(query, inputs));
}

function isNew(query: string, { queries, needs }: ChatInputs): boolean {
  const form = normalizeQuery(query);
  return ![...queries, ...needs.map(({ text }) => text)].some((before) => normalizeQuery(before) === form);
}
