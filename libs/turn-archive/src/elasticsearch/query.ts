import type { estypes } from '@elastic/elasticsearch';
import { defined } from '@quarry/turn';
import type { TurnFilter } from '../archived-turn';
import { phrasesOf } from '../words';
import { digest } from './documents';

type Query = estypes.QueryDslQueryContainer;

/** Maximum number of completions of a phrase's last word; a single word is not limited. */
const MAX_EXPANSIONS = 1_000;

/** The filter of a list; null if nothing can match, e.g. if the text to search for contains no word. */
export function listFilter(tenant: string, filter: TurnFilter): Query[] | null {
  const phrases = filter.text === undefined ? [] : phrasesOf(filter.text);
  if (filter.text !== undefined && phrases.length === 0) return null;
  const { ids, session, pipeline, outcome, stopRule, repository, key, since, until, staleness } = filter;
  const equal: Readonly<Record<string, string | undefined>> = {
    kind: 'head',
    tenant: digest(tenant),
    session: hashed(session),
    pipeline: hashed(pipeline),
    outcome,
    rule: hashed(stopRule),
    repository: hashed(repository),
    key: hashed(key),
  };
  const terms = Object.entries(equal).flatMap(([field, value]): Query[] =>
    value === undefined ? [] : [{ term: { [field]: value } }],
  );
  const at = defined({ gte: since, lt: until });
  const time: Query[] = Object.keys(at).length === 0 ? [] : [{ range: { at } }];
  const states: Query[] = staleness === undefined ? [] : [{ terms: { staleness: [...staleness] } }];
  const named: Query[] = ids === undefined ? [] : [{ terms: { id: [...ids] } }];
  return [...terms, ...named, ...time, ...states, ...phrases.map(wordsQuery)];
}

function wordsQuery(words: readonly string[]): Query {
  const [word = '', ...more] = words;
  if (more.length === 0) return { prefix: { words: { value: word } } };
  return { match_phrase_prefix: { words: { query: words.join(' '), max_expansions: MAX_EXPANSIONS } } };
}

export function hashed(name: string | undefined): string | undefined {
  return name === undefined ? undefined : digest(name);
}
