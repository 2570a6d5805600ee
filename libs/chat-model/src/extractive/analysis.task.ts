import { normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { entitiesOf } from './entities';
import { jsonReply } from './json-reply';
import { subQuestionsOf } from './sub-questions';
import { nameOneRelation } from './synonyms';
import { isFunctionWord, termsOf, wordsOf } from './terms';

const MOST_COMPONENTS = 4;
/** 002 §1: "3-4 reformulated queries". */
const MOST_QUERIES = 4;
/** Questions with this many content terms count as complex. */
const MANY_TERMS = 12;
const COMPARES =
  /\b(?:compare|compared|versus|vs|differences?|differ|both|either|better|rather than|trade-?offs?|relation(?:ship)?s?)\b/i;
/** Two questions in one: `how … and why …`. */
const TWOFOLD =
  /\b(?:how|what|why|when|where|which|who)\b.{1,400}?\band (?:how|what|why|when|where|which|who)\b/is;
const STEPS =
  /\b(?:step by step|end to end|overview|architecture|examples?|in detail|walk (?:me )?through)\b/i;
/** Words before the subject of a question. */
const OPENING =
  /^(?:please |can you |could you |tell me |explain |describe |show me )?(?:how|what|why|when|where|which|who|whose)?\b ?(?:(?:is|are|was|were|does|do|did|can|could|has|have|will|should)\b ?)?(?:(?:i|you|we)\b ?)?/i;

/**
 * 002 §1 by rules: complexity, components, reformulations that find other passages, and further information that may be
 * needed.
 */
export function analysisReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  const components = componentsOf(question);
  const compounds = compoundsOf(question).filter((text) => !components.some((name) => text.includes(name)));
  const parts = subQuestionsOf(question);
  const complex =
    components.length > 1 ||
    parts.length > 1 ||
    termsOf(question).length >= MANY_TERMS ||
    [COMPARES, TWOFOLD, STEPS].some((sign) => sign.test(question));
  return jsonReply(
    {
      complexity: complex ? 'complex' : 'simple',
      key_components: distinct([...components, ...compounds]).slice(0, MOST_COMPONENTS),
      reformulated_queries: reformulations(question, components, parts),
      potential_follow_ups: complex
        ? components.slice(0, 3).map((name) => `how ${name} is used`)
        : namesSeveralRelations(question)
          ? components.slice(0, 1).map((name) => `what leads on from ${name}`)
          : [],
    },
    maxOutputTokens,
  );
}

/**
 * True if the words other than the names of a question are not about one relation: `Where was the composer of Billy
 * Elliot born?` can lead from one passage to another.
 */
function namesSeveralRelations(question: string): boolean {
  const inNames = new Set(entitiesOf(question).flatMap(({ text }) => wordsOf(text)));
  const words = termsOf(question).flatMap(({ parts }) => parts.filter((part) => !inNames.has(part)));
  return inNames.size > 0 && words.length > 1 && !nameOneRelation(words);
}

/**
 * Names that a question is about, in order: identifiers, quoted text and named entities. Of overlapping names, the
 * longest.
 */
export function componentsOf(question: string): readonly string[] {
  const identifiers = termsOf(question).filter((term) => term.identifier);
  const names = [...identifiers, ...entitiesOf(question)].map(({ text }) => text);
  const outer = names.filter((name) => !names.some((other) => other !== name && other.includes(name)));
  return distinct(outer).slice(0, MOST_COMPONENTS);
}

/**
 * Runs of two to four words without a function word: `dead letter queue`. They are the subject of a question without
 * names.
 */
function compoundsOf(question: string): readonly string[] {
  const runs = question.slice(0, 2_000).match(/[\p{L}\p{N}-]+|[^\p{L}\p{N}\s-]/gu) ?? [];
  const compounds: string[][] = [[]];
  for (const word of runs) {
    if (isFunctionWord(word) || !/[\p{L}\p{N}]/u.test(word)) compounds.push([]);
    else compounds.at(-1)?.push(word);
  }
  return distinct(
    compounds.filter((words) => words.length > 1 && words.length < 5).map((words) => words.join(' ')),
  ).slice(0, MOST_COMPONENTS);
}

/**
 * Reformulations: its parts, its keywords, its names with the rarest-looking words, and the statement that would answer
 * it. Each ranks differently.
 */
function reformulations(
  question: string,
  components: readonly string[],
  parts: readonly string[],
): readonly string[] {
  const terms = termsOf(question).map((term) => term.text);
  const longest = [...terms].sort((a, b) => b.length - a.length).slice(0, 3);
  const statement = question
    .replace(OPENING, '')
    .replace(/[?.!\s]{1,10}$/, '')
    .trim();
  const queries = [
    ...parts.slice(0, 2),
    terms.join(' '),
    [...components, ...longest.filter((word) => !components.some((name) => name.includes(word)))].join(' '),
    statement,
    ...parts.slice(2),
  ];
  return distinct(queries, question).slice(0, MOST_QUERIES);
}

function distinct(queries: readonly string[], known = ''): readonly string[] {
  const seen = new Set(['', normalizeQuery(known)]);
  return queries.filter((query) => {
    const form = normalizeQuery(query);
    const isNew = !seen.has(form);
    seen.add(form);
    return isNew;
  });
}
