import { specificNames } from './specific';

/** A name in a question. Its absence from an index is informative, unlike that of an ordinary word. */
export interface ProperName {
  /** In the spelling of the question. */
  readonly text: string;
  /**
   * `code`: an identifier or quoted text. `term`: an acronym, or a name with a version: `YAML`, `HTTP/3`. `word`: one
   * capitalized word within a sentence, which is often a product: `Redis`.
   */
  readonly kind: 'code' | 'term' | 'word';
}

const MOST_NAMES = 6;
const MAX_LENGTH = 2_000;
/** `HTTP/3`, `TLS 1.3`, `IL-6`: an acronym with a number. */
const NUMBERED = /(?<![\p{L}\p{N}/.-])\p{Lu}{2,}(?:[/-]v?| v?)\d+(?:\.\d+)*(?![\p{L}\p{N}])/gu;
/** `YAML`, `S3`, but not a period: `Q3`, `H1`. */
const ACRONYM =
  /(?<![\p{L}\p{N}_/.-])(?:\p{Lu}[\p{Lu}\p{N}]{2,}|(?!Q[1-4]|H[12])\p{Lu}\d)s?(?![\p{L}\p{N}_])/gu;
const QUOTED = /["“`]([^"”`\n]{2,60})["”`]/gu;
/** A capitalized word, also with inner capitals. */
const WORD = /(?<![\p{L}\p{N}_/.'’-])\p{Lu}[\p{Ll}\p{N}]{2,}(?![\p{L}\p{N}_-])/gu;
/** Capitals before a capitalized word, as in names of interfaces: `IDerivation`. */
const PREFIXED = /(?<![\p{L}\p{N}_])\p{Lu}{2,}\p{Ll}{2,}[\p{L}\p{N}]*/gu;
/** Words that are always capitalized, but do not name a thing. */
const COMMON =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|English|German|French|Spanish|Does|How|What|Where|Which|Who|Why|When|Can|Could|Should|Would|Please|And|Are|Has|Have|Did|The|This|That|There)$/;

/**
 * The names in a question in order, without duplicates, at most six: identifiers, quoted text, acronyms, and capitalized
 * words that do not begin a sentence. Ordinary words are never included.
 *
 * @example
 * properNames('Does the client support HTTP/3?'); // [{ text: 'HTTP/3', kind: 'term' }]
 */
export function properNames(question: string): readonly ProperName[] {
  const text = question.slice(0, MAX_LENGTH);
  const found = new Map<string, ProperName & { readonly at: number }>();
  const add = (name: string, kind: ProperName['kind'], at: number): void => {
    const key = name.toLowerCase();
    const isPart = [...found.keys()].some((other) => other.includes(key));
    if (!isPart) found.set(key, { text: name, kind, at });
  };
  for (const name of text.matchAll(QUOTED)) {
    const quoted = name[1]?.trim() ?? '';
    if (quoted.split(/\s+/).length <= 3) add(withoutCall(quoted), 'code', name.index);
  }
  // A word after "function" is a name only if it is written like one.
  for (const name of specificNames(text))
    if (/[_$\d]|\p{Ll}\p{Lu}|::|\p{L}\.\p{L}/u.test(name)) add(name, 'code', text.indexOf(name));
  for (const name of text.matchAll(PREFIXED)) add(name[0], 'code', name.index);
  for (const name of text.matchAll(NUMBERED)) add(name[0], 'term', name.index);
  for (const name of text.matchAll(ACRONYM)) add(name[0].replace(/s$/, ''), 'term', name.index);
  if (!isTitle(text))
    for (const name of text.matchAll(WORD))
      if (!COMMON.test(name[0]) && !beginsSentence(text, name.index)) add(name[0], 'word', name.index);
  return [...found.values()]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MOST_NAMES)
    .map(({ text: name, kind }) => ({ text: name, kind }));
}

/** In a title, capitals do not mark names: "How Does The Router Redirect". */
function isTitle(text: string): boolean {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return words.length > 3 && capitals * 2 > words.length;
}

function beginsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:\n]["”’')\]]?\s{0,3}|["“])$/.test(text.slice(Math.max(0, at - 6), at));
}

/** `send(request)` → `send`. */
function withoutCall(name: string): string {
  const open = name.indexOf('(');
  return open >= 0 && name.endsWith(')') ? name.slice(0, open) : name;
}
