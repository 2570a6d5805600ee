import { withoutAskingWords } from '@quarry/turn';
import { recent } from './recent';

/** Words of a question that carry no topic. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also an and any are as at be because been before being between both but by can could did do does doing done down during each
   every explain few find for from further get gets give given go goes had happen happens has have having he her here his how i if in into is it
   its just know like list look made make makes many me mean means might more most much must my need no nor not now of off on once one only or
   other our out over own please same shall she should show so some still such tell than that the their them then there these they thing
   things this those through to too under until up us use used uses using very want was way we were what when where whether which while who
   whom why will with within work works would you your code codebase repository repo project exactly actually describe`.split(
    /\s+/,
  ),
);

/** What is left of a word before the `n't` that is cut off: `don't`. */
const CONTRACTED: ReadonlySet<string> = new Set(
  'ain aren couldn didn doesn don hadn hasn haven isn ll mustn needn shouldn ve wasn weren wouldn'.split(' '),
);

/** What an asker says for "by default": "if I don't configure anything"; not so "if I don't pass a token". */
const UNSET =
  /\b(?:if|when|unless|and|as long as) (?:I|we|you|one|nobody|somebody) (?:(?:(?:do|did|does)(?:n['’]t| not)|never) )?(?:set|say|give|configure|specify|change|pass|choose|provide|define|tell)\b(?: (?:anything|something|it|one|them|any|an? (?:number|value)))?(?=\s*[,.;:?!]|\s*$)/giu;
const DENIED = /\b(?:unless|nobody|never|not)\b|n['’]t\b/iu;

/** True for words without a topic, such as `the`, `which` or `does`. */
export function isFunctionWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}

/** A term of a question. */
export interface Term {
  /** As written. */
  readonly text: string;
  /** Lower-case form for matching lines: the whole name of an identifier, the stem of a word. */
  readonly key: string;
  /** True for names as code writes them. */
  readonly identifier: boolean;
  /** Stems of the words within an identifier; for a word, the stem itself. */
  readonly parts: readonly string[];
}

/** A run of characters that may be a name: letters and digits with name separators. */
const TOKEN = /[\p{L}\p{N}_$@]+(?:(?:::|->|[.\-/\\#|])[\p{L}\p{N}_$]+)*(?:\(\))?/gu;
/** Maximum length of a question that is read, in characters. */
const MAX_QUESTION = 20_000;

/** Names and content words of a question in order, each once. */
export function termsOf(question: string): readonly Term[] {
  const terms = new Map<string, Term>();
  const asked = withoutAskingWords(question.slice(0, MAX_QUESTION)).replace(UNSET, (said) =>
    DENIED.test(said) ? ' default ' : said,
  );
  for (const [raw] of asked.matchAll(TOKEN)) {
    const text = raw.replace(/\(\)$/, '');
    const identifier = raw.endsWith('()') || isIdentifier(text);
    if (!identifier && /[-/\\.]/.test(text)) {
      for (const word of text.split(/[-/\\.]+/)) addWord(word, terms);
    } else if (identifier) {
      const key = simpleName(text).toLowerCase();
      if (key !== '' && !terms.has(key)) terms.set(key, { text, key, identifier, parts: wordsOf(text) });
    } else addWord(text, terms);
  }
  return [...terms.values()];
}

function addWord(word: string, terms: Map<string, Term>): void {
  const lower = word.toLowerCase();
  if (
    STOP_WORDS.has(lower) ||
    CONTRACTED.has(lower) ||
    (lower.length < 2 && !/\p{L}/u.test(lower)) ||
    /^[a-z]$/.test(lower)
  )
    return;
  const key = stem(lower);
  if (!terms.has(key)) terms.set(key, { text: word, key, identifier: false, parts: [key] });
}

/** True for text that only code contains: inner capitals, digits among letters, separators, all capitals. */
function isIdentifier(text: string): boolean {
  if (/::|->|[_$@#|\\]/.test(text)) return /\p{L}/u.test(text);
  if (/\p{Ll}\p{Lu}/u.test(text) || /^\p{Lu}{2,}\p{Ll}+/u.test(text)) return true;
  if (/^[\p{L}_][\w-]*(?:[/.][\w-]+)+$/u.test(text)) {
    // A path, a file or a member; not two words without a space after the full stop, nor "and/or".
    return /\.\w{1,5}$/.test(text) || (text.match(/\//g)?.length ?? 0) > 1 || /\.\p{Ll}/u.test(text);
  }
  return /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(text) && text.length > 1;
}

/**
 * Last part of a qualified name, without language prefix and node kind: `csharp:A.B.total|METHOD` → `total`. Paths stay
 * whole.
 */
export function simpleName(name: string): string {
  const bare = name.replace(/\|[A-Z_]+$/, '').replace(/\(.*$/s, '');
  // A file is its own name; a definition's qualified name may begin with the path of its module.
  if (
    /(?:^|[/\\])[\w.-]+\.(?:[cm]?[jt]sx?|py|cs|java|go|rs|sql|md|json|ya?ml|toml|rb|php|cpp|c|h)$/i.test(bare)
  )
    return bare.replaceAll('\\', '/');
  return (
    bare
      .split(/::|->|[.:#/\\]/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  );
}

/** Stems of the words in a text, including those within identifiers; `sha256` is also a word as a whole. */
export const wordsOf = recent((text: string): readonly string[] => {
  const spaced = text
    .replace(/IPv(?=[46])/g, ' Ipv')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return [...spaced.matchAll(/(\p{L}+)(\p{N}*)|\p{N}+/gu)].flatMap(([whole, letters, digits]) => {
    if (letters === undefined || !digits) return stem(whole.toLowerCase());
    return [stem(letters.toLowerCase()), digits, whole.toLowerCase()];
  });
});

/** Stems of words that belong to languages rather than to the programs in them. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `async await break case class const def export extends final func function import int interface let new null number private protected public
   readonly return self set static string task this type var void`.split(/\s+/),
);

/** The same without words that any name may contain: `get`, `make`, `async`. */
export function telltaleWordsOf(text: string): readonly string[] {
  return wordsOf(text).filter((word) => word.length > 1 && !STOP_WORDS.has(word) && !KEYWORDS.has(word));
}

/** Common irregular forms in questions about code. */
const IRREGULAR: Readonly<Record<string, string>> = Object.freeze({
  paid: 'pay',
  sent: 'send',
  sends: 'send',
  wrote: 'write',
  written: 'write',
  ran: 'run',
  built: 'build',
  threw: 'throw',
  thrown: 'throw',
  kept: 'keep',
  held: 'hold',
  chose: 'choose',
  chosen: 'choose',
  lost: 'lose',
  caught: 'catch',
  broke: 'break',
  broken: 'break',
  began: 'begin',
  begun: 'begin',
  sold: 'sell',
  bought: 'buy',
  took: 'take',
  taken: 'take',
  left: 'leave',
  spent: 'spend',
  hidden: 'hide',
  split: 'split',
  children: 'child',
  indices: 'index',
  indexes: 'index',
});

/** A light stemmer for English, strong enough that `retries`, `retried`, `retrying` and `retry` have one stem. */
function stem(word: string): string {
  if (word.length < 3 || word.length > 40 || !/^[a-z]+$/.test(word)) return word;
  // `constructor` is a property of every object.
  let base = (Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined) ?? word;
  if (/(?:ies|ied)$/.test(base)) base = `${base.slice(0, -3)}y`;
  else if (/(?:sses|shes|ches|xes|zes)$/.test(base)) base = base.slice(0, -2);
  else if (base.length > 3 && /[^su]s$/.test(base)) base = base.slice(0, -1);
  // First, as `ignored` and `ignore` both lose it: `ignor`.
  if (base.length > 3) base = base.replace(/e$/, '');
  for (let round = 0; round < 2; round += 1) {
    const cut = /^(.*[aeiouy].*?)(?:ing|ed|ation|ion|er|or|ment)$/.exec(base)?.[1];
    if (cut === undefined || cut.length < 3) break;
    base = cut.replace(/([bdfgmnprt])\1$/, '$1');
  }
  return base.length > 3 ? base.replace(/e$/, '') : base;
}
