import type { Evidence, Turn } from '@quarry/turn';
import type { Pair } from './pair-set.ts';

/** How a follow-up was understood, and what it got from its session. */
export interface Score {
  readonly kind: Pair['kind'];
  /** The question as it was understood. */
  readonly question: string;
  /** True if it names the subject that it continues, or does not name the one that it leaves. */
  readonly understood: boolean;
  /** Pieces of the first turn about its subject that the follow-up did not find itself. */
  readonly available: number;
  /** Those of them that came from the session. */
  readonly recalled: number;
  /** Pieces about the subject of the first question that came from the session. */
  readonly old: number;
}

/** Compares the evidence of the two turns of a pair. */
export function scoreOf(pair: Pair, first: Turn, then: Turn): Score {
  const subject = new RegExp(pair.subject);
  const isAbout = ({ path, symbol, text }: Evidence): boolean =>
    subject.test(`${path} ${symbol ?? ''} ${text}`);
  const own = new Set(then.evidence.filter(({ foundBy }) => foundBy !== 'session').map(({ id }) => id));
  const session = then.evidence.filter(({ foundBy }) => foundBy === 'session').filter(isAbout);
  const available = first.evidence.filter((piece) => isAbout(piece) && !own.has(piece.id));
  const question = then.question.standalone ?? then.question.original;
  const names = question.toLowerCase().includes(pair.name.toLowerCase());
  return {
    kind: pair.kind,
    question,
    understood: names === (pair.kind === 'continues'),
    available: available.length,
    recalled: session.filter(({ id }) => available.some((piece) => piece.id === id)).length,
    old: session.length,
  };
}
