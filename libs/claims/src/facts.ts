import { codeSpans, trimEndOf } from '@quarry/turn';
import { withoutMarkup } from './markup';
import { isUnit, quantitiesOf, spelledOut, type Quantity } from './quantities';
import { SPACED_CITATION } from './sentences';

/** The parts of a sentence that must occur literally in the evidence. */
export interface Facts {
  /** Code names: in back-ticks, or of the form `a.b`, `a::b`, `a_b`, `load()`, `src/a.ts`, `fooBar`. */
  readonly identifiers: readonly string[];
  readonly quantities: readonly Quantity[];
  /** At least two words in quotation marks. */
  readonly quotations: readonly string[];
  /** Capitalised words within a sentence, abbreviations in capitals, and single words in quotation marks. */
  readonly names: readonly string[];
  /** The sentence without Markdown and citation marks. */
  readonly plain: string;
  /** The same with code names where they stand, in back-ticks. */
  readonly inPlace: string;
}

const QUOTED = /“([^“”]{2,400})”|«([^«»]{2,400})»|(?<![\p{L}\p{N}])"([^"]{2,400})"(?![\p{L}\p{N}])/gu;
/** A word with the separators of code names. */
const TOKEN =
  /(?<![\p{L}\p{N}_$@./\\-])[\p{L}_$@./\\][\p{L}\p{N}_$@]*(?:(?:::|->|[./\\#-])[\p{L}\p{N}_$*]+)*(?:\(\))?/gu;
/** The `$5` of `$5,298` is an amount, not a variable. */
const MONEY = /^(?:US|A|AU|C|CA|HK|NZ|S)?\$\d/;
/** Part of an amount, not a name. */
const CURRENCY = /\b(?:USD|EUR|GBP)(?=\s?\d)|\b(?:US|A|AU|C|CA|HK|NZ|S)(?=\$\s?\d)/g;
const VERSION = /(?<![\p{L}\p{N}_.])v?\d+(?:\.\d+){2,}(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])0x[\da-f]+\b/giu;
const PROPER =
  /(?<![\p{L}\p{N}_-])\p{Lu}[\p{L}\p{N}’'-]*(?:\s+(?:(?:of|de|van|von)\s+)?\p{Lu}[\p{L}\p{N}’'-]*)*/gu;
/** The number at the end of a name is no quantity: `SHP-2`, but not `FY-2017`. */
const NUMBERED_NAME =
  /(?<![\p{L}\p{N}_-])(\p{Lu}[\p{L}\p{N}]*(?:-\p{L}[\p{L}\p{N}]*)*-)(?!(?:19|20)\d\d\b)\d+(?![\d.,]*\d)\b/gu;
/** `Walmart's margin`: a name, also at the start of a sentence; not `It's`. */
const POSSESSIVE =
  /^(?!(?:It|That|This|What|Who|Where|When|How|There|Here|Let|He|She|One|Everyone|Today|Yesterday|Tomorrow)[’'])[^\s’']+(?:[’']s|s[’'])(?=\s|$)/u;
const MONTH_OR_DAY =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/i;

/** Extracts the facts of a sentence. */
export function factsOf(sentence: string): Facts {
  const identifiers = new Set<string>();
  const names = new Set<string>();
  const inPlace = withoutMarkup(sentence).replace(SPACED_CITATION, (mark) =>
    mark.startsWith(' ') ? ' ' : '',
  );
  let text = inPlace;
  for (const { start, end } of codeSpans(text).toReversed()) {
    identifiers.add(trimEndOf(text.slice(start, end).replace(/^`+/, ''), '`').trim());
    text = `${text.slice(0, start)} ${blank(text.slice(start, end))} ${text.slice(end)}`;
  }
  const plain = text;
  const quotations: string[] = [];
  let rest = plain.replace(QUOTED, (_whole, ...groups: unknown[]) => {
    const said = groups.slice(0, 3).find((group) => typeof group === 'string') ?? '';
    if (/\s/.test(said.trim())) quotations.push(said);
    else names.add(trimEndOf(said, '.,;:!?'));
    return ' ';
  });
  rest = rest.replace(VERSION, (version) => {
    identifiers.add(version);
    return ' ';
  });
  rest = rest.replace(TOKEN, (token, at: number, whole: string) => {
    const name = trimEndOf(token, '.,:;/\\-');
    if (!isCode(name) || MONEY.test(name) || isUnitAt(name, at, whole)) return token;
    (isPascal(name) ? names : identifiers).add(name);
    return ' '.repeat(token.length);
  });
  const unmeasured = rest.replace(/\p{L}+/gu, (word, at: number, whole: string) =>
    isUnitAt(word, at, whole) ? ' '.repeat(word.length) : word,
  );
  for (const name of properNames(unmeasured.replace(CURRENCY, ' '))) names.add(name);
  rest = rest.replace(NUMBERED_NAME, '$1');
  const counted = spelledOut(rest).filter(({ measure, text: word }) => measure !== null || isMonth(word));
  return {
    identifiers: [...identifiers].filter((name) => /[\p{L}\p{N}]/u.test(name)),
    quantities: [...quantitiesOf(rest), ...counted],
    quotations,
    names: [...names].filter((name) => name !== ''),
    plain: `${plain} ${[...identifiers].join(' ')}`,
    inPlace,
  };
}

/** Whether any part of the sentence must occur literally in the evidence. */
export function statesFacts({ identifiers, quantities, quotations, names }: Facts): boolean {
  return identifiers.length + quantities.length + quotations.length + names.length > 0;
}

function blank(code: string): string {
  return ' '.repeat(code.length);
}

function isCode(name: string): boolean {
  if (/^(?:e\.g|i\.e|and\/or|either\/or|n\/a)$/i.test(name)) return false;
  if (/\(\)$|::|->|[$@#\\]|\p{L}_|_\p{L}/u.test(name)) return true;
  if (name.includes('/')) return /\.\w{1,8}$/.test(name) || name.split('/').length > 2;
  if (/[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(name)) return true;
  return /[\p{Ll}\p{N}]\p{Lu}/u.test(name);
}

/** `TypeScript`, `InvoiceService`: either code or a brand name. */
function isPascal(name: string): boolean {
  return /^\p{Lu}[\p{L}\p{N}]*$/u.test(name);
}

/** The `MiB` of `32 MiB`. */
function isUnitAt(word: string, at: number, text: string): boolean {
  return /\d[\s-]?$/.test(text.slice(Math.max(0, at - 2), at)) && isUnit(word);
}

function isMonth(word: string): boolean {
  return MONTH_OR_DAY.test(word);
}

/** Capitalised words, except at the start of a sentence or clause, and in the label of a list item. */
function properNames(text: string): string[] {
  const label = /^\s*[^:.]{1,60}:\s/.exec(text)?.[0].length ?? 0;
  const names: string[] = [];
  for (const { 0: run, index } of text.slice(label).matchAll(PROPER)) {
    const at = index + label;
    const begins = /(?:^|[.:!?(“"«—–-]\s*)$/.test(text.slice(Math.max(0, at - 3), at));
    const words = run.split(/\s+/).map((word) => word.replace(/[’']s$|[’']$/, ''));
    const proper = begins && !POSSESSIVE.test(run) ? words.slice(1) : words;
    // Two capitalised words at the start are a name, including the first one.
    const whole =
      begins &&
      proper.length > 0 &&
      !/^(?:The|A|An|This|That|These|In|On|At|By|For|When|If|Its|Their|From|With|After|Before|As|Each|Every|All|No|Both|Only|While|Since|Under|To|Of|Unlike|Like|Then|Thus|Also|But|And|Or|So|However)$/.test(
        words[0] ?? '',
      );
    for (const word of whole ? words : proper)
      if (word.length > 1 && !MONTH_OR_DAY.test(word) && !/^(?:of|de|van|von)$/.test(word)) names.push(word);
  }
  return names;
}
