import { capitalized, MONTH_NAMES } from '@quarry/turn';
import { entitiesOf } from './entities';

/** The kind of thing that a question asks for. */
export type AnswerKind = 'person' | 'time' | 'place' | 'number';

/** The first of these words tells; `how` and `what` ask for a kind only with what follows them. */
const QUESTION_WORD = /\b(?:how|what|which|who|whom|whose|when|where|why)\b/i;
const ASKED: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'number',
    /^how (?:many|much|tall|old|long|large|big|high|far|fast|often)\b|^what (?:is|was) the (?:population|area|height|number|budget|revenue|gross|price|size|age)\b/i,
  ],
  ['time', /^when\b|^(?:what|which) (?:year|date|day|month|century|decade)\b/i],
  ['place', /^where\b|^(?:what|which) (?:city|town|country|state|county|place|region|province|continent)\b/i],
  ['person', /^who(?:m|se)?\b/i],
];

const MONTH = MONTH_NAMES.map(capitalized).join('|');
/** A year, a date, a time of day, an interval, or a condition. */
const TIME = new RegExp(
  String.raw`\b(?:1[0-9]|20)\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)? century\b|\b(?:${MONTH})\b|` +
    String.raw`\b(?:every|daily|weekly|monthly|yearly|(?:second|minute|hour|day|night|morning|week|month|year)s?|at|once|after|before|until|when|whenever|if)\b`,
);
const NUMBER =
  /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand|million|billion|no|none|several|once|twice)\b/iu;

const PLACE = new RegExp(
  String.raw`\b(?:in|at|near|from|of|to|outside)\s+(?:the\s+)?(?!(?:${MONTH})\b)(\p{Lu}[\p{L}'’-]+)`,
  'gu',
);

/** The kind that the question's first question word asks for; undefined for others, such as `why`. */
export function askedKindOf(question: string): AnswerKind | undefined {
  const at = question.search(QUESTION_WORD);
  const asked = at < 0 ? '' : question.slice(at, at + 60);
  return ASKED.find(([, pattern]) => pattern.test(asked))?.[0];
}

/**
 * Whether a sentence contains something of the kind that the question does not contain itself. A person is any name; a
 * place is a name after a preposition.
 */
export function holdsKind(kind: AnswerKind, sentence: string, question: string): boolean {
  if (kind === 'number') return NUMBER.test(sentence);
  if (kind === 'time') return TIME.test(sentence);
  const asked = question.toLowerCase();
  const isNew = ({ key }: { readonly key: string }): boolean => !asked.includes(key);
  if (kind === 'person') return entitiesOf(`– ${sentence}`).some(isNew);
  return [...sentence.matchAll(PLACE)].some(([, name = '']) => isNew({ key: name.toLowerCase() }));
}
