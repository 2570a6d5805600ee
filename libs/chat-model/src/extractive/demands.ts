import { isProse } from './lines';
import type { ChatInputs } from '../port';
import { askedKindOf, holdsKind, type AnswerKind } from './asked-kind';
import { chainOf, formOf } from './chain';
import { entitiesOf } from './entities';
import type { Reading } from './relevance';
import { sentencesOf } from './sentences';
import { synonymsOf } from './synonyms';
import { wordsOf, type Term } from './terms';

/** Passages with a lower certainty of being about what is asked are ignored. */
const SURE = 0.3;
/** Stems of verbs that name no relation: `come from`. */
const LIGHT = new Set(wordsOf('come became become got take took call called'));

/** What a question over prose demands of the evidence, and what of it is there. */
export interface Demands {
  /** Names of the question, and those of them whose words stand together in no passage. */
  readonly names: readonly string[];
  readonly apart: readonly string[];
  /** Words other than the names, and those that the passages about the names contain, in any of their forms. */
  readonly relations: readonly Term[];
  readonly met: readonly Term[];
  /** Of these words, those that the passages contain in which all the names occur. */
  readonly metByNames: readonly Term[];
  /**
   * Whether a thing of the kind that is asked for is in a sentence of these passages, with one of the relations;
   * undefined if the question names no kind.
   */
  readonly hasKind: boolean | undefined;
}

/**
 * True if the passages that contain the names state what is asked about them, as far as words can tell: every word of
 * the relation, and a thing of the kind that is asked for.
 */
export function areMet({ names, apart, relations, metByNames, hasKind }: Demands): boolean {
  return names.length > 0 && apart.length === 0 && metByNames.length === relations.length && hasKind === true;
}

/** Compares the question with the passages that are about its names, or that these lead to. */
export function demandsOf(inputs: ChatInputs, reading: Reading): Demands {
  const { question } = inputs;
  const names = entitiesOf(question).map(({ text }) => text);
  const prose = inputs.evidence.filter(isProse);
  const forms = prose.map(({ title, text }) => formOf(`${title ?? ''} ${text}`));
  const apart = names.filter((name) => !forms.some((form) => form.includes(formOf(name))));
  const inNames = new Set(names.flatMap((name) => wordsOf(name)));
  const relations = reading.terms.filter(
    ({ key, text, parts }) =>
      !LIGHT.has(key) &&
      !parts.every((part) => inNames.has(part)) &&
      !names.some((name) => name.split(' ').includes(text)),
  );
  const about = chainOf(inputs, reading).filter(({ trust }) => trust >= SURE);
  const texts = about.map(({ evidence }) => `${evidence.title ?? ''}. ${evidence.text}`);
  const kind = askedKindOf(question);
  const words = new Set(texts.flatMap((text) => [...wordsOf(text), ...lifeOf(text, kind)]));
  const met = relations.filter(({ parts }) => isIn(parts, words));
  const named = prose.filter((_, at) => names.every((name) => forms[at]?.includes(formOf(name))));
  const wordsOfNamed = new Set(
    named.flatMap(({ title, text }) => [...wordsOf(`${title ?? ''} ${text}`), ...lifeOf(text, kind)]),
  );
  const metByNames = relations.filter(({ parts }) => isIn(parts, wordsOfNamed));
  return {
    ...{ names, apart, relations, met, metByNames },
    hasKind:
      kind === undefined
        ? undefined
        : texts.some((text) =>
            sentencesOf(text).some(
              (sentence) => holdsKind(kind, sentence, question) && isAbout(sentence, relations, kind),
            ),
          ),
  };
}

/** `(1913 – 1984)` after a name gives the dates of a life. */
function lifeOf(text: string, kind: AnswerKind | undefined): readonly string[] {
  if (!/\d{4}\s*[–-]\s*[^()]{0,30}\d{4}\)/.test(text)) return [];
  return wordsOf(kind === 'time' ? 'born died' : 'died');
}

function isAbout(sentence: string, relations: readonly Term[], kind: AnswerKind): boolean {
  if (relations.length === 0) return true;
  const words = new Set([...wordsOf(sentence), ...lifeOf(sentence, kind)]);
  return relations.some(({ parts }) => isIn(parts, words));
}

function isIn(parts: readonly string[], words: ReadonlySet<string>): boolean {
  return parts.every((part) => synonymsOf(part).some((stem) => words.has(stem)) || begins(part, words));
}

/** Length of a stem from which other words that begin with it are forms of it: guitar, guitarist. */
const LONG = 5;

function begins(stem: string, words: ReadonlySet<string>): boolean {
  if (stem.length < LONG) return false;
  for (const word of words) if (word.startsWith(stem)) return true;
  return false;
}
