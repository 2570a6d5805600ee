import MarkdownIt from 'markdown-it';
import { citationMarks, trimEndOf, type Span } from '@quarry/turn';
import { factsOf, statesFacts } from './facts';
import { htmlTexts } from './html-blocks';
import { sentencesOf, SPACED_CITATION } from './sentences';

/** A part of an answer that can be checked against the evidence. */
export interface Statement {
  /** `sentence`: prose, or the row of a table · `quote`: a block quote · `code`: a code block. */
  readonly kind: 'sentence' | 'quote' | 'code';
  /** Its text in the answer; for a quotation with a caption, the caption. */
  readonly text: string;
  /** The text to compare: the sentence, or the quoted lines without their markers. */
  readonly body: string;
  /** Evidence numbers that it cites. */
  readonly cites: readonly number[];
  /** Its position in the answer, including the caption. */
  readonly span: Span;
  /** Where to insert a mark: before the end mark of a sentence or caption, otherwise after a quotation. */
  readonly markAt: number;
  /** The sentence with a colon above the list of which it is an item. */
  readonly under?: string;
}

const markdown = new MarkdownIt('default', { html: true });

type Token = ReturnType<typeof markdown.parse>[number];

/** The location of a quotation and nothing else: `src/a.ts`, lines 3–9, `total` [2], or `a.pdf`, pages 3–4 [2]. */
const CAPTION = /^(?:`[^`]+`|\[\d[\d, ]*\]|\*|lines?|pages?|paragraphs?|from|in|[\s\d.,:;()–-])+$/i;

/** A few words in bold before the sentence that they announce: `**Always trusted.** Loopback is …`. */
const RUN_IN = /^(\*\*|__)(?:(?!\1)[^\n]){1,60}\1$/;

/** The citation at the end of a quotation. */
const LAST_CITATION = new RegExp(`${SPACED_CITATION.source}\\s*$`);

/** The statements of an answer in order. Headings and table heads are not statements; a row of a table is one. */
export function statementsOf(answer: string): Statement[] {
  const source = new Source(answer);
  const found: Statement[] = [];
  const tokens = markdown.parse(answer, {});
  const leads: (string | undefined)[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    if (/^(?:bullet|ordered)_list_open$/.test(token.type))
      leads.push(joined(leads.at(-1), leadOf(token, source, found)));
    else if (/^(?:bullet|ordered)_list_close$/.test(token.type)) leads.pop();
    else if (token.type === 'heading_open' || token.type === 'thead_open') at = closeOf(tokens, at);
    else if (token.type === 'tr_open') {
      const close = closeOf(tokens, at);
      found.push(...rowOf(tokens.slice(at, close), source));
      at = close;
    } else if (token.type === 'blockquote_open') {
      const close = closeOf(tokens, at);
      const quote = quotationOf('quote', linesOf(tokens.slice(at, close)), token, source, found);
      if (quote) {
        replaceLead(found, quote);
        at = close;
      }
    } else if (token.type === 'fence' || token.type === 'code_block') {
      const code = quotationOf('code', token.content, token, source, found);
      if (code) replaceLead(found, code);
    } else if (token.type === 'html_block') found.push(...html(token, source));
    else if (token.type === 'inline') {
      const under = leads.at(-1);
      found.push(...sentences(token, source).map((one) => (under === undefined ? one : { ...one, under })));
    }
  }
  return found;
}

/** A list in an item of another is announced by both. */
function joined(outer: string | undefined, own: string | undefined): string | undefined {
  return outer !== undefined && own !== undefined ? `${outer} ${own}` : (own ?? outer);
}

/** The sentence that announces a list. */
function leadOf(token: Token, source: Source, found: readonly Statement[]): string | undefined {
  const last = found.at(-1);
  const announces = last?.kind === 'sentence' && /:[*_]*$/.test(last.body.trimEnd());
  return announces && source.isJustBefore(last.span, token) ? last.body : undefined;
}

function html(token: Token, source: Source): Statement[] {
  const toSource = source.locate(token);
  return htmlTexts(token.content).flatMap(({ body, span: { start, end }, kind }) => {
    const span = { start: toSource(start), end: toSource(end - 1) + 1 };
    if (kind === 'text') return sentencesIn(body, (index) => toSource(start + index));
    return [{ kind: 'sentence', text: body, body, cites: citationMarks(body), span, markAt: span.end }];
  });
}

function sentences(token: Token, source: Source): Statement[] {
  return sentencesIn(token.content, source.locate(token));
}

function sentencesIn(text: string, toSource: (index: number) => number): Statement[] {
  return withRunIn(text, sentencesOf(text)).map(({ start, end }): Statement => {
    const body = text.slice(start, end);
    const span = { start: toSource(start), end: toSource(end - 1) + 1 };
    return {
      kind: 'sentence',
      text: body,
      body,
      cites: citationMarks(body),
      span,
      markAt: span.end - endingOf(body).length,
    };
  });
}

/** The sentences of a paragraph; a few words in bold at its beginning are a part of the first. */
function withRunIn(text: string, spans: readonly Span[]): readonly Span[] {
  const [first, second, ...rest] = spans;
  if (!first || !second || !RUN_IN.test(text.slice(first.start, first.end))) return spans;
  return [{ start: first.start, end: second.end }, ...rest];
}

/** The end mark of a sentence, with the closing emphasis, quotation marks and brackets after it. */
function endingOf(sentence: string): string {
  return sentence.slice(trimEndOf(trimEndOf(sentence, `*_~"'”’»)`), '.!?:;').length);
}

