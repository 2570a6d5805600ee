import { trimEndOf } from '@quarry/turn';
import { ABBREVIATION } from './sentences';
import { isFunctionWord } from './terms';

/** A named entity in running text: a person, place, organization or work, recognized by its spelling. */
export interface Entity {
  readonly text: string;
  /** Normalized for comparison: lower case, white space collapsed. */
  readonly key: string;
  /** Offset in the text, in characters. */
  readonly at: number;
}

/** Maximum length of the text that is scanned, and of an entity, in characters. */
const MAX_TEXT = 20_000;
const MAX_NAME = 120;
const TOKEN = /[\p{L}\p{N}]+(?:['’.&-][\p{L}\p{N}]+)*/gu;
const QUOTED = /"([^"\n]{2,120})"|“([^”\n]{2,120})”|``\s?([^`'\n]{2,120}?)\s?''|«([^»\n]{2,120})»/g;
/** Lower-case words within names: `Journal of Physics`, `Ludwig van Beethoven`. */
const WITHIN: ReadonlySet<string> = new Set(
  'of the de la le du von van der den del della di da dos el al bin ibn ap y e'.split(' '),
);
/** Always capitalized, and never a topic: months, days. */
const CALENDAR =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/;

interface Token {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** Named entities in order, each once: quoted text, and runs of capitalized words. One pass over the text. */
export function entitiesOf(text: string): readonly Entity[] {
  const read = text.slice(0, MAX_TEXT);
  const found = new Map<string, Entity>();
  const add = (name: string, at: number): void => {
    const flat = trimEndOf(name.replace(/\s+/g, ' ').replace(/^[ ,.;:!?]+/, ''), ' ,;:!?');
    const key = flat.toLowerCase();
    if (flat.length > 1 && flat.length <= MAX_NAME && !found.has(key))
      found.set(key, { text: flat, key, at });
  };
  for (const match of read.matchAll(QUOTED)) {
    const quoted = match.slice(1).find(Boolean) ?? '';
    if (/[\p{Lu}\p{N}]/u.test(quoted)) add(quoted, match.index);
  }
  for (const run of runsOf(read)) add(read.slice(run.at, run.end), run.at);
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** Runs of capitalized words, with numbers and the function words of names inside. */
function runsOf(text: string): readonly { readonly at: number; readonly end: number }[] {
  const runs: { at: number; end: number }[] = [];
  let open: Token[] = [];
  let before: Token | undefined;
  const close = (): void => {
    const run = nameIn(open, text);
    if (run) runs.push(run);
    open = [];
  };
  for (const match of text.matchAll(TOKEN)) {
    const possessive = /['’]s$/.exec(match[0]);
    const word = possessive ? match[0].slice(0, -2) : match[0];
    const token = { text: word, at: match.index, end: match.index + word.length };
    const last = open.at(-1);
    if (last && before && !joined(text.slice(last.end, token.at), last.text)) close();
    if (
      isCapital(word) ||
      (/^\p{N}/u.test(word) && word.length <= 12) ||
      (open.length > 0 && WITHIN.has(word))
    )
      open.push(token);
    else close();
    if (possessive) close();
    before = token;
  }
  close();
  return runs;
}

/** True if the text between two words does not separate a name. */
function joined(gap: string, last: string): boolean {
  return /^ ?$/.test(gap) || (/^\. ?$/.test(gap) && ABBREVIATION.test(last)) || /^ [-–&] $/.test(gap);
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** The name in a run, without function words and numbers at its ends that belong to the sentence. */
function nameIn(run: readonly Token[], text: string): { at: number; end: number } | undefined {
  let first = 0;
  let last = run.length - 1;
  const at = (index: number): string => run[index]?.text ?? '';
  while (last >= first && WITHIN.has(at(last))) last -= 1;
  while (first <= last && (WITHIN.has(at(first)) || isFunctionWord(at(first)))) first += 1;
  // In "In 1962 Edda Varn …", the year belongs to the sentence; in "the 1920 Olympics", to the name.
  const ahead = text.slice(Math.max(0, (run[first]?.at ?? 0) - 8), run[first]?.at);
  if (/^\p{N}{4}$/u.test(at(first)) && /\b(?:in|since|until|by|from|of)\s$/i.test(ahead)) first += 1;
  const words = run.slice(first, last + 1);
  const [head, tail] = [words[0], words.at(-1)];
  if (!head || !tail || !words.some(({ text: word }) => isCapital(word) && !CALENDAR.test(word)))
    return undefined;
  // A single word at the start of a sentence is always capitalized.
  if (words.length === 1 && first === 0 && beginsSentence(text, head.at)) return undefined;
  return { at: head.at, end: tail.end };
}

function beginsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:\n]["”’')\]]?\s{0,3}|["“])$/.test(text.slice(Math.max(0, at - 6), at));
}
