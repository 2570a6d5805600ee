import { shuffled } from './labelled.ts';

type Edit = (sentence: string) => string;

/** Words for words of the same meaning, in the form in which they stand. */
const SYNONYMS: readonly (readonly [from: RegExp, to: string])[] = [
  [/\bapproximately\b/, 'about'],
  [/\bin order to\b/, 'to'],
  [/\butiliz(e|es|ed|ing)\b/, 'us$1'],
  [/\bdue to\b/, 'because of'],
  [/\bbecause of\b/, 'due to'],
  [/\bsuch as\b/, 'like'],
  [/\bwas primarily\b/, 'was mainly'],
  [/\bprimarily\b/, 'mainly'],
  [/\badditional\b/, 'further'],
  [/\bobtain\b/, 'get'],
  [/\bdemonstrated\b/, 'showed'],
  [/\bdemonstrate\b/, 'show'],
  [/\bindicates\b/, 'shows'],
  [/\bprovides\b/, 'offers'],
  [/\bprovide\b/, 'offer'],
  [/\brequires\b/, 'needs'],
  [/\bis able to\b/, 'can'],
  [/\bare able to\b/, 'can'],
  [/\bensures\b/, 'makes sure'],
  [/\bensure\b/, 'make sure'],
  [/\bhowever, /, ''],
  [/\balso /, ''],
  [/\bsubstantially\b/, 'largely'],
  [/\bcommence[ds]?\b/, 'begin'],
  [/\bprior to\b/, 'before'],
  [/\bas well as\b/, 'and'],
  [/\bvarious\b/, 'several'],
  [/\bwhile\b/, 'whereas'],
  [/\bcompared to\b/, 'compared with'],
  [/\bthe company\b/i, 'the firm'],
  [/\bspecific\b/, 'particular'],
];
const CONTRACTIONS: readonly (readonly [string, string])[] = [
  ['does not', "doesn't"],
  ['do not', "don't"],
  ['is not', "isn't"],
  ['are not', "aren't"],
  ['cannot', "can't"],
  ['did not', "didn't"],
  ['was not', "wasn't"],
  ['will not', "won't"],
];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const EDITS: readonly Edit[] = [
  ...SYNONYMS.map(
    ([from, to]): Edit =>
      (text) =>
        text.replace(from, to),
  ),
  ...CONTRACTIONS.flatMap(([long, short]): Edit[] => [
    (text) => text.replace(new RegExp(`\\b${long}\\b`), short),
    (text) => text.replace(short, long),
  ]),
  // Two to ten in words or in digits. "One" is often a pronoun.
  (text) =>
    text.replace(/(?<![\d.,$#-])\b([2-9]|10)\b(?![\d.,%:)-])/, (digit) => NUMBERS[Number(digit)] ?? digit),
  (text) =>
    text.replace(/(?<!-)\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/, (word) =>
      String(NUMBERS.indexOf(word)),
    ),
  // An introduction is dropped, or goes to the end.
  (text) =>
    text.replace(
      /^(?:However|Additionally|Moreover|Furthermore|Finally|In addition|Therefore|Thus), (\w)/,
      (_all, first: string) => first.toUpperCase(),
    ),
  (text) =>
    text.replace(
      /^(In|During|At|For|On|By|After|Before|Since) ([^,.;:]{3,60}), (The|This|These|A|An|We|Our|It|You|They) ([^.;:]+)\.$/i,
      (_all, word: string, phrase: string, article: string, rest: string) =>
        `${article.charAt(0).toUpperCase()}${article.slice(1)} ${rest} ${word.toLowerCase()} ${phrase}.`,
    ),
  (text) => text.replace(/^(The|This|Our|These) /, (first) => `According to it, ${first.toLowerCase()}`),
  (text) => text.replace(/ \([^()\d]{3,60}\)/, ''),
  (text) => text.replace(/\$(\d+(?:\.\d+)?) million\b/, 'USD $1 million'),
  (text) => text.replace(/(\d) ?%/, '$1 percent'),
  (text) => text.replace(/(\d) percent\b/, '$1%'),
];

/** The sentence with up to three edits that leave its meaning; null if none fits. */
export function edited(sentence: string, random: () => number): string | null {
  let text = sentence;
  let changes = 0;
  for (const edit of shuffled(EDITS, random)) {
    const changed = edit(text);
    if (changed === text) continue;
    text = changed;
    changes += 1;
    if (changes === 3) break;
  }
  return changes === 0 ? null : text;
}
