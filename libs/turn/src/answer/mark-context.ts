import type { Inside } from './mark-inside';

/** Characters beside a mark that are looked at. */
const NEAR = 40;
/** Longest address that a definition is looked through for. */
const MAX_ADDRESS = 2_000;

/** Brackets behind such words, behind `=` and behind a key of JSON hold an interval or a list of values. */
const BEFORE_VALUES = /(?:\b(?:ranges?|intervals?)(?: of)?|[=∈]|["']:)\s*$/i;
/** A class of digits is near to such words. */
const OF_A_CLASS = /\b(?:regex(?:p|es)?|regular expressions?|character class(?:es)?|digits?)\b/i;
/** What a range measures is text: `[3-5] days`. */
const UNIT =
  /^\s?(?:%|‰|°|(?:m?s|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|years?|times|bytes?|[KMG]i?B|px|characters|digits)\b)/;
/** Beside a class of characters: quantifiers, escapes, anchors and other classes. */
const REGEX_BEFORE = /[\\^{}+/-]$/;
const REGEX_BEHIND = /^(?:[+{\\^$\w-]|\*(?!\*)[\w[\\(|]|\[[a-z0^\\])/i;

/** What stands beside brackets. */
export interface Context {
  readonly before: string;
  readonly behind: string;
}

/** The characters beside a part of a text, of its own line. */
export function contextOf(text: string, start: number, end: number): Context {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const behind = text.slice(end, end + NEAR);
  return {
    before: before.slice(before.lastIndexOf('\n') + 1),
    behind: /^[^\n]*/.exec(behind)?.[0] ?? '',
  };
}

/** True where a list between brackets holds values rather than numbers of evidence. */
export function holdsValues({ before }: Context): boolean {
  return BEFORE_VALUES.test(before);
}

/** True where what could be a mark is text or code, by what stands beside it. */
export function isText(inside: Inside, context: Context): boolean {
  const { form, numbers, sure } = inside;
  if (sure || form === 'number') return false;
  if (holdsValues(context)) return true;
  if (form === 'list') return false;
  const { before, behind } = context;
  const digits = numbers.at(-1) === 9 && OF_A_CLASS.test(before);
  return digits || UNIT.test(behind) || REGEX_BEFORE.test(before) || REGEX_BEHIND.test(behind);
}

/** `[^5]` before a quantifier is a class of characters. */
export function isNegatedClass({ behind }: Context): boolean {
  return /^(?:[+{]|\*(?!\*)[\w[\\(|])/.test(behind);
}

/** Behind the name of an address (`[1]: src/a.ts`) stands where it leads, and at most a title: this is no citation. */
const DEFINED = /^ ?:[ \t]*\S+[ \t]*(?:$|["'(])/;

/** True where brackets begin the definition of a footnote or of an address. */
export function isDefinition(text: string, start: number, end: number): boolean {
  if (!/^ ?:/.test(text.slice(end, end + 2))) return false;
  if (!/(?:^|\n)[ >]{0,7}$/.test(text.slice(Math.max(0, start - 8), start))) return false;
  const line = /^[^\n]*/.exec(text.slice(end, end + MAX_ADDRESS))?.[0] ?? '';
  return text.charAt(start + 1) === '^' || DEFINED.test(line);
}
