import { normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { entitiesOf } from './entities';
import { jsonReply } from './json-reply';
import { subQuestionsOf } from './sub-questions';
import { termsOf } from './terms';

const MOST_COMPONENTS = 6;
const MOST_QUERIES = 4;
/** Questions with so many content terms ask for more than one thing. */
const MANY_TERMS = 12;
const COMPARES =
  /\b(?:compare|compared|versus|vs|differences?|differ|between|both|either|better|rather than|trade-?offs?|relation(?:ship)?)\b/i;

/** 002 §1 by rules: complexity, components, reformulations that find other passages, and what may be needed beyond them. */
export function analysisReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  const terms = termsOf(question);
  const components = componentsOf(question);
  const parts = subQuestionsOf(question);
  const complex =
    components.length > 1 || parts.length > 1 || terms.length >= MANY_TERMS || COMPARES.test(question);
  const keywords = terms.map((term) => term.text).join(' ');
  const queries = distinct([...parts, keywords, components.join(' ')], question).slice(0, MOST_QUERIES);
  const followUps = components.slice(0, 2).map((name) => `what ${name} depends on`);
  return jsonReply(
    {
      complexity: complex ? 'complex' : 'simple',
      key_components: components,
      reformulated_queries: queries,
      potential_follow_ups: complex ? followUps : [],
    },
    maxOutputTokens,
  );
}

/** Names that the question is about: identifiers, quoted text and named entities, in their order. */
export function componentsOf(question: string): readonly string[] {
  const identifiers = termsOf(question).filter((term) => term.identifier);
  const names = [...identifiers, ...entitiesOf(question)].map(({ text }) => text);
  const outer = names.filter((name) => !names.some((other) => other !== name && other.includes(name)));
  return distinct(outer, '').slice(0, MOST_COMPONENTS);
}

function distinct(queries: readonly string[], question: string): readonly string[] {
  const seen = new Set(['', normalizeQuery(question)]);
  return queries.filter((query) => {
    const form = normalizeQuery(query);
    return !seen.has(form) && seen.add(form);
  });
}
