import { queryTerms } from '@quarry/search-index';
import type { ClaimStatus } from '@quarry/turn';
import { ruleByCode } from './by-code';
import type { Ruling } from './ruling';
import { withDoubt } from './with-doubt';
import { bare, type Source } from './passages';
import { SPACED_CITATION } from './sentences';
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
  const ruling = ofItsList(
    statement,
    sources,
    withDoubt(statement, sources, ruleByCode(statement, sources, all)),
  );
  const verdict = { statement, by: 'code', sources, ...withoutShare(ruling) } as const;
  if (cited.length === 0 || ruling.status !== 'unsupported' || cited.length === all.length) return verdict;
  const other = ofItsList(statement, all, withDoubt(statement, all, ruleByCode(statement, all)));
  if (other.status !== 'supported' && other.status !== 'inferred')
    // A number that the cited evidence lacks, and that other evidence may have: a model reads the nearest of that, too.
    return verdict.open === 'to meaning' || other.open === 'no'
      ? verdict
      : { ...verdict, open: 'to a model', sources: withNearest(statement, cited, all) };
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

/** Pieces of evidence that are read beside those that a sentence cites. */
const MOST_NEAREST = 3;

/** The cited evidence and the pieces that share most terms with the sentence, in the order of all. */
function withNearest(
  { body }: Statement,
  cited: readonly Source[],
  all: readonly Source[],
): readonly Source[] {
  const terms = queryTerms(body);
  const nearest = all
    .filter((source) => !cited.includes(source))
    .map((source) => ({ source, shared: terms.filter((term) => source.terms.has(term)).length }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, MOST_NEAREST)
    .map(({ source }) => source);
  return all.filter((source) => cited.includes(source) || nearest.includes(source));
}

/** Terms from which an item of a list is a sentence of its own. */
const SENTENCE = 5;
const NEGATIVE =
  /\b(?:not|never|no|none|without|except|neither|nor|un\w+|rejected|ignored|removed|excluded|refused|skipped)\b|n['’]t\b/i;

/**
 * The ruling on an item of a list, whose words alone say nothing: `Not retried are:` and `PUT [4]`. That its words are
 * in the evidence does not support it; a model reads it behind its announcement.
 */
function ofItsList({ under, body }: Statement, sources: readonly Source[], ruling: Ruling): Ruling {
  if (under === undefined || ruling.status !== 'supported') return ruling;
  // A list that the evidence has with its announcement.
  const leads = under.split(/(?<=:) /).map((lead) => bare(lead.replace(SPACED_CITATION, '')));
  if (leads.every((lead) => sources.some((source) => source.bare.includes(lead)))) return ruling;
  if (queryTerms(body).length >= SENTENCE && !NEGATIVE.test(under)) return ruling;
  const why = `${ruling.why}, but not what is said above the list`;
  return { ...ruling, status: 'inferred', why, open: 'to a model' };
}

function withoutShare({ status, why, open, facts }: Ruling): Omit<Ruling, 'share'> {
  return { status, why, open, facts };
}
