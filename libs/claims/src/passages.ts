import { documentTerms } from '@quarry/search-index';
import { pageLine, trimEndOf, type Evidence } from '@quarry/turn';
import type { Doubt } from './finding-doubts';
import { withoutMarkup } from './markup';
import type { StatedValue } from './stated-values';
import { quantitiesIn } from './computed-quantities';
import type { Quantity } from './quantities';
import { sentencesOf } from './sentences';
import { tokensOf, type Token } from './tokens';

/** A few lines of code, or one or two sentences of prose, to compare with a sentence of an answer. */
export interface Passage {
  /** Number of its evidence. */
  readonly n: number;
  readonly text: string;
  readonly prose: boolean;
  readonly terms: ReadonlySet<string>;
  /** Its tokens in order, read once. */
  readonly tokens: () => readonly Token[];
}

/** A parsed piece of evidence. */
export interface Source {
  readonly item: Evidence;
  /** Text with title, path and symbol, in lower case with collapsed white space. */
  readonly flat: string;
  /** The same as {@link bare} text, for quotations. */
  readonly bare: string;
  /** Literal words in lower case, with code names kept whole. */
  readonly words: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
  /** The values that a finding or calculation states, with their units. */
  readonly values: readonly StatedValue[];
  /** Why it must not be relied on, of a finding or a calculation. */
  readonly doubt?: Doubt;
  readonly passages: readonly Passage[];
  /** Whether a sentence, two sentences or a line of it are these words and no others. */
  readonly saysLiterally: (text: string) => boolean;
  /** Whether its title, path or symbol names a token. */
  readonly isInHead: (token: Token | undefined) => boolean;
}

/** Lines of code per window, and from the start of one window to the next. */
const WINDOW = 4;
const STRIDE = 2;
/** Characters of a sentence from which the same words are no coincidence. */
const LEAST_LITERAL = 12;
/** Maximum characters of a passage, for minified code. */
const LONGEST = 600;

const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?|pdf|tex)$/i;

/**
 * Parses a piece of evidence.
 * @param values the values that it states, for a finding or a calculation
 * @param doubt why it must not be relied on
 */
export function sourceOf(item: Evidence, values: readonly StatedValue[] = [], doubt?: Doubt): Source {
  const head = [item.title, item.path, item.symbol, item.nodeKey, item.url, item.tableHead]
    .filter((part) => part !== undefined)
    .join(' \n');
  const labelled = item.kind === 'finding' || item.kind === 'calculation';
  // `revenue_2022 = 5298 millions_usd`: labels are words here, and their years numbers.
  const text = labelled ? item.text.replaceAll('_', ' ') : item.text;
  const whole = `${head}\n${item.text}${labelled ? `\n${text}` : ''}`;
  return {
    item,
    ...(doubt ? { doubt } : {}),
    flat: flattened(whole),
    // A page is quoted as its source has it, or as a reader sees it.
    bare: isProse(item)
      ? `${bare(whole)}\n${bare(item.text.split('\n').map(pageLine).join('\n'))}`
      : bare(whole),
    words: new Set(whole.toLowerCase().match(/[\p{L}\p{N}_$@]+/gu) ?? []),
    terms: documentTerms(whole),
    quantities: quantitiesIn(whole, !isProse(item)),
    values,
    passages: passagesOf({ ...item, text }),
    saysLiterally: isProse(item) ? literally(text) : () => false,
    isInHead: inHead(head),
  };
}

function literally(text: string): Source['saysLiterally'] {
  const known = once(
    () => new Set([...proseWindows(text), ...text.split('\n')].map((part) => letters(withoutMarkup(part)))),
  );
  return (sentence) => {
    const own = letters(withoutMarkup(sentence));
    return own.length >= LEAST_LITERAL && known().has(own);
  };
}

/** A text without white space, list marks, borders of cells and end marks. */
function letters(text: string): string {
  return trimEndOf(bare(text.replace(/^\s*(?:[-*+]|\d+[.)])\s/, '').replace(/[|·\t]/g, '')), '.:;');
}

function inHead(head: string): Source['isInHead'] {
  const keys = once(() => new Set(tokensOf(head).map(({ key }) => key)));
  return (token) => token !== undefined && keys().has(token.key);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Normalizes text for comparison: lower case, collapsed white space, plain quotes, resolved Markdown escapes. */
export function flattened(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[“”«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/\\([[\]*_`])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Normalizes text for comparing quotations. An inert answer contains spaces, back-ticks and backslashes inside links,
 * tags and addresses of the evidence, so both sides are compared without them.
 */
export function bare(text: string): string {
  return flattened(text).replace(/[\s`\\]+/g, '');
}

function passagesOf(item: Evidence): Passage[] {
  const prose = isProse(item);
  const name = item.symbol ?? item.title ?? '';
  const texts = prose ? proseWindows(item.text).map(withoutMarkup) : codeWindows(item.text);
  return texts.map((text) => ({
    n: item.n,
    text: text.slice(0, LONGEST),
    prose,
    terms: documentTerms(`${name}\n${text.slice(0, LONGEST)}`),
    tokens: once(() => tokensOf(text.slice(0, LONGEST), !prose)),
  }));
}

/** Each sentence, and each pair of consecutive sentences. */
function proseWindows(text: string): string[] {
  // A heading is a paragraph, with or without an empty line below it.
  const apart = text.replace(/^ {0,3}#{1,6}[ \t][^\n]*$/gm, (heading) => `${heading}\n`);
  const paragraphs = apart.split(/\n\s*\n|\n(?=\s*(?:[-*+|]|\d+[.)])\s)/);
  return paragraphs.flatMap((paragraph) => {
    const sentences = sentencesOf(paragraph).map(({ start, end }) =>
      paragraph.slice(start, end).replace(/\s+/g, ' '),
    );
    const pairs = sentences.slice(1).map((sentence, at) => `${sentences[at] ?? ''} ${sentence}`);
    return [...sentences, ...pairs];
  });
}

function codeWindows(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => /[\p{L}\p{N}]/u.test(line));
  const windows: string[] = [];
  for (let at = 0; at === 0 || at + WINDOW - STRIDE < lines.length; at += STRIDE)
    windows.push(lines.slice(at, at + WINDOW).join('\n'));
  return windows.filter((window) => window.trim() !== '');
}

function isProse({ language, path }: Evidence): boolean {
  const name = (language ?? '').toLowerCase();
  if (name !== '') return ['markdown', 'md', 'text', 'plaintext', 'rst', 'html', 'asciidoc'].includes(name);
  // Imported documents have no file extension.
  return PROSE.test(path) || !/\.\w{1,8}$/.test(path);
}
