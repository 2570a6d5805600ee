import { analyze } from '../../analysis';
import type { Chunk } from '../../port';

/**
 * How much more an occurrence in a symbol, a title or a path counts than one in the text: frequencies are multiplied by
 * it.
 */
const WEIGHTS = { name: 4, path: 2, text: 1 };

/** The indexed terms of a chunk: each term's weighted frequency, and the number of terms, including repetitions. */
export interface ChunkTerms {
  readonly frequencies: ReadonlyMap<string, number>;
  readonly length: number;
}

export function termsOfChunk({ symbol, title, path, tableHead, text }: Chunk): ChunkTerms {
  const frequencies = new Map<string, number>();
  let length = 0;
  const add = (field: string, weight: number) => {
    const terms = analyze(field);
    length += terms.length;
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
  };
  add(`${symbol ?? ''} ${title ?? ''}`, WEIGHTS.name);
  add(path, WEIGHTS.path);
  add(tableHead === undefined ? text : `${tableHead}\n${text}`, WEIGHTS.text);
  return { frequencies, length };
}
