import { asksHowTo, countTokens, DOUBTED, normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { absentNames } from './absent-names';
import { alsoFound } from './also-found';
import { absences, foundSentence } from './answer-head';
import { areMet } from './demands';
import { asksForAbsentOnly } from './absent-words';
import { rankedForBehavior } from './behavior-rank';
import { documentationFirst } from './documentation-first';
import { implementationsFirst } from './implementations-first';
import { judge, type Judgement } from './judgement';
import { doubtOf, isShownWithDoubt } from './answerability';
import { isProse } from './lines';
import { headOf, mergedQuotes, type Quotation } from './merged-quotes';
import { missingFactOf } from './missing-fact';
import { missingWords, wordsNowhere } from './missing-words';
import { oneLine } from './one-line';
import { areOfPages, rankedPages } from './page-rank';
import { passagesOf } from './passages';
import { onlyStating } from './quoted-message';
import type { ReadItem } from './read-item';
import type { Reading } from './relevance';
import { simpleName } from './terms';
import { withoutTwins } from './twins';
import { isSlight, testWeightOf } from './item-weight';
import { quoteOf } from './quote';
import { firstRequested, withRequested, worthQuoting } from './worth-quoting';

/** First sentence of every extractive answer. */
export const NOTICE =
  'No language model wrote this answer: these are the passages of the evidence that are most relevant to the question.';
/**
 * Quoted lines of a requested item, or of the next step: it is there for what it does, not for the question's words.
 */
const WHOLE_STEP = 24;
/**
 * Lines up to which the first items are quoted whole: a gap in a function that fits the screen hides more than it
 * saves.
 */
const WHOLE_FIRST = { definition: [45, 30], behavior: [60, 60, 60] } as const;
/** Lines quoted of one of the first items of a question about behavior, if it is too long to be quoted whole. */
const MOST_OF_FIRST = 30;
/** Focus of an item that is the definition or the default itself. */
const FOUND = 0.8;
/** Passages from the top that a reader looks at, whatever the others are worth. */
const FIRST = 3;
const MOST_UNMENTIONED = 8;
/** Tokens that the sentence with the place of a definition or of a value takes, at most. */
const FOUND_TOKENS = 120;
/** Tokens of the blank lines around the list of what is not quoted. */
const BETWEEN = 8;

/** `[Requesting data on:] …` while requests still find something, then `[Answer:] …` with quotes and citations. */
export function answerReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const judgement = judge(inputs);
  const { reading, followUps } = judgement;
  // Nothing that could be requested contains a name that occurs nowhere, or says more than the definition asked for.
  const isDone = inputs.stopped === true || isAbsent(inputs) || isFound(reading);
  const requests = isDone ? [] : followUps;
  if (requests.length > 0) {
    const listed = requests.every((name) => /^[\w$@#.:/\\<>~|-]+$/.test(name));
    return listed
      ? `[Requesting data on:] ${requests.join(', ')}`
      : `[Requesting data on:]\n${requests.map((name) => `- ${oneLine(name)}`).join('\n')}`;
  }
  return `[Answer:] ${quotedAnswer(inputs, judgement, maxOutputTokens - countTokens('[Answer:] '))}`;
}

/** True if the question cannot be answered without what occurs nowhere. */
function isAbsent(inputs: ChatInputs): boolean {
  return absentNames(inputs).carry || asksForAbsentOnly(inputs);
}

/** True if the evidence defines or sets what the question asks about. */
function isFound({ focus, items }: Reading): boolean {
  return focus.asked !== null && items.some(({ focused }) => focused >= FOUND);
}

/**
 * What was found or occurs nowhere, the notice, quotes with their citations, and names that no passage mentions, within
 * the token limit. If nothing is relevant, or the index does not cover the question, it says so without a citation: the
 * turn then ends `insufficient`.
 */
export function quotedAnswer(
  inputs: ChatInputs,
  { reading, demands }: Pick<Judgement, 'reading' | 'demands'>,
  maxTokens: number,
): string {
  if (inputs.unmatched !== undefined) return nothingFound(inputs, undefined);
  const absent = absentNames(inputs);
  const said = absences(inputs, absent).join('\n');
  const start = said === '' ? [] : [said];
  if (isAbsent(inputs)) return [...start, `No language model wrote this. ${lookedAt(inputs)}`].join('\n\n');
  const tail = unmentioned(inputs, reading);
  const end = tail === '' ? [] : [tail];
  // What the passages about the names say outweighs an estimate from the whole question.
  const tooFar = demands && areMet(demands) ? undefined : doubtOf(inputs, reading);
  const lacking = missingFactOf(inputs, reading, demands);
  const isShown = lacking === undefined && isShownWithDoubt(inputs, reading);
  if (reading.items.length === 0 || lacking !== undefined || (tooFar !== undefined && !isShown)) {
    const doubt = tooFar === undefined ? lacking : `They are too far from the question: ${tooFar}.`;
    return [...start, nothingFound(inputs, doubt), ...end].join('\n\n');
  }
  if (tooFar !== undefined) start.push(`${DOUBTED}: ${oneLine(tooFar, 400)}.`);
  const missing =
    said !== '' || tooFar !== undefined
      ? ''
      : areOfPages(reading.items)
        ? missingWords(reading.unseen)
        : wordsNowhere(reading.unseen, inputs.coverage);
  if (missing !== '') start.push(missing);
  const room = maxTokens - countTokens([...start, NOTICE, tail].join('\n\n'));
  const quotes = quotesOf(inputs, reading, reading.focus.asked === null ? room : room - FOUND_TOKENS);
  const [first] = quotes;
  const found =
    first && firstOf(first.items.map((item) => foundSentence(inputs.question, item, first.spans)));
  const before = [...start, ...(found === undefined ? [] : [found]), NOTICE];
  const texts = quotes.map((quote) => quotationText(quote, reading));
  const left = maxTokens - countTokens([...before, ...texts, ...end].join('\n\n')) - BETWEEN;
  const more = alsoFound(unquoted(inputs, reading), quotes, left);
  return [...before, ...texts, ...(more === '' ? [] : [more]), ...end].join('\n\n');
}

function quotationText(quote: Quotation, reading: Reading): string {
  const numbers = [...new Set(quote.items.map(({ evidence }) => evidence.n))];
  return quoteOf(headOf(quote), quote.spans, numbers, (text) => reading.share(text));
}

function firstOf(sentences: readonly (string | undefined)[]): string | undefined {
  return sentences.find((sentence) => sentence !== undefined);
}

function quotesOf(inputs: ChatInputs, reading: Reading, room: number): readonly Quotation[] {
  const quotes: Quotation[] = [];
  const quoted = new Set<string>();
  const quoteFrom = (item: ReadItem, most: number): Quotation | undefined => {
    const spans = passagesOf(item, most)
      .map((span) => span.filter((line) => !quoted.has(`${item.evidence.path}:${line.number}`)))
      .filter((span) => span.some((line) => line.kind !== 'noise'));
    return spans.length === 0 ? undefined : { items: [item], spans };
  };
  const costOf = (quote: Quotation): number => countTokens(quotationText(quote, reading)) + 2;
  const items = chosenItems(inputs, reading);
  // Long functions before it leave room for what was requested: the evidence led to it.
  const asked = firstRequested(items);
  const whole = asked && quoteFrom(asked, WHOLE_STEP);
  const kept = whole ? Math.min(costOf(whole), room / 4) : 0;
  const isAboutBehavior = reading.focus.asked === null;
  let left = room;
  for (const [at, item] of items.entries()) {
    const isBefore = asked !== undefined && at < items.indexOf(asked);
    const all = wholeOf(reading, item)[at] ?? 0;
    const longest = item.lines.length <= all ? [all] : item.requested || item.linked ? [WHOLE_STEP] : [];
    for (const most of [...longest, ...(at < FIRST && isAboutBehavior ? [MOST_OF_FIRST] : []), 18, 8, 3]) {
      const quote = quoteFrom(item, most);
      if (!quote) break;
      const cost = costOf(quote);
      if (cost > left - (isBefore ? kept : 0)) continue;
      left -= cost;
      quotes.push(quote);
      for (const line of quote.spans.flat()) quoted.add(`${item.evidence.path}:${line.number}`);
      break;
    }
  }
  return quotes.length > 0 ? mergedQuotes(quotes) : shortest(reading);
}

/** Lines up to which the first items are quoted whole; a page has no end that a reader waits for. */
function wholeOf({ focus }: Reading, { evidence }: ReadItem): readonly number[] {
  return focus.asked === null && !isProse(evidence) ? WHOLE_FIRST.behavior : WHOLE_FIRST.definition;
}

/** If hardly any room is left: the location and the first lines of the best item, to be cut by the limit. */
function shortest(reading: Reading): readonly Quotation[] {
  const item = reading.items[0];
  return item ? [{ items: [item], spans: passagesOf(item, 3) }] : [];
}

/** What may be listed below the passages: of a question about behavior, where several places answer together. */
function unquoted({ question, coverage }: ChatInputs, reading: Reading): readonly ReadItem[] {
  const items = distinct(reading);
  if (reading.focus.asked !== null || areOfPages(items)) return [];
  const share = (text: string): number => reading.share(text);
  const isTest = ({ evidence }: ReadItem): boolean => testWeightOf(question, evidence) < 1;
  return rankedForBehavior(question, items, share, coverage?.similar).filter((item) => !isTest(item));
}

function distinct(reading: Reading): readonly ReadItem[] {
  return withoutTwins(reading.items.filter((item) => !isDeclared(item, reading) && !isHead(item, reading)));
}

function chosenItems({ question, coverage }: ChatInputs, reading: Reading): readonly ReadItem[] {
  const items = distinct(reading);
  if (areOfPages(items)) return rankedPages(items);
  if (reading.focus.asked !== null) return worthQuoting(items);
  if (asksHowTo(question)) return documentationFirst(items);
  const worth = worthQuoting(items, ({ ofNamed }) => ofNamed, withoutFocus);
  const share = (text: string): number => reading.share(text);
  const ranked = rankedForBehavior(question, items, share, coverage?.similar).filter(
    (item, at) => at < FIRST || worth.includes(item),
  );
  return onlyStating(implementationsFirst(withRequested(ranked, items)));
}

/** The score by what an item says: that it defines a name of the question makes nothing else less relevant. */
function withoutFocus({ score, focused }: ReadItem): number {
  return score - focused;
}

/** True for the head of a class alone, with its methods in other items: it says no more than their names. */
function isHead(
  { evidence: { n, path, startLine, endLine }, lines, focused }: ReadItem,
  { items }: Reading,
): boolean {
  const own = lines.filter(({ kind }) => kind !== 'noise').length;
  return (
    own <= 1 &&
    focused < FOUND &&
    items.some(
      ({ evidence: other }) =>
        other.n !== n &&
        other.path === path &&
        other.startLine >= startLine &&
        other.startLine <= endLine + 1,
    )
  );
}

/** True for a declaration whose body is also evidence. */
function isDeclared(item: ReadItem, reading: Reading): boolean {
  const name = nameOf(item);
  if (name === undefined || !isSlight(item.lines)) return false;
  return reading.items.some((other) => nameOf(other) === name && !isSlight(other.lines));
}

function nameOf({ evidence }: ReadItem): string | undefined {
  return evidence.symbol === undefined ? undefined : simpleName(evidence.symbol);
}

/**
 * Names of the question that no passage mentions. What was looked for in vain is not repeated: the turn lists it, with
 * where it was looked for.
 */
function unmentioned({ evidence, misses, needs }: ChatInputs, { unseen, items }: Reading): string {
  // What a message has besides its code are values.
  const isWritten = items.some(({ stating }) => stating.length > 0);
  if (evidence.length === 0 || isWritten) return '';
  const listed = [...misses, ...needs].map(({ text }) => normalizeQuery(text));
  const lines = unseen
    .filter(
      ({ identifier, text }) => identifier && !listed.some((known) => known.includes(normalizeQuery(text))),
    )
    .map(({ text }) => `- \`${oneLine(text)}\`: no passage of the evidence mentions it`);
  const more = lines.length > MOST_UNMENTIONED ? [`- and ${lines.length - MOST_UNMENTIONED} more`] : [];
  return lines.length === 0 ? '' : `Not found:\n${[...lines.slice(0, MOST_UNMENTIONED), ...more].join('\n')}`;
}

function nothingFound(inputs: ChatInputs, doubt: string | undefined): string {
  if (inputs.unmatched !== undefined)
    return `Nothing was searched, and no language model wrote this: ${oneLine(inputs.unmatched, 400)}.`;
  const why = doubt === undefined || inputs.evidence.length === 0 ? '' : ` ${oneLine(doubt, 400)}`;
  const about = doubt === undefined ? ', but none that relates to the question' : '';
  const looked = lookedAt(inputs, about);
  return `Nothing was found that answers this question, and no language model wrote this. ${looked}${why}`;
}

/** Where the search looked, as one sentence. */
function lookedAt(inputs: ChatInputs, about = ''): string {
  const paths = [...new Set(inputs.evidence.map((item) => oneLine(item.path)))];
  const queries = [
    ...new Set(inputs.evidence.map((item) => oneLine(item.query)).filter((query) => query !== '')),
  ];
  return paths.length === 0 && inputs.queries.length === 0
    ? 'The turn ended before anything was looked up.'
    : paths.length === 0
      ? `The search over ${inputs.within ?? 'the indexed sources'} found no passage above the relevance floor.`
      : `The search${
          queries.length > 0
            ? ` for ${queries
                .slice(0, 3)
                .map((query) => `“${query}”`)
                .join(', ')}`
            : ''
        } found passages of ` +
        `${paths
          .slice(0, 5)
          .map((path) => `\`${path}\``)
          .join(', ')}${paths.length > 5 ? ' and others' : ''}${about}.`;
}
