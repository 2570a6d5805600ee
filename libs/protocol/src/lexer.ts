import { fold, type Folded } from './fold';
import { MAX_MARKER_LENGTH, markerAt } from './marker';

/** The meaning of a reply's start. `undecided` is returned only for a reply that may still grow. */
export type Lexed =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'marker';
      readonly name: string;
      /** Index of the content in the raw reply. */
      readonly content: number;
      /** Fence (three back-ticks or tildes) around the reply that is still open at the content, or ''. */
      readonly fence: string;
      /** Emphasis that is still open at the content, or ''. */
      readonly wrap: string;
    };

/** Number of characters within which the marker must appear. */
const HEAD = 1_000;
/** Longest lead-in line ("Sure, here is the answer:"). */
const LEAD_IN = 200;

/**
 * Finds the reply's own marker: at the start of a line, after blank lines, at most one fence line and at most one short
 * lead-in line. The decision for a growing reply never changes: for every prefix it is `undecided` or the final one.
 */
export function lex(raw: string, complete: boolean): Lexed {
  if (raw.length <= HEAD) return scan(raw, complete);
  const lexed = scan(raw.slice(0, HEAD), false);
  return lexed.kind === 'undecided' ? { kind: 'none' } : lexed;
}

function scan(raw: string, complete: boolean): Lexed {
  // Half of a surrogate pair is not a character yet.
  const head = fold(complete ? raw : raw.replace(/[\uD800-\uDBFF]$/, ''));
  const pending: Lexed = complete ? { kind: 'none' } : { kind: 'undecided' };
  let fence = '';
  let leadIns = 0;
  for (let start = 0; start < head.text.length;) {
    const newline = head.text.indexOf('\n', start);
    const end = newline < 0 ? head.text.length : newline;
    const untrimmed = head.text.slice(start, end);
    const line = untrimmed.trimStart();
    const marker = markerAt(line);
    if (marker) {
      const at = start + untrimmed.length - line.length + marker.length;
      return contentAfter(head, at, { name: marker.name, wrap: marker.wrap, fence }, complete);
    }
    if (newline < 0 && !complete) return line.length > LEAD_IN ? { kind: 'none' } : pending;
    const text = line.trim();
    const opens = /^(`{3}|~{3})[\w-]{0,20}$/.exec(text)?.[1];
    if (opens !== undefined && fence === '') fence = opens;
    else if (text !== '') {
      leadIns += 1;
      if (leadIns > 1 || line.length > LEAD_IN || holdsMarker(line)) return { kind: 'none' };
    }
    start = end + 1;
  }
  return pending;
}

/** A lead-in that quotes a marker makes it ambiguous. */
function holdsMarker(line: string): boolean {
  return [...line.matchAll(/\[/g)].some((bracket) =>
    markerAt(line.slice(bracket.index, bracket.index + MAX_MARKER_LENGTH)),
  );
}

/** Skips white space, the closing emphasis of the marker, and a fence that was closed directly after it. */
function contentAfter(
  head: Folded,
  from: number,
  marker: { readonly name: string; readonly wrap: string; readonly fence: string },
  complete: boolean,
): Lexed {
  let { wrap, fence } = marker;
  let at = skipSpace(head.text, from);
  const grows = (closer: string) =>
    !complete && closer.startsWith(head.text.slice(at)) && head.text.length - at < closer.length;

  if (wrap !== '') {
    if (grows(wrap)) return { kind: 'undecided' };
    if (head.text.startsWith(wrap, at)) {
      at = skipSpace(head.text, at + wrap.length);
      wrap = '';
    }
  }
  if (fence !== '') {
    if (grows(fence)) return { kind: 'undecided' };
    if (head.text.startsWith(fence, at)) {
      const rest = head.text.slice(at + fence.length);
      const bare = /^[^\S\n]*(\n|$)/.exec(rest);
      if (bare && bare[1] === '' && !complete) return { kind: 'undecided' };
      if (bare) {
        at = skipSpace(head.text, at + fence.length);
        fence = '';
      }
    }
  }
  if (at >= head.text.length && !complete) return { kind: 'undecided' };
  return { kind: 'marker', name: marker.name, content: head.offsets[at] ?? 0, wrap, fence };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}
