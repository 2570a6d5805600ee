import { normalizeQuery, specificNames } from '@quarry/turn';
import { fold } from './fold';
import { leftOut, limited } from './left-out';
import { markerAt } from './marker';
import type { LeftOut } from './protocol';
import { cutText } from './section-items';

/** Most requests of one reply that are served; the others are left out, by name. */
export const MAX_REQUESTS = 8;
/** Longest request in characters; of a longer one the end is cut, and an ellipsis says so. */
const MAX_REQUEST_LENGTH = 300;

const BULLET = /^(?:[-*+•‣–—]|\(?(?:\d{1,3}|[a-z])[.)])\s+/i;
const KIND =
  '(?:the )?(?:function|class|method|type|interface|struct|enum|trait|field|property|constant|variable|table|view|procedure|proc|trigger|file|module)s? ';
/** A name in the form of code: no white space, optionally after its kind. */
const NAME_LIKE = new RegExp(
  `^(?:and |or )?(?:${KIND})?[\`"']?[\\w$@#.:/\\\\<>~|-]+(?: ?\\([^()]{0,80}\\))?[\`"']?$`,
  'i',
);

/**
 * The separate requests in the content of `[Requesting data on:]`: one a line or bullet, split again at `;`, and at commas
 * between names. Equal ones (by `normalizeQuery`) count once, in the order of the reply.
 */
export function splitRequests(content: string): readonly string[] {
  const found = new Map<string, string>();
  const items = requestLines(content).flatMap((line) => splitAt(line, ';').flatMap(splitNames));
  const pieces = items.map(undress).filter((item) => /[\p{L}\p{N}]/u.test(item));
  for (const piece of pieces) {
    // "the following:" introduces the others.
    if (piece.endsWith(':') && pieces.length > 1) continue;
    const request = cutText(piece, MAX_REQUEST_LENGTH);
    const key = normalizeQuery(request);
    if (key !== '' && !found.has(key)) found.set(key, request);
  }
  return [...found.values()];
}

/** The requests that are served, at most {@link MAX_REQUESTS}, and those that are not. */
export function servedRequests(requests: readonly string[]): {
  readonly requests: readonly string[];
  readonly leftOut?: LeftOut;
} {
  const { kept, rest } = limited(requests, MAX_REQUESTS);
  return {
    requests: kept,
    ...leftOut(rest, `only the first ${MAX_REQUESTS} requests of a reply are served`),
  };
}

/** Lines that request something: up to another marker, or to the prose behind a list. */
function requestLines(content: string): readonly string[] {
  const lines: string[] = [];
  let listed = false;
  let blank = false;
  for (const raw of content.split('\n')) {
    const line = raw.trim();
    if (markerAt(fold(line.slice(0, 200)).text)) break;
    if (line === '' || /^(?:`{3}|~{3})[\w-]*$/.test(line)) {
      blank = true;
      continue;
    }
    const bulleted = BULLET.test(line);
    if (listed && blank && !bulleted) break;
    listed ||= bulleted;
    blank = false;
    lines.push(line.replace(BULLET, ''));
  }
  return lines;
}

/** Splits at `separator` outside brackets and back-ticks. */
function splitAt(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  let quoted = false;
  for (const char of text) {
    if (char === '`') quoted = !quoted;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
    if (char === separator && depth === 0 && !quoted) {
      parts.push(part.trim());
      part = '';
    } else part += char;
  }
  return [...parts, part.trim()];
}

/** A part that goes on with the one before it. */
const GOES_ON =
  /^(?:which|that|who|whose|where|when|while|if|but|because|so|including|especially|such as|e\.g\.|i\.e\.)\s/i;

/** What a name of code has and a word has not. */
const OF_CODE = /[._:$/\\#<>`(]|\p{Ll}\p{Lu}|^\p{Lu}/u;

/** Words of a description between commas; more are a clause of a sentence. */
const MOST_WORDS = 6;
/** A clause, which goes on with the sentence before it. */
const CLAUSE = /\b(?:is|are|was|were|does|do|did|has|have|will|would|can|could|should|it|they|this|these)\b/i;

/**
 * Splits at commas, as prompts ask for: next to a name, between parts that have a name of code each, and between short
 * descriptions. A sentence keeps its commas.
 */
function splitNames(text: string): readonly string[] {
  const parts = splitAt(text, ',').flatMap((part, _index, all) => {
    const pair = all.length > 1 ? /^(\S+) (?:and|or) (\S+)$/.exec(part) : null;
    return pair?.[1] !== undefined && pair[2] !== undefined ? [pair[1], pair[2]] : [part];
  });
  if (parts.length === 1) return parts;
  const merged: Piece[] = [];
  for (const part of parts) {
    const piece = pieceOf(part);
    const last = merged.at(-1);
    if (last && (GOES_ON.test(part) || !areApart(last, piece)))
      merged[merged.length - 1] = { ...pieceOf(`${last.text}, ${part}`), name: false };
    else merged.push(piece);
  }
  return merged.map((piece) => piece.text);
}

interface Piece {
  readonly text: string;
  /** Whether it is nothing but a name. */
  readonly name: boolean;
  /** Whether it has a name in the form of code. */
  readonly code: boolean;
  readonly short: boolean;
}

function pieceOf(part: string): Piece {
  const name = NAME_LIKE.test(part.replace(/[.?!]$/, ''));
  const words = part.split(/\s+/);
  return {
    text: name ? part.replace(/^(?:and|or) /i, '') : part,
    name,
    code: specificNames(part).length > 0,
    short: words.length > 1 && words.length <= MOST_WORDS && !CLAUSE.test(part),
  };
}

function areApart(last: Piece, next: Piece): boolean {
  if (last.name || (next.name && OF_CODE.test(next.text))) return true;
  return (last.code && next.code) || (last.short && next.short);
}

/** The request without emphasis, outer quotes, or a full stop at the end. */
function undress(item: string): string {
  let text = item.trim().replace(/(?<=[\w`"')\]*])[.?!]$/, '');
  for (const mark of ['**', '__', '`', '"', "'"]) {
    const inner = text.slice(mark.length, -mark.length);
    if (
      text.length > 2 * mark.length &&
      text.startsWith(mark) &&
      text.endsWith(mark) &&
      !inner.includes(mark)
    ) {
      text = inner.trim();
    }
  }
  return text;
}
