import {
  countTokens,
  escapeMarks,
  type Evidence,
  normalizeQuery,
  placeInWords,
  whereaboutsOf,
} from '@quarry/turn';
import type { ChatInputs } from '../port';
import { judge } from './judgement';
import { isProse, type Line } from './lines';
import { doubtOf } from './answerability';
import { missingFactOf } from './missing-fact';
import { passagesOf } from './passages';
import type { ReadItem } from './read-item';
import type { Reading } from './relevance';
import { simpleName } from './terms';
import { isSlight } from './item-weight';

/** First sentence of every extractive answer. */
export const NOTICE =
  'No language model wrote this answer: these are the passages of the evidence that are most relevant to the question.';
/** Maximum number of quoted items, and the minimum score relative to the best one. */
const MOST_ITEMS = 6;
const NEAR_BEST = 0.45;
/**
 * Quoted lines of a requested item, or of the next step: it is there for what it does, not for the question's words.
 */
const WHOLE_STEP = 24;
const MOST_UNMENTIONED = 8;

/** `[Requesting data on:] …` while requests still find something, then `[Answer:] …` with quotes and citations. */
export function answerReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const { reading, followUps: requests } = judge(inputs);
  if (requests.length > 0) {
    const listed = requests.every((name) => /^[\w$@#.:/\\<>~|-]+$/.test(name));
    return listed
      ? `[Requesting data on:] ${requests.join(', ')}`
      : `[Requesting data on:]\n${requests.map((name) => `- ${oneLine(name)}`).join('\n')}`;
  }
  return `[Answer:] ${quotedAnswer(inputs, reading, maxOutputTokens - countTokens('[Answer:] '))}`;
}

/**
 * The notice, quotes with their citations, and names that no passage mentions, within the token limit. If nothing is
 * relevant, or the index does not cover the question, it says so without a citation: the turn then ends `insufficient`.
 */
export function quotedAnswer(inputs: ChatInputs, reading: Reading, maxTokens: number): string {
  const tail = unmentioned(inputs, reading);
  const end = tail === '' ? [] : [tail];
  const doubt = doubtOf(inputs) ?? missingFactOf(inputs, reading);
  if (reading.items.length === 0 || doubt !== undefined)
    return [nothingFound(inputs, doubt), ...end].join('\n\n');
  const quotes = quotesOf(reading, maxTokens - countTokens(`${NOTICE}\n\n${tail}`));
  return [NOTICE, ...quotes, ...end].join('\n\n');
}

function quotesOf(reading: Reading, room: number): readonly string[] {
  const quotes: string[] = [];
  const quoted = new Set<string>();
  let left = room;
  for (const item of chosenItems(reading)) {
    for (const most of [...(item.requested || item.linked ? [WHOLE_STEP] : []), 18, 8, 3]) {
      const spans = passagesOf(item, most)
        .map((span) => span.filter((line) => !quoted.has(`${item.evidence.path}:${line.number}`)))
        .filter((span) => span.some((line) => line.kind !== 'noise'));
      if (spans.length === 0) break;
      const quote = quoteOf(item.evidence, spans);
      const cost = countTokens(quote) + 2;
      if (cost > left) continue;
      left -= cost;
      quotes.push(quote);
      for (const line of spans.flat()) quoted.add(`${item.evidence.path}:${line.number}`);
      break;
    }
  }
  return quotes.length > 0 ? quotes : shortest(reading);
}

/** If hardly any room is left: the location and the first lines of the best item, to be cut by the limit. */
function shortest(reading: Reading): readonly string[] {
  const best = reading.items[0];
  return best ? [quoteOf(best.evidence, passagesOf(best, 3))] : [];
}

function chosenItems(reading: Reading): readonly ReadItem[] {
  const best = reading.items[0]?.score ?? 0;
  const items = reading.items.filter((item) => !isDeclared(item, reading));
  const near = items.filter((item) => item.score >= NEAR_BEST * best).slice(0, MOST_ITEMS);
  const requested = items.find((item) => item.requested);
  if (requested === undefined || near.some((item) => item.requested)) return near;
  return [...near.slice(0, MOST_ITEMS - 1), requested];
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

/** The passage's location, its citation, and its lines. A gap in the lines is shown as `…`. */
function quoteOf(evidence: Evidence, spans: readonly (readonly Line[])[]): string {
  const lines = spans.flat();
  const [first, last] = [lines[0]?.number ?? evidence.startLine, lines.at(-1)?.number ?? evidence.endLine];
  const symbol = evidence.symbol === undefined ? '' : `\`${oneLine(evidence.symbol)}\``;
  const place = [`\`${oneLine(evidence.path)}\``, rangeOf(evidence, first, last), symbol];
  const head = `${place.filter((part) => part !== '').join(', ')} [${evidence.n}]`;
  const body = spans.map((span) => span.map((line) => line.text.slice(0, 240)).join('\n')).join('\n…\n');
  if (isProse(evidence)) {
    // A number in brackets is a footnote there, and must not read as one of the answer's citations.
    const escaped = body.replace(/\[(\d[\d, ]*)\]/g, '\\[$1\\]').split('\n');
    return `${head}\n\n${escapeMarks(escaped.map((line) => `> ${line}`.trimEnd()).join('\n'))}`;
  }
  const fence = '`'.repeat(Math.max(3, ...[...body.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${head}\n\n${fence}${(evidence.language ?? '').replace(/[^\w+#-]/g, '')}\n${body}\n${fence}`;
}

/** `lines 3–9`, `line 3`; `page 35` in documents with extracted text; empty if only the file is known. */
function rangeOf(evidence: Evidence, first: number, last: number): string {
  const inLines = (from: number, to: number): string =>
    from === to ? `line ${from}` : `lines ${from}–${to}`;
  if (evidence.format === undefined) return inLines(first, last);
  const where = { ...whereaboutsOf(evidence), path: '' };
  return placeInWords(where, (_path, from, to) => inLines(from, to)).replace(/^, /, '');
}

/**
 * Names of the question that no passage mentions. What was looked for in vain is not repeated: the turn lists it, with
 * where it was looked for.
 */
function unmentioned({ evidence, misses, needs }: ChatInputs, { unseen }: Reading): string {
  if (evidence.length === 0) return '';
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
  const paths = [...new Set(inputs.evidence.map((item) => oneLine(item.path)))];
  const queries = [
    ...new Set(inputs.evidence.map((item) => oneLine(item.query)).filter((query) => query !== '')),
  ];
  const looked =
    paths.length === 0 && inputs.queries.length === 0
      ? 'The turn ended before anything was looked up.'
      : paths.length === 0
        ? 'The search over the indexed sources found no passage above the relevance floor.'
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
            .join(
              ', ',
            )}${paths.length > 5 ? ' and others' : ''}${doubt === undefined ? ', but none that relates to the question' : ''}.`;
  const why = doubt === undefined || paths.length === 0 ? '' : ` ${oneLine(doubt, 400)}`;
  return `Nothing was found that answers this question, and no language model wrote this. ${looked}${why}`;
}

/** Quotes untrusted text within a line: one line, bounded, without back-ticks or anything that reads as a citation. */
function oneLine(text: string, most = 160): string {
  const flat = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll('`', "'")
    .replace(/\[(\d+)\]/g, '($1)')
    .trim();
  return escapeMarks(flat.length > most ? `${flat.slice(0, most - 1)}…` : flat);
}
