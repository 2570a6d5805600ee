import { defined } from '@quarry/turn';
import type { AmongTests } from './among-tests';
import type { GraphOperation } from './operation';
import { inEnglish } from './other-languages';
import { OPERATION_NAMES, type OperationName } from './operation-names';
import { OPERATIONS } from './operations';
import { SET } from './operations/definitions';
import { escaped } from './source-lines';

/** What a question asks of the code graph. */
export interface StructuralQuestion {
  readonly operation: OperationName;
  /** As many as the operation takes. */
  readonly names: readonly string[];
  /** The file to which the question restricts the first name: "who calls send in src/client.py". */
  readonly file?: string;
  /** What the question calls the first name: "the struct Searcher". */
  readonly kind?: string;
  /** The file to which the question restricts the results: "in src/client.py, who calls send". */
  readonly within?: string;
  /** Whether the question wants results in tests alone, or outside of them: "who calls send outside of tests". */
  readonly among?: AmongTests;
}

const KINDS =
  'functions?|methods?|procedures?|procs?|class(?:es)?|types?|interfaces?|structs?|enums?|traits?|tables?|views?|' +
  'modules?|files?|settings?|options?|constants?|variables?|fields?|properties|property|triggers?|components?|hooks?|symbols?|exceptions?|errors?|decorators?|' +
  'folders?|director(?:y|ies)|packages?|parameters?|config(?:uration)?(?: keys?| options?)?|(?:env|environment) variables?|keys?|routes?|endpoints?';
/** What a thing does, which a question may add to its name: "the Recoverer middleware". */
const ROLES =
  'middlewares?|handlers?|services?|controllers?|plugins?|providers?|adapters?|factor(?:y|ies)|helpers?|wrappers?|filters?|' +
  'guards?|validators?|resolvers?|serializers?|listeners?|callbacks?|commands?|jobs?|tasks?|workers?|models?|records?|' +
  'objects?|macros?|annotations?|attributes?|namespaces?|librar(?:y|ies)|strateg(?:y|ies)|polic(?:y|ies)|builders?|parsers?';
/** A route of HTTP: `POST /v1/orders/{id}`, `/v1/orders`. */
const ROUTE = '(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) )?/[^\\s?`\'"]*[^\\s?`\'".]';
/** A name as code writes it, in quotes or without, with or without the brackets of a call. */
const NAME =
  `[\`'"]?(${ROUTE}|` +
  '[A-Za-z_$@][\\w$]*(?:(?:::|->|[.:#/\\\\-])[\\w$@]+)*(?:<[\\w,]{1,60}>)?)(?:\\([^()]{0,80}\\))?[`\'"]?';
const PATH = '(?:the )?(?:file )?[`\'"]?([\\w@.-]+(?:[/\\\\][\\w@.-]+)*\\.\\w{1,8})[`\'"]?';
const FILE = `(?: (?:in|of|from) ${PATH})?`;
/** A file before the question restricts its results. */
const WITHIN = `(?:(?:with)?in ${PATH},? )?`;
/** How a follow-up begins: "And who calls it". */
const JOINED = '(?:(?:and|so|then|now|but|ok|okay|also),? ){0,2}';
const OPENING =
  '(?:please )?(?:(?:can|could|would) you (?:please )?)?(?:(?:list|show|find|tell|give|name)(?: me)? )?(?:(?:what|which|who) (?:is|are|was) )?(?:(?:all|any) (?:of )?)?(?:the )?';
const ENDING =
  '(?: (?:in|from|across|within) (?:the |this |our )?(?:whole )?(?:code ?base|code|project|repo(?:sitory)?|program|source(?: code)?))?';
/** Which results are wanted: those outside of tests, or in tests. */
const AMONG =
  '(?:,? (?:(outside (?:of )?(?:the )?tests?|(?:except|but not|not) (?:for |in |from )?(?:the )?tests?|excluding (?:the )?tests?|without (?:the )?tests?|in (?:the )?(?:production|non-test|real)(?: code)?)|((?:only )?(?:in|from|within) (?:the )?tests?(?: only| alone)?)))?';
/** What results are called: a plural, or one of the kinds. */
const NOUN =
  '(?:[a-z-]+s|code|function|method|class|type|file|place|part|procedure|table|view|thing|middleware|module|package|' +
  'component|test|command|handler|service|controller|struct|interface|route|plugin|hook)';
