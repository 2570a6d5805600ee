import type { Sql } from '@quarry/sqlite';
import { Largest } from '../largest';
import type { Block } from './blocks';
import { DEAD, FREE, LONG, SLOT_BITS, SLOT_MASK, SLOTS } from './layout';
import type { PostingLists, TermPostings } from './posting-lists';
import { readStatistics, type TermStatistics } from './statistics';

/** BM25's constants: how soon repeated occurrences saturate, and how much long texts are penalized. */
const K1 = 1.2;
const B = 0.75;

/** Scores by row id; those of 0 contain none of the terms, and are left out. */
export type Scores = ReadonlyMap<number, number>;

/**
 * BM25 of chunks over frequencies that are multiplied by the columns' weights. The weight of a term is Lucene's
 * `ln(1 + (N − n + 0.5) / (n + 0.5))`, which is positive even for a term of every chunk; the rest is Robertson's
 * formula. Terms are added in their order, so that equal chunks get equal scores.
 *
 * Every call scores one block after another, so that its lengths and sums stay in the processor's cache.
 */
export class TermScores {
  private readonly blocks: readonly Block[];
  private readonly terms: readonly (TermPostings & { readonly weight: number })[];
  private readonly norms: LengthNorms;

  /** @param statistics of all indexes that are searched together */
  constructor(
    sql: Sql,
    postings: PostingLists,
    terms: readonly string[],
    { chunks, tokens, having }: TermStatistics = readStatistics(sql, postings, terms),
  ) {
    this.blocks = postings.blocks(sql);
    this.norms = lengthNormsOf(tokens / chunks);
    this.terms = postings.of(sql, terms).map((each, at) => {
      const holders = having[at] ?? 0;
      return { ...each, weight: Math.log(1 + (chunks - holders + 0.5) / (holders + 0.5)) };
    });
  }

  /** The `wanted` highest scores and all that are equal to the last one; `isAll`: no chunk is left out. */
  best(wanted: number): { readonly scores: Scores; readonly isAll: boolean } {
    const slots = this.blocks.length * SLOTS;
    const highest = new Largest(Math.min(wanted, slots));
    const found: [id: number, score: number][] = [];
    this.eachBlock(({ id }, sums) => {
      for (let slot = 0; slot < SLOTS; slot++) {
        const score = sums[slot]!;
        if (score <= 0 || score < highest.least) continue;
        found.push([id * SLOTS + slot, score]);
        if (score > highest.least) highest.add(score);
      }
    });
    const { least } = highest;
    const scores = new Map(found.filter(([, score]) => score >= least));
    return { scores, isAll: wanted >= slots || least === -Infinity };
  }

  /** The scores of the chunks with these row ids. */
  of(ids: readonly number[]): Scores {
    const wanted = Map.groupBy(ids, (id) => Math.floor(id / SLOTS));
    const scores = new Map<number, number>();
    this.eachBlock(
      (block, sums) => {
        for (const id of wanted.get(block.id) ?? []) {
          const score = sums[id % SLOTS]!;
          if (score > 0) scores.set(id, score);
        }
      },
      (block) => wanted.has(block.id),
    );
    return scores;
  }

  /** @param visit gets the sum of each slot; 0: no chunk, or none of the terms */
  private eachBlock(
    visit: (block: Block, sums: Float64Array) => void,
    isWanted: (block: Block) => boolean = () => true,
  ): void {
    const sums = new Float64Array(SLOTS);
    const next = this.terms.map(() => 0);
    for (const [place, block] of this.blocks.entries()) {
      const lists = this.terms.flatMap(({ lists, weight }, term) => {
        const list = lists[next[term]!];
        if (list?.place !== place) return [];
        next[term]!++;
        return [{ entries: list.entries, weight }];
      });
      if (lists.length === 0 || !isWanted(block)) continue;
      sums.fill(0);
      for (const { entries, weight } of lists) addScores(sums, block.lengths, entries, weight, this.norms);
      visit(block, sums);
    }
  }
}

/** What the length of a text adds to a frequency, for the states of slots up to a length that most texts have. */
interface LengthNorms {
  readonly table: Float64Array;
  of(state: number): number;
}

const USUAL_LENGTHS = 4096;

function lengthNormsOf(usualLength: number): LengthNorms {
  // Without a chunk, a term adds nothing.
  const of = (state: number): number =>
    state === DEAD || state === FREE ? Infinity : K1 * (1 - B + (B * (state - 1)) / usualLength);
  const table = new Float64Array(USUAL_LENGTHS);
  for (let state = 0; state < USUAL_LENGTHS; state++) table[state] = of(state);
  return { table, of };
}

/** Adds one term to the sums of a block. Decodes entries as `eachEntry`, without a call for each of many millions. */
function addScores(
  sums: Float64Array,
  lengths: Uint32Array,
  entries: Uint16Array,
  weight: number,
  norms: LengthNorms,
): void {
  const { table } = norms;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!;
    const slot = entry & SLOT_MASK;
    const short = entry >> SLOT_BITS;
    const frequency = short === LONG ? entries[++at]! : short;
    const state = lengths[slot]!;
    const norm = state < USUAL_LENGTHS ? table[state]! : norms.of(state);
    sums[slot]! += weight * ((frequency * (K1 + 1)) / (frequency + norm));
  }
}
