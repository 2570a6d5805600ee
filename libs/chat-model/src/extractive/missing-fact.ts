import type { ChatInputs } from '../port';
import { askedKindOf } from './asked-kind';
import { demandsOf, type Demands } from './demands';
import { isProse } from './lines';
import type { Reading } from './relevance';
import { nameOneRelation } from './synonyms';
import { wordsOf } from './terms';

/**
 * Words other than the names up to which a question asks for one fact about them. A longer one needs several passages,
 * and one of them may be phrased in other words.
 */
const ONE_FACT = 3;

/**
 * The reason to assume that the passages about a subject lack what is asked about it: none of them contains a word of
 * the relation in any of its forms, and no sentence holds a thing of the kind that is asked for. Undefined if they may
 * hold it, if some of them are code, if the question asks for no kind, or if `relevance.min_answerable` is 0. ADR 13
 * has the figures.
 * @param known the demands of the question, if they have been computed
 */
export function missingFactOf(
  inputs: ChatInputs,
  reading: Reading,
  known?: Demands | null,
): string | undefined {
  const { question, coverage } = inputs;
  const thing = THING.exec(question)?.[1];
  if (!coverage || coverage.minAnswerable === 0) return undefined;
  if (askedKindOf(question) === undefined && thing === undefined) return undefined;
  // Code states facts in other words than a question does.
  if (!inputs.evidence.every(isProse)) return undefined;
  const demands = known ?? demandsOf(inputs, reading);
  const { names, relations, met, hasKind } = demands;
  if (names.length === 0 || relations.length > ONE_FACT) return undefined;
  if (
    (hasKind !== false || met.length > 0) &&
    !lacksRelation(demands, { thing, titled: isTitle(names, inputs) })
  )
    return undefined;
  const about = names.map((name) => `“${name.slice(0, 80)}”`).join(', ');
  const lacking = relations.map(({ text }) => `“${text.slice(0, 80)}”`).join(', ');
  return `The passages about ${about} do not say this${lacking === '' ? '' : `: none contains ${lacking}`}.`;
}

/** True if the names are parts of the title of one passage: `John Talbot, 3rd Earl of Shrewsbury`. */
function isTitle(names: readonly string[], { evidence }: ChatInputs): boolean {
  return evidence.some(({ title = '' }) => names.every((name) => title.includes(name)));
}

/** `which river`: the kind of thing that a question asks for, as a noun. */
const THING = /\bwhich ([\p{L}-]{3,40})\b/iu;

/** Words for what a name stands for: `the film Billy Elliot` asks for nothing else than `Billy Elliot`. */
const TYPES = new Set(
  wordsOf(
    'film movie album song single book novel band group company city town village country school team show series game',
  ),
);

/**
 * True if a question asks for one relation of one name, and no passage that contains the name has a word of it. A
 * question for two relations leads from the name's passage to another one, which may state the second one.
 */
function lacksRelation(
  { names, relations, metByNames }: Demands,
  { thing = '', titled }: { readonly thing?: string | undefined; readonly titled: boolean },
): boolean {
  const asked = relations.filter(({ parts }) => !parts.every((part) => TYPES.has(part)));
  const things = new Set(wordsOf(thing));
  const verbs = asked.filter(({ parts }) => !parts.every((part) => things.has(part)));
  return (
    (names.length === 1 || titled) &&
    nameOneRelation((verbs.length > 0 ? verbs : asked).flatMap(({ parts }) => parts)) &&
    !asked.some((term) => metByNames.includes(term))
  );
}
