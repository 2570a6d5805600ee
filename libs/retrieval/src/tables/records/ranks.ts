import type { Word } from './question-words';
import { operationOf } from './read-question';

/** Which places of an order are asked for: `third highest` is one from 3, `top 5` are five from 1. */
export interface Rank {
  readonly from: number;
  readonly count: number;
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const MOST = 100;

/** The rank of a question: `third highest`, `2nd largest`, `top 5`, `the three cheapest`. Marks its words as used. */
export function rankIn(words: readonly Word[], used: Set<number>): Rank | null {
  for (let at = 0; at + 1 < words.length; at++) {
    const [word, next] = [words[at], words[at + 1]];
    if (!word || !next || used.has(at) || used.has(at + 1)) continue;
    const place = placeOf(word.lower);
    if (place > 0 && isEnd(next)) {
      used.add(at);
      return { from: place, count: 1 };
    }
    const [number, end] = /^(?:top|bottom)$/.test(word.lower) ? [next, word] : [word, next];
    const count = Number(number.number ?? 0);
    if (Number.isInteger(count) && count > 0 && count <= MOST && isEnd(end)) {
      used.add(number === next ? at + 1 : at);
      return { from: 1, count };
    }
  }
  return null;
}

function isEnd(word: Word): boolean {
  const operation = operationOf(word);
  return operation === 'max' || operation === 'min';
}

function placeOf(lower: string): number {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(lower)?.[1];
  return digits === undefined ? ORDINALS.indexOf(lower) + 1 : Number(digits);
}
