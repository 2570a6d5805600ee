import type { ClaimStatus } from '@quarry/turn';
import { ruleByCode } from './by-code';
import type { Ruling } from './ruling';
import { withDoubt } from './with-doubt';
import type { Source } from './passages';
import type { Statement } from './statements';

/** A statement with the result of its checks so far. */
export interface Verdict {
  readonly statement: Statement;
  readonly status: ClaimStatus;
  readonly by: 'code' | 'embedding' | 'model';
  readonly why: string;
  /** What can still overrule the status. */
  readonly open: Ruling['open'];
  /** The evidence to check it against: what it cites, otherwise all evidence. */
  readonly sources: readonly Source[];
  /** Number of facts (names, numbers, quotations) in the statement. */
  readonly facts: number;
}

/** The verdict of code, on the cited evidence first; if that does not support the statement, on all evidence. */
export function verdictOf(statement: Statement, all: readonly Source[]): Verdict {
  const cited = all.filter(({ item }) => statement.cites.includes(item.n));
  const sources = cited.length > 0 ? cited : all;
  const ruling = withDoubt(statement, sources, ruleByCode(statement, sources, all));
  const verdict = { statement, by: 'code', sources, ...withoutShare(ruling) } as const;
  if (cited.length === 0 || ruling.status !== 'unsupported' || cited.length === all.length) return verdict;
  const other = withDoubt(statement, all, ruleByCode(statement, all));
  if (other.status !== 'supported' && other.status !== 'inferred')
    // A number that the cited evidence lacks, and that other evidence has: a model reads that, too.
    return verdict.open === 'no' && other.open !== 'no'
      ? { ...verdict, open: 'to a model', sources: all }
      : verdict;
  const places: readonly string[] = other.why.match(/\[\d+\]/g) ?? [];
  if (other.status === 'supported')
    return {
      ...verdict,
      status: 'inferred',
      why: `${places[0] ?? 'other evidence'} says it, but is not cited`,
      open: 'no',
    };
  // A model reads what is close to it, too.
  const near = all.filter(({ item }) => statement.cites.includes(item.n) || places.includes(`[${item.n}]`));
  const why = `${other.why}; ${places.length > 1 ? 'they are' : 'it is'} not cited`;
  return { ...verdict, status: 'inferred', why, open: other.open, sources: near };
}

function withoutShare({ status, why, open, facts }: Ruling): Omit<Ruling, 'share'> {
  return { status, why, open, facts };
}