/** Who acts in the code: "we", "the code", the name of the project. */
const ANYONE =
  '(?:we|you|i|they|it|anything|anyone|[\\w.-]+|the (?:code|code ?base|project|library|program|app|application))';
/** What stands for the results: "which functions", "what code", "the places that". */
const WHICH = `(?:(?:which|what|the|all|any)(?: (?:other )?[a-z-]+){0,2} ${NOUN}(?: that| which| who)?|everything(?: that)?|anything(?: that)?|${NOUN} (?:that|which|who))`;

const slot = (): string =>
  // In "the error interface", the first of two kinds is the name.
  `(?:the |an? |our )?(?:(?:${KINDS}) (?!(?:${KINDS})(?:[ ?.!]|$)))?(?:(?:called|named) )?${NAME}(?: (?:${KINDS}|${ROLES}))?`;

interface Form {
  readonly operation: GraphOperation;
  /** Beginnings of words, of which a question of this form contains one; empty if it may contain none. */
  readonly words: readonly string[];
  /** Built at the first question that may match: building all of them takes a quarter of a second. */
  readonly pattern: () => RegExp;
  /** Names in the form: none or one, where it can be left out. */
  readonly slots: number;
  /** Whether the second name comes first: "how is B reached from A". */
  readonly reversed: boolean;
}

/** Words of forms that say nothing of what is asked. */
const COMMON: ReadonlySet<string> = new Set(
  'who what which where how when the that this are was were does did has have for from with and can could may might will would being else other any all our through'.split(
    ' ',
  ),
);

/** "Which routes call X" asks for routes, also for those that call it through others. */
const IN_ORDER: readonly OperationName[] = [
  'routes-to',
  ...OPERATION_NAMES.filter((name) => name !== 'routes-to'),
];

const FORMS: readonly Form[] = IN_ORDER.flatMap((name) => {
  const operation = OPERATIONS[name];
  return operation.questions.map((form): Form => {
    let pattern: RegExp | undefined;
    return {
      operation,
      words: wordsOf(form),
      pattern: () => (pattern ??= patternOf(form)),
      slots: form.match(/\{[XABR]\}/g)?.length ?? 0,
      reversed: form.indexOf('{B}') < form.indexOf('{A}'),
    };
  });
});

function patternOf(form: string): RegExp {
  const body = form
    .replaceAll('{which}', WHICH)
    .replaceAll('{noun}', NOUN)
    .replaceAll('{anyone}', ANYONE)
    .replace(/\{[XAB]\}/g, slot)
    .replaceAll('{R}', `(?:the )?(?:(?:routes?|endpoints?) )?[\`'"]?(${ROUTE})[\`'"]?`);
  const pattern = `^${JOINED}${WITHIN}${OPENING}(?:${body})${FILE}${AMONG}${ENDING} *[?.!]*$`;
  return new RegExp(pattern.replaceAll(' *', '\\s*').replaceAll(' ', '\\s+'), 'i');
}

