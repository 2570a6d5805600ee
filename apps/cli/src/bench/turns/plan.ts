import type { Evidence } from '@quarry/turn';

/** What a turn of the benchmark does: the same on every side that is measured. */
export interface TurnPlan {
  /** Steps of a turn, each a hop to another service's queue than the one before. */
  readonly hops: number;
  /** All steps but the last are of one service instead: they follow one another without a queue between them. */
  readonly oneService?: boolean;
  /** Milliseconds that each hop waits for its model or store, simulated: no processor is used. */
  readonly workMs: number;
  /** KB of evidence that the second hop finds and every later one carries. */
  readonly foundKb: number;
  /** KB of evidence that the turn is opened with. */
  readonly carriedKb: number;
}

export const QUESTION = 'Which function refuses a duplicate hop, and who calls it?';

/** The services of a turn that is asked of Quarry, in the order in which hops go to them, round and round. */
export const RING = [
  'router',
  'retriever',
  'graph-expander',
  'answerer',
  'loop-guard',
  'history-summarizer',
  'gateway',
] as const;

/** The hop that finds, from 0. */
export const FINDING_HOP = 1;

/** Services of the hops, in order; the last one is the gateway, as in every pipeline. */
export function wayOf({ hops, oneService = false }: Pick<TurnPlan, 'hops' | 'oneService'>): string[] {
  const last = RING.length - 1;
  const rest = oneService ? 1 : last;
  return Array.from({ length: hops }, (_, at) => (at === hops - 1 ? RING[last] : RING[at % rest]) ?? '');
}

/** Characters of text of one piece of evidence. */
const PIECE = 1_024;

/** Evidence as a retriever finds it, one piece a KB, numbered after those that are there. */
export function evidenceOf(kb: number, before = 0): Evidence[] {
  return Array.from({ length: kb }, (_, at) => ({
    id: `src/${before + at}.ts#L1-L20`,
    n: before + at + 1,
    pass: 1,
    kind: 'chunk',
    text: textOf(before + at),
    path: `src/${before + at}.ts`,
    startLine: 1,
    endLine: 20,
    relevance: 0.5,
    foundBy: 'hybrid',
    query: 'pieces',
  }));
}

function textOf(n: number): string {
  const words = `piece ${n}: what a retriever finds has words in it, and lines\n`;
  return words.repeat(Math.ceil(PIECE / words.length)).slice(0, PIECE);
}

/** The wait of a hop's model or store. */
export function workFor(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}
