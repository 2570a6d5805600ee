import { entitiesOf, type Entity } from './entities';
import { isFunctionWord, termsOf } from './terms';

/** Longest question that is taken apart, in characters, and most parts. */
const MAX_QUESTION = 2_000;
const MOST = 5;
/** Words that begin a clause about the noun before them. */
const RELATIVE =
  /[ ,](?=(?:in |on |of |by |from |to |for |under |during )?(?:which|whom|whose|where|who|that|when)\b)/gi;
/** A second question within the sentence. */
const COORDINATED = /,? (?:and|or|but) (?=(?:how|what|why|when|where|which|who|does|do|is|are|can)\b)/gi;
const PAIR = /^,? (?:and|or|vs\.?|versus) (?:the )?$/i;

/**
 * What a question asks in parts, each to be searched for by itself, inner-most first: sentences, coordinated questions, both sides
 * of a comparison, relative clauses with the noun that they are about, and what stands behind a name's possessive. Empty where it
 * has only one part.
 */
export function subQuestionsOf(question: string): readonly string[] {
  const whole = flat(question.slice(0, MAX_QUESTION));
  const parts = sentencesOf(whole)
    .flatMap((sentence) => sentence.split(COORDINATED))
    .flatMap((part) => [...comparedIn(part), ...clausesOf(part)]);
  const named = entitiesOf(whole).length > 0;
  const seen = new Set([formOf(whole)]);
  const distinct: string[] = [];
  for (const part of parts) {
    const form = formOf(part);
    if (form === '' || seen.has(form) || !isTelling(part, named)) continue;
    seen.add(form);
    distinct.push(part);
  }
  return distinct.slice(0, MOST);
}

/** Sentences of a text, as Unicode divides it. */
export function sentencesOf(text: string): readonly string[] {
  return [...SENTENCES.segment(text)].map(({ segment }) => segment.trim()).filter((part) => part !== '');
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** One query for each of the names that a question puts side by side, with what it asks about them. */
function comparedIn(sentence: string): readonly string[] {
  const names = entitiesOf(sentence);
  return names.flatMap((name, at) => {
    const next = names[at + 1];
    if (!next || !PAIR.test(sentence.slice(name.at + name.text.length, next.at))) return [];
    const rest = termsOf(without(sentence, [name, next])).map((term) => term.text);
    return [name, next].map((side) => [side.text, ...rest].join(' '));
  });
}

function without(sentence: string, names: readonly Entity[]): string {
  return names.reduce((text, name) => text.replace(name.text, ' '), sentence);
}

/** Relative clauses, the last and so inner-most first; in front of them what the names in them possess. */
function clausesOf(sentence: string): readonly string[] {
  const pieces = sentence.split(RELATIVE).map((piece) => piece.trim());
  const clauses = pieces.map((piece, at) => {
    const head = at === 0 ? '' : headNoun(pieces[at - 1] ?? '');
    return trimEnd(`${head} ${piece}`.trim());
  });
  return [...possessedIn(sentence), ...(clauses.length > 1 ? clauses.toReversed() : [])];
}

/** The last noun phrase of a piece: the words behind its last function word. */
function headNoun(piece: string): string {
  const words = trimEnd(piece).split(' ');
  const from = words.findLastIndex((word) => isFunctionWord(word));
  return words
    .slice(from + 1)
    .slice(-4)
    .join(' ');
}

/** `Hello Love's performer`, `the author of Brand`: the name, and the noun that it has. */
function possessedIn(sentence: string): readonly string[] {
  return entitiesOf(sentence).flatMap((name) => {
    const behind = sentence.slice(name.at + name.text.length, name.at + name.text.length + 80);
    const owned = /^["”']{0,2}['’]s? ([\p{L}\p{N}-]{3,40}(?: [\p{L}\p{N}-]{3,40})?)/u.exec(behind)?.[1];
    if (owned !== undefined && !isFunctionWord(owned)) return [`${name.text} ${owned}`];
    const before = sentence.slice(Math.max(0, name.at - 80), name.at);
    const noun = /([\p{L}-]{3,40}) (?:of|in|for|by|from) (?:the )?["“'`]{0,2}\s?$/u.exec(before)?.[1];
    return noun === undefined || isFunctionWord(noun) ? [] : [`${noun} of ${name.text}`];
  });
}

/** Enough to search by: a name where the question has one, else at least two words with a topic. */
function isTelling(part: string, named: boolean): boolean {
  const terms = termsOf(part);
  if (terms.some((term) => term.identifier)) return true;
  return terms.length >= 2 && (!named || /.\p{Lu}/u.test(part) || entitiesOf(part).length > 0);
}

function formOf(text: string): string {
  return termsOf(text)
    .map((term) => term.key)
    .join(' ');
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function trimEnd(text: string): string {
  return text.replace(/[\s,;:.?!]{1,20}$/, '');
}
