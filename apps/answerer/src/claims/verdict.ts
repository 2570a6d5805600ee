import type { ClaimStatus } from '@quarry/turn';
import { ruleByCode, type Ruling } from './by-code';
import type { Source } from './passages';
import type { Statement } from './statements';

/** A statement with what was found out about it so far. */
export interface Verdict {
  readonly statement: Statement;
  readonly status: ClaimStatus;
  readonly by: 'code' | 'embedding' | 'model';
  readonly why: string;
  /** Who may still decide otherwise. */
  readonly open: Ruling['open'];
  /** What it is held against: what it cites, else all evidence. */
  readonly sources: readonly Source[];
  /** Facts (names, numbers, quotations) that stand in the evidence. */
  readonly facts: number;
}

/** What code says, of the evidence that a statement cites; where that does not say it, of all evidence. */
export function verdictOf(statement: Statement, all: readonly Source[]): Verdict {
  const cited = all.filter(({ item }) => statement.cites.includes(item.n));
  const sources = cited.length > 0 ? cited : all;
  const ruling = ruleByCode(statement, sources);
  const verdict = { statement, by: 'code', sources, ...withoutShare(ruling) } as const;
  if (cited.length === 0 || ruling.status !== 'unsupported' || cited.length === all.length) return verdict;
  const other = ruleByCode(statement, all);
  if (other.status !== 'supported') return verdict;
  const where = /^\[\d+\]/.exec(other.why)?.[0] ?? other.why.match(/\[\d+\]/)?.[0] ?? 'other evidence';
  return { ...verdict, status: 'inferred', why: `${where} says it, which it does not cite`, open: 'no' };
}

function withoutShare({ status, why, open, facts }: Ruling): Omit<Ruling, 'share'> {
  return { status, why, open, facts };
}