/** The beginnings of the words of a form, without those that say nothing of what is asked. */
function wordsOf(form: string): readonly string[] {
  const literal = form
    .replace(/\{\w+\}/g, ' ')
    .replace(/\(\?:/g, '(')
    .replace(/[a-z]\?/g, '');
  const words = literal.match(/[a-z]{3,}/g) ?? [];
  return [...new Set(words.filter((word) => !COMMON.has(word)))];
}

/** Longer questions are never of one of the forms. */
const MAX_LENGTH = 300;

/**
 * What a question in plain words asks of the code graph, if that is all it asks; null for any other question. Whether
 * its names exist is for the graph to say.
 * @example
 * questionOf('Which functions call `Client.send`?');       // { operation: 'callers', names: ['Client.send'] }
 * questionOf('Who calls Client.send, and why?');           // null
 */
export function questionOf(question: string): StructuralQuestion | null {
  const text = question.trim();
  if (text.length > MAX_LENGTH) return null;
  const english = formOf(text) ?? (MEMBER_OF.test(text) ? formOf(text.replace(MEMBER_OF, '$2.$1')) : null);
  const translated = english ? null : inEnglish(text);
  return translated === null ? english : formOf(translated);
}

/** A member before its type, both written as code writes them: "readNumber of ToNumberStrategy". */
const MEMBER_OF =
  /[`'"]?\b([a-z][a-z0-9]*(?:[A-Z_]\w*)|\w+(?=\(\)))(?:\(\))?[`'"]? (?:of|in|on) (?:the )?(?:(?:class|interface|type|struct|trait|enum) )?[`'"]?([A-Z]\w*)\b[`'"]?/;

function formOf(text: string): StructuralQuestion | null {
  const lower = text.toLowerCase();
  for (const { operation, words, pattern, reversed, slots } of FORMS) {
    if (words.length > 0 && !words.some((word) => lower.includes(word))) continue;
    const match = pattern().exec(text);
    if (!match) continue;
    const found = match
      .slice(2, 2 + slots)
      .flatMap((name: string | undefined) => name?.replaceAll('\\', '/') ?? [])
      .filter((name) => operation.names > 0 || !isAll(name));
    const inOrder = reversed ? found.toReversed() : found;
    // "dumps of package json" is one name.
    const names =
      operation.names === 1 && inOrder.length === 2
        ? [inOrder.toReversed().join('.')]
        : withItself(inOrder, operation);
    if (names.some((name) => name === '' || PRONOUNS.has(name.toLowerCase()))) continue;
    const [within, file] = [match[1], match[2 + slots]].map((path) => path?.replaceAll('\\', '/'));
    const kind = kindIn(text, operation, words, names[0]);
    const [outside, inside] = match.slice(3 + slots);
    const among = outside !== undefined ? 'without' : inside !== undefined ? 'only' : undefined;
    return { operation: operation.name, names, ...defined({ file, within, kind, among }) };
  }
  return null;
}

/** The pronoun that a question about structure has in the place of a name: "it" in "Who calls it?"; null without one. */
export function pronounIn(question: string): string | null {
  const [word] = /\b(?:it|this|that|these|those|them|they)\b/i.exec(question) ?? [];
  if (word === undefined) return null;
  return questionOf(question.replace(word, STAND_IN))?.names.includes(STAND_IN) === true ? word : null;
}

/** A name that stands for a pronoun. */
const STAND_IN = 'theThing';

/** What a question calls what it asks for: before or behind a name, or instead of one. */
function kindIn(
  text: string,
  { isOfAll, isOfKind }: GraphOperation,
  words: readonly string[],
  name: string | undefined,
): string | undefined {
  if (isOfAll) return words.includes(SET) ? SET : kindBefore(text, name);
  const [, word] = isOfKind ? (new RegExp(`\\b(${KINDS})\\b`, 'i').exec(text) ?? []) : [];
  return word === undefined ? undefined : singular(word.toLowerCase());
}

/** The word before or behind a name that says what it is, in the singular: "the struct Searcher". */
function kindBefore(text: string, name = ''): string | undefined {
  const own = escaped(name);
  const pattern = `\\b(${KINDS}) [\`'"]?${own}|${own}[\`'"]? (${KINDS})\\b`;
  const found = new RegExp(pattern.replaceAll(' ', '\\s+'), 'i').exec(text);
  const word = (found?.[1] ?? found?.[2])?.toLowerCase();
  return word === undefined ? undefined : singular(word);
}

function singular(word: string): string {
  return word === 'classes' ? 'class' : word.replace(/(?<!s)s$/, '');
}

/** The name again in the place of `itself`, and for "is X recursive", which has one name. */
function withItself(names: readonly string[], operation: GraphOperation): readonly string[] {
  const [first, second] = names;
  if (operation.names < 2 || first === undefined) return names;
  return second === undefined || /^(?:itself|themselves)$/i.test(second) ? [first, first] : names;
}

/** Whether words in the place of a folder mean everything: "the code", "this project". */
function isAll(name: string): boolean {
  return /^(?:code|code-?base|project|repo|repository|program|source|sources|here|app|application|index)$/i.test(
    name,
  );
}

/** Words in the place of a name that are none. */
const PRONOUNS: ReadonlySet<string> = new Set(
  'it this that these those them they he she we you i something anything everything nothing each which what who code'.split(
    ' ',
  ),
);
