import type { ChatInputs } from '../port';
import { entitiesOf } from './entities';
import { isProse } from './lines';
import type { Reading } from './relevance';
import { sentencesOf } from './sub-questions';
import { wordsOf, type Term } from './terms';

/** Passages that bridges are looked for in, best first, and bridges taken from all of them. */
const PASSAGES = 6;
const MOST = 3;
/** Longest text of a passage that is looked at, in characters. */
const MAX_TEXT = 4_000;

interface Bridge {
  readonly query: string;
  readonly key: string;
  readonly worth: number;
}

/**
 * Queries for the next hop of a question over prose: a named entity that stands in a relevant passage but not in the question, in a
 * sentence about what is asked, with the terms of the question that this passage does not hold.
 */
export function bridgesOf(inputs: ChatInputs, reading: Reading): readonly string[] {
  const asked = inputs.question.toLowerCase();
  const titles = new Set(inputs.evidence.map((item) => item.title?.toLowerCase()));
  const bridges = new Map<string, Bridge>();
  for (const { evidence, score } of reading.items
    .filter((item) => isProse(item.evidence))
    .slice(0, PASSAGES)) {
    const text = evidence.text.slice(0, MAX_TEXT);
    const rest = missingIn(`${evidence.title ?? ''} ${text}`, reading.terms);
    for (const sentence of sentencesOf(text)) {
      const near = reading.share(sentence);
      for (const { text: name, key } of entitiesOf(sentence)) {
        if (asked.includes(key) || key === evidence.title?.toLowerCase()) continue;
        const worth = (score + near) * (name.includes(' ') ? 1 : 0.7) * (titles.has(key) ? 0.5 : 1);
        const known = bridges.get(key);
        if (known && known.worth >= worth) continue;
        bridges.set(key, { key, worth, query: [name, ...rest.map((term) => term.text)].join(' ') });
      }
    }
  }
  return [...bridges.values()]
    .sort((a, b) => b.worth - a.worth || (a.key < b.key ? -1 : 1))
    .slice(0, MOST)
    .map(({ query }) => query);
}

/** Terms that a text does not hold. */
function missingIn(text: string, terms: readonly Term[]): readonly Term[] {
  const words = new Set(wordsOf(text));
  return terms.filter((term) => !term.parts.every((part) => words.has(part)));
}
