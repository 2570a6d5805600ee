import { entitiesOf, type Entity } from './entities';
import { sentencesOf } from './sentences';
import { isFunctionWord, termsOf } from './terms';

/** Longest question that is taken apart, in characters, and most parts. */
const MAX_QUESTION = 2_000;
const MOST = 5;
/** Where a clause about the noun before it begins: `the state that …`, `the county in which …`. */
const RELATIVE =
  /(?<!\b(?:in|on|of|by|from|to|for|under|during)),? (?=(?:(?:in|on|of|by|from|to|for|under|during) )?(?:which|whom|whose|where|who|that|when)\b)/gi;
/** A second question within the sentence. */
const COORDINATED = /,? (?:and|or|but) (?=(?:how|what|why|when|where|which|who|does|do|is|are|can)\b)/gi;
const EITHER = /^,? (?:or|vs\.?|versus) (?:the )?$/i;
const BOTH = /^,? and (?:the )?$/i;
/** What makes of "X and Y" two things that are asked about side by side, rather than one name. */
const COMPARES = /^(?:are|is|was|were|do|does|did|has|have)\b|\b(?:both|same|between|compared?|differ\w*)\b/i;

/**
 * What a question asks in parts, each to be searched for by itself, inner-most first: coordinated questions, both sides of a
 * comparison, what a name possesses, and relative clauses with the noun that they are about. Of several parts about the same
 * names only the inner-most: what is asked about its answer can be searched for when that is known. Empty where there is only one part.
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
  const asked = sentencesOf(whole).flatMap(coordinatedIn).filter(isTelling);
  const inner = asked.flatMap((part) => [...comparedIn(part), ...distinctByName(clausesOf(part))]);
  return [...inner, ...asked].filter(isNew).slice(0, MOST);
}

/** The questions of a sentence; one without a name of its own is about those of the question before it. */
function coordinatedIn(sentence: string): readonly string[] {
  const parts = sentence.split(COORDINATED).map(trimEnd);
  const names = namesOf(parts[0] ?? '');
  return parts.map((part, at) => (at === 0 || namesOf(part).length > 0 ? part : [part, ...names].join(' ')));
}

/** Names and identifiers as they are written. */
function namesOf(text: string): readonly string[] {
  const identifiers = termsOf(text).filter((term) => term.identifier);
  return [...new Set([...identifiers, ...entitiesOf(text)].map((name) => name.text))];
}

/** One query for each of the names that a question puts side by side, with what it asks about them. */
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

/** What names possess, then relative clauses, the last and so inner-most first. Only parts with a name can be searched for. */
function clausesOf(sentence: string): readonly string[] {
  const pieces = sentence.split(RELATIVE).map((piece) => piece.trim());
  if (pieces.length === 1) return possessedIn(sentence);
  const clauses = pieces.map((piece, at) => trimEnd(`${headNoun(pieces[at - 1] ?? '')} ${piece}`.trim()));
  return [...possessedIn(sentence), ...clauses.toReversed()];
}

/** The last noun phrase of a piece: the words behind its last function word. */
function headNoun(piece: string): string {
  const words = trimEnd(piece).split(' ');
  return words
    .slice(words.findLastIndex(isFunctionWord) + 1)
    .slice(-4)
    .join(' ');
}

/** `Hello Love's performer`, `the author of Brand`: the name, and the noun that it has. */
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

/** The first of the parts about each set of names; parts without a name left out. */
function distinctByName(parts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    // A name that begins the part is a name all the same.
    const names = namesOf(`the ${part}`).join('|').toLowerCase();
    const known = names === '' || seen.has(names);
    seen.add(names);
    return !known;
  });
}

/** Enough to search by: a name, or at least two words with a topic. */
function isTelling(part: string): boolean {
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
