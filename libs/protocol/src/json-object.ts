import { jsonrepair } from 'jsonrepair';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Longest reply that is read as JSON, in characters. */
export const MAX_REPLY = 200_000;
/** Longest object that is repaired; well above what a model is asked for. */
const MAX_REPAIRED = 40_000;
/** Maximum nesting depth. */
const MAX_DEPTH = 32;
/** Most objects that are read of a reply; well above the limits of every protocol, which count what they leave out. */
const MAX_OBJECTS = 200;

/** Digits that a floating-point number can represent exactly. */
const SAFE_DIGITS = 15;

/** Possible starts of an object: a key, or its end. Braces in prose and in code mostly do not match. */
const BEGINS = /^\{\s*(?:["'“”‘’`]|[A-Za-z_][\w-]*\s*:|\}|\/[/*]|$)/;
/**
 * The fence that closes a block, with all white space before it. The look-behind avoids quadratic time for long runs.
 */
const LAST_FENCE = /(?<!\s)\s*(?:`{3}|~{3})$/;
/** The same for a fence that may be cut off. */
const LAST_TICKS = /(?<!\s)\s*`{1,3}$/;
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

/** An object in a text, and its end there. */
export interface FoundObject {
  readonly value: JsonObject;
  readonly start: number;
  readonly end: number;
  /** True if its end was cut off: absent fields are unknown. */
  readonly cut: boolean;
}

/**
 * The outermost JSON objects in a reply, in order. Tolerates code fences and prose around them, smart and single
 * quotes, comments, superfluous or missing commas, `True` and `None`, and a truncated end, up to the last complete
 * value. Finds only objects: a library that repairs JSON would turn any prose into a text.
 */
export function objectsIn(reply: string): readonly FoundObject[] {
  if (reply.length > MAX_REPLY) return [];
  const found: FoundObject[] = [];
  let at = reply.indexOf('{');
  while (at >= 0 && found.length < MAX_OBJECTS) {
    let end = at + 1;
    if (BEGINS.test(reply.slice(at, at + 80))) {
      const extent = extentOf(reply, at);
      const object = extent.depth > MAX_DEPTH ? null : objectOf(reply, at, extent);
      end = extent.end;
      if (object) found.push({ ...object, start: at, end });
    }
    at = reply.indexOf('{', end);
  }
  return found;
}

interface Extent {
  /** Index after its closing brace, or the reply's length. */
  readonly end: number;
  readonly closed: boolean;
  readonly depth: number;
  /** Start of an unterminated text; -1 if there is none. */
  readonly openText: number;
}

function extentOf(text: string, start: number): Extent {
  let level = 0;
  let depth = 0;
  let closer = '';
  let openText = -1;
  let before = '';
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (closer !== '') {
      if (char === '\\') at += 1;
      else if (char === closer) closer = '';
      continue;
    }
    const opens = CLOSERS[char];
    // An apostrophe within a word opens nothing.
    if (opens !== undefined && (char !== "'" || '{[,:'.includes(before))) {
      closer = opens;
      openText = at;
    } else if (char === '{' || char === '[') depth = Math.max(depth, (level += 1));
    else if (char === '}' || char === ']') level -= 1;
    if (level === 0) return { end: at + 1, closed: true, depth, openText: -1 };
    if (/\S/.test(char)) before = char;
  }
  return { end: text.length, closed: false, depth, openText: closer === '' ? -1 : openText };
}

function objectOf(reply: string, start: number, extent: Extent): Pick<FoundObject, 'value' | 'cut'> | null {
  const text = reply.slice(start, extent.end);
  // Quotes within a text may hide an existing end.
  const ended = extent.closed ? text : text.trimEnd().replace(LAST_FENCE, '');
  const whole = ended.endsWith('}') ? parsed(ended) : null;
  if (whole || extent.closed) return whole && { value: whole, cut: false };
  const kept = wholeValues(extent.openText < 0 ? text : reply.slice(start, extent.openText));
  const value = parsed(kept);
  return value && { value: /[\]}]$/.test(kept) ? value : withoutEmptyLast(value), cut: true };
}

/** The object without its last field if that is empty. */
function withoutEmptyLast(object: JsonObject): JsonObject {
  const entries = Object.entries(object);
  const last = entries.at(-1)?.[1];
  const empty = last === null || last === '' || (Array.isArray(last) && last.length === 0);
  return Object.fromEntries(empty ? entries.slice(0, -1) : entries);
}

/** The truncated text without a number or word at its end that may be incomplete. */
function wholeValues(text: string): string {
  const trimmed = text.trimEnd().replace(LAST_TICKS, '');
  const tail = /[\w.+-]{1,40}$/.exec(trimmed)?.[0] ?? '';
  return /^(?:true|false|null|none)?$/i.test(tail) ? trimmed : trimmed.slice(0, -tail.length);
}

function parsed(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text, exactly));
  } catch {
    // Not JSON yet: repaired below.
  }
  if (text.length > MAX_REPAIRED) return null;
  try {
    return asObject(JSON.parse(jsonrepair(text), exactly));
  } catch {
    return null;
  }
}

/** A number with more digits than a float can represent stays text. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  // The source of a text starts with its quote; lists and objects have no source.
  const source = context?.source ?? '';
  return /^-?\d/.test(source) && source.replace(/\D/g, '').length > SAFE_DIGITS ? source : value;
}

/** The value if it is an object: not a list, not null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject | null) : null;
}