function rowOf(tokens: readonly Token[], source: Source): Statement[] {
  const body = linesOf(tokens).replaceAll('\n', ' · ');
  const lines = tokens[0]?.map;
  if (!lines || body.trim() === '') return [];
  const span = source.lines(lines[0], lines[1]);
  const text = source.text.slice(span.start, span.end);
  const row = text.trimEnd();
  const markAt = span.start + (row.endsWith('|') ? row.slice(0, -1).trimEnd() : row).length;
  return [{ kind: 'sentence', text, body, cites: citationMarks(body), span, markAt }];
}

/**
 * A code block, or a block quote that cites or is announced: both claim to be literal quotations. Null for any other
 * block quote, whose text is read as sentences.
 */
function quotationOf(
  kind: 'quote' | 'code',
  body: string,
  token: Token,
  source: Source,
  before: readonly Statement[],
): Statement | null {
  const own = kind === 'quote' ? citationMarks(body) : [];
  const lead = before.at(-1);
  const follows = lead !== undefined && source.isJustBefore(lead.span, token);
  if (follows && own.length === 0 && isCaptioned(lead)) {
    const { end } = source.lines(token.map?.[0] ?? 0, token.map?.[1] ?? 0);
    return { ...lead, body: `${lead.body}\n${body}`, span: { start: lead.span.start, end } };
  }
  const near = follows && lead.kind === 'sentence';
  const announced = near && (isCaption(lead) || lead.body.endsWith(':'));
  if (kind === 'quote' && own.length === 0 && !announced) return null;
  const lines = token.map ?? [0, 0];
  const block = source.lines(lines[0], lines[1]);
  const caption = near && isCaption(lead) ? lead : null;
  const first = body.split('\n').find((line) => line.trim() !== '') ?? '';
  return {
    kind,
    text: caption?.text ?? first.trim(),
    body: kind === 'quote' ? body.replace(LAST_CITATION, '') : body,
    cites: own.length > 0 ? own : near ? lead.cites : [],
    span: caption ? { start: caption.span.start, end: block.end } : block,
    markAt: caption?.markAt ?? block.end,
  };
}

/** Whether it is a quotation below its place, which goes on in a next block: prose and the code in it. */
function isCaptioned({ kind, text, cites }: Statement): boolean {
  return kind !== 'sentence' && cites.length > 0 && CAPTION.test(text);
}

/** Whether a sentence only gives the location of a quotation, or only announces one. */
function isCaption({ body, cites }: Statement): boolean {
  if (cites.length > 0 && CAPTION.test(body)) return true;
  return body.endsWith(':') && !statesFacts(factsOf(body));
}

/** The caption of a quotation is part of it, and so are the earlier blocks of one in several blocks. */
function replaceLead(found: Statement[], quotation: Statement): void {
  if (found.at(-1)?.span.start === quotation.span.start) found.pop();
  found.push(quotation);
}

function linesOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ type }) => type === 'inline' || type === 'fence' || type === 'code_block')
    .map(({ content }) => content)
    .join('\n');
}

function closeOf(tokens: readonly Token[], at: number): number {
  const level = tokens[at]?.level ?? 0;
  const close = tokens.findIndex(
    (token, index) => index > at && token.level === level && token.nesting === -1,
  );
  return close < 0 ? tokens.length : close;
}

/** An answer addressed by lines, because Markdown tokens only have line numbers. */
class Source {
  private readonly starts: number[] = [0];

  constructor(readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  /** Lines from `first` to `last` (exclusive), without the last line break. */
  lines(first: number, last: number): Span {
    const start = this.starts[first] ?? this.text.length;
    const end = Math.max(start, (this.starts[last] ?? this.text.length + 1) - 1);
    return { start, end: start + this.text.slice(start, end).trimEnd().length };
  }

  /** Maps an index in an inline token's content to its position in the answer. */
  locate(token: Token): (index: number) => number {
    const first = token.map?.[0] ?? 0;
    const places: { from: number; to: number }[] = [];
    let from = 0;
    token.content.split('\n').forEach((line, index) => {
      const { start, end } = this.lines(first + index, first + index + 1);
      const found = this.text.slice(start, end + 1).indexOf(line.trimEnd());
      places.push({ from, to: start + Math.max(0, found) });
      from += line.length + 1;
    });
    return (index) => {
      const place = places.findLast((candidate) => candidate.from <= index) ?? { from: 0, to: 0 };
      return place.to + index - place.from;
    };
  }

  isJustBefore({ end }: Span, token: Token): boolean {
    const next = this.starts[token.map?.[0] ?? 0] ?? 0;
    return end <= next && this.text.slice(end, next).trim() === '';
  }
}
