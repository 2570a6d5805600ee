import type { Evidence } from '@quarry/turn';

/** The work of a turn of the benchmark, the same on every side. */
export interface TurnPlan {
  /** Steps of a turn. Each is a hop to the queue of another service. */
  readonly hops: number;
  /** True: all steps but the last belong to one service, without a queue between them. */
  readonly oneService?: boolean;
  /** Simulated wait of each hop for its model or store, in milliseconds. Uses no CPU. */
  readonly workMs: number;
  /** KB of evidence that the second hop finds and every later one carries. */
  readonly foundKb: number;
  /** KB of evidence that the turn starts with. */
  readonly carriedKb: number;
}

export const QUESTION = 'Which function refuses a duplicate hop, and who calls it?';

/** The services of a turn, in the order of its hops, which is repeated. */
export const RING = [
  'router',
  'retriever',
  'graph-expander',
  'answerer',
  'loop-guard',
  'history-summarizer',
  'gateway',
] as const;

/** Index of the hop that finds evidence, from 0. */
export const FINDING_HOP = 1;

/** Services of the hops, in order; the last one is the gateway, as in every pipeline. */
export function wayOf({ hops, oneService = false }: Pick<TurnPlan, 'hops' | 'oneService'>): string[] {
  const last = RING.length - 1;
  const rest = oneService ? 1 : last;
  return Array.from({ length: hops }, (_, at) => (at === hops - 1 ? RING[last] : RING[at % rest]) ?? '');
}

/** Characters per piece of evidence. */
const PIECE = 1_024;

/** Evidence as a retriever finds it: one piece per KB, numbered after the `before` existing pieces. */
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

/** Simulates the wait for a hop's model or store. */
export function workFor(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}
