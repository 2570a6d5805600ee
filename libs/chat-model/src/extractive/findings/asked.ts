import { termsOf, wordsOf } from '../terms';

/** What is looked for: a question, an item, or one operand of a calculation. */
export interface Asked {
  readonly text: string;
  /** Words that tell what is meant, names among them; no years, no words that any question about figures has. */
  readonly words: readonly AskedWord[];
  /** Years, months and quarters that it names, in lower case: `2022`, `july`, `q2`. */
  readonly years: readonly string[];
  readonly periods: readonly string[];
}

export interface AskedWord {
  readonly text: string;
  /** Stems, all of which a text must hold. */
  readonly stems: readonly string[];
  /** Lower case, letters and digits only. */
  readonly plain: string;
  /** True for names: written with a capital letter or a digit. */
  readonly name: boolean;
}

/** Words that say nothing about which figure is meant. */
const GENERIC: ReadonlySet<string> = new Set(
  `fiscal year years quarter amount value figure company companies corporation inc report reported reporting according filing stated state period
   ended ending end dollar dollars usd much many percent percentage compute calculate respectively
   million millions billion billions thousand thousands`.split(/\s+/),
);

const YEAR = /^(?:19|20)\d\d$/;
const SHORT_YEAR = /^fy'?(\d\d)$/i;
const PERIOD =
  /^(?:q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december|three|six|nine|twelve|first|second|third|fourth)$/i;

export function askedOf(text: string): Asked {
  const years: string[] = [];
  const periods: string[] = [];
  const words: AskedWord[] = [];
  for (const term of termsOf(text)) {
    const short = SHORT_YEAR.exec(term.text)?.[1];
    if (YEAR.test(term.text)) years.push(term.text);
    else if (short !== undefined) years.push(`20${short}`);
    else if (PERIOD.test(term.text)) periods.push(term.text.toLowerCase());
    else if (!GENERIC.has(term.text.toLowerCase()) && !/^\d{1,2}$/.test(term.text))
      words.push({
        text: term.text,
        stems: wordsOf(term.text),
        plain: term.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
        name: /^\p{Lu}|\d/u.test(term.text),
      });
  }
  return { text, words, years, periods };
}

/** The words of a text, for {@link holds}. */
export interface Held {
  readonly stems: ReadonlySet<string>;
  /** The whole text in lower case, letters and digits only. */
  readonly plain: string;
}

export function heldBy(text: string): Held {
  return {
    stems: new Set(wordsOf(text)),
    plain: text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
  };
}

export function holds(held: Held, word: AskedWord): boolean {
  return word.stems.length > 0 && word.stems.every((stem) => held.stems.has(stem));
}

/** A document's path names what it is about without spaces: `BESTBUY_2024Q2_10Q.pdf`, `3M_2022_10K.pdf`. */
export function pathNames(path: Held, word: AskedWord): boolean {
  if (!word.name || word.plain.length < 2) return false;
  return path.plain.includes(word.plain);
}
