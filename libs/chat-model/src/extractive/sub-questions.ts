import { entitiesOf, type Entity } from './entities';
import { sentencesOf } from './sentences';
import { isFunctionWord, termsOf } from './terms';

/** Maximum length of a question that is split, in characters, and maximum number of parts. */
const MAX_QUESTION = 2_000;
const MOST = 5;
/** Start of a relative clause: `the state that …`, `the county in which …`. */
const RELATIVE =
  /(?<!\b(?:in|on|of|by|from|to|for|under|during)),? (?=(?:(?:in|on|of|by|from|to|for|under|during) )?(?:which|whom|whose|where|who|that|when)\b)/gi;
/** A second question within the sentence. */
const COORDINATED = /,? (?:and|or|but) (?=(?:how|what|why|when|where|which|who|does|do|is|are|can)\b)/gi;
const EITHER = /^,? (?:or|vs\.?|versus) (?:the )?$/i;
const BOTH = /^,? and (?:the )?$/i;
/** Words that make "X and Y" two subjects rather than one name. */
const COMPARES = /^(?:are|is|was|were|do|does|did|has|have)\b|\b(?:both|same|between|compared?|differ\w*)\b/i;

/**
 * The parts of a question, each to be searched for separately, innermost first: coordinated questions, both sides of a
 * comparison, possessions of a name, and relative clauses with their noun. Of several parts about the same names, only
 * the innermost is returned: the others can be searched for when its answer is known. Empty if there is only one part.
 */
export function subQuestionsOf(question: string): readonly string[] {
  const whole = question.slice(0, MAX_QUESTION).replace(/\s+/g, ' ').trim();
  const seen = new Set([formOf(whole)]);
  const isNew = (part: string): boolean => {
    const form = formOf(part);
    const known = form === '' || seen.has(form);
    seen.add(form);
    return !known;
  };
  const parts = sentencesOf(whole).flatMap(coordinatedIn).filter(isSearchable);
  const inner = parts.flatMap((part) => [...comparedIn(part), ...distinctByName(clausesOf(part))]);
  return [...inner, ...parts].filter(isNew).slice(0, MOST);
}

/** The questions of a sentence. One without a name is about the names of the previous question. */
function coordinatedIn(sentence: string): readonly string[] {
  const parts = sentence.split(COORDINATED).map(trimEnd);
  const names = namesOf(parts[0] ?? '');
  return parts.map((part, at) => (at === 0 || namesOf(part).length > 0 ? part : [part, ...names].join(' ')));
}

/** Names and identifiers as written. */
function namesOf(text: string): readonly string[] {
  const identifiers = termsOf(text).filter((term) => term.identifier);
  return [...new Set([...identifiers, ...entitiesOf(text)].map((name) => name.text))];
}

/** One query for each of the coordinated names, with what the question asks about them. */
function comparedIn(sentence: string): readonly string[] {
  const names = entitiesOf(sentence);
  return names.flatMap((name, at) => {
    const next = names[at + 1];
    if (!next) return [];
    const gap = sentence.slice(name.at + name.text.length, next.at);
    if (!EITHER.test(gap) && !(BOTH.test(gap) && COMPARES.test(sentence))) return [];
    const rest = termsOf(without(sentence, [name, next])).map((term) => term.text);
    return [name, next].map((side) => [side.text, ...rest].join(' '));
  });
}

function without(sentence: string, names: readonly Entity[]): string {
  return names.reduce((text, name) => text.replace(name.text, ' '), sentence);
}

/**
 * Possessions of names, then relative clauses, the last and therefore innermost first. Only parts with a name are
 * searchable.
 */
function clausesOf(sentence: string): readonly string[] {
  const pieces = sentence.split(RELATIVE).map((piece) => piece.trim());
  if (pieces.length === 1) return possessedIn(sentence);
  const clauses = pieces.map((piece, at) => trimEnd(`${headNoun(pieces[at - 1] ?? '')} ${piece}`.trim()));
  return [...possessedIn(sentence), ...clauses.toReversed()];
}

/** The last noun phrase of a piece: the words after its last function word. */
function headNoun(piece: string): string {
  const words = trimEnd(piece).split(' ');
  return words
    .slice(words.findLastIndex(isFunctionWord) + 1)
    .slice(-4)
    .join(' ');
}

/** `Hello Love's performer`, `the author of Brand`: the name, and the noun that it possesses. */
function possessedIn(sentence: string): readonly string[] {
  return entitiesOf(sentence).flatMap((name) => {
    const end = name.at + name.text.length;
    const [, owned = '', more = ''] = POSSESSIVE.exec(sentence.slice(end, end + 80)) ?? [];
    if (owned !== '' && !isFunctionWord(owned))
      return [[name.text, owned, ...(isFunctionWord(more) ? [] : [more])].join(' ').trim()];
    const [, noun = '', link = ''] = OWNED.exec(sentence.slice(Math.max(0, name.at - 80), name.at)) ?? [];
    return noun === '' || isFunctionWord(noun) ? [] : [`${noun} ${link} ${name.text}`];
  });
}

const POSSESSIVE = /^["”]?['’]s? ([\p{L}\p{N}-]{3,40})(?: ([\p{L}\p{N}-]{3,40}))?/u;
const OWNED = /([\p{L}-]{3,40}) (of|by|in|for) (?:the )?["“'`]{0,2}\s?$/u;

/** The first part about each set of names. Parts without a name are excluded. */
function distinctByName(parts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    // A name at the start of a part counts as a name.
    const names = namesOf(`the ${part}`).join('|').toLowerCase();
    const known = names === '' || seen.has(names);
    seen.add(names);
    return !known;
  });
}

/** Whether it is specific enough to search for: a name, or at least two words with a topic. */
function isSearchable(part: string): boolean {
  return namesOf(part).length > 0 || termsOf(part).length >= 2;
}

function formOf(text: string): string {
  return termsOf(text)
    .map((term) => term.key)
    .join(' ');
}

function trimEnd(text: string): string {
  return text.replace(/[\s,;:.?!]{1,20}$/, '');
}
