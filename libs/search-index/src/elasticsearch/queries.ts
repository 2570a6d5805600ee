import type { estypes } from '@elastic/elasticsearch';
import { cleanPrefix, type PlanFilter } from '@quarry/turn';
import { matchTerms } from '../analysis';
import { withoutOwnLanguages } from '../language-terms';
import type { SearchQuery } from '../port';
import type { Meta } from './meta';
import { numbersOf } from './documents';
import { ofKind } from './pages';

/**
 * How much more an occurrence in a symbol, a title or a path counts than one in the text. The embedded index uses the
 * same weights.
 */
const FIELDS = ['name^4', 'path_terms^2', 'text'];

/** Maximum number of hits per request. */
export const MOST_HITS = 10_000;

/** Nearest chunks requested in addition to the wanted ones, so that ties are broken by chunk id. */
const SLACK = 10;
/** Neighbors that the graph search keeps: the minimum, and the number per wanted hit. */
const CANDIDATES = { least: 100, each: 2 };
/** Candidates per wanted hit that are rescored with their exact vectors: the coarser the quantization, the more. */
const OVERSAMPLE: Partial<Record<Meta['vectorIndex']['type'], number>> = {
  int8_hnsw: 2,
  int4_hnsw: 4,
  bbq_hnsw: 5,
};

/** One part of a multi-search; null: no hits, for any stored content. */
export type SearchBody = estypes.MsearchMultisearchBody | null;

export function limitOf({ k }: SearchQuery): number {
  return Number.isFinite(k) ? Math.max(0, Math.floor(k)) : 0;
}

/**
 * BM25 over names, paths and texts as one combined field (BM25F; Robertson, Zaragoza, Taylor, CIKM 2004).
 * @param own names of the programming languages that the index is written in
 */
export function termsBody(
  query: Extract<SearchQuery, { kind: 'bm25' }>,
  own: ReadonlySet<string>,
): SearchBody {
  const terms = withoutOwnLanguages(matchTerms(query.text), ({ name }) => own.has(name));
  if (terms.length === 0) return null;
  return {
    query: {
      bool: {
        must: [{ combined_fields: { query: terms.join(' '), fields: FIELDS, operator: 'or' } }],
        filter: conditions(query.filter),
      },
    },
    sort: [{ _score: { order: 'desc' } }, { id: 'asc' }],
    _source: ['body'],
    size: Math.min(limitOf(query), MOST_HITS),
    track_total_hits: false,
  };
}

/** Words that nearly every index contains: of prose, and of code. */
const EVERYWHERE =
  'the a of and to in is for if not import return public class function def self new string int var const type name';

/**
 * As {@link termsBody}, for a search of several indexes with common statistics: the server leaves an index out of them
 * that contains none of the words, so that a word of one repository would be as rare as in this repository alone. The
 * added clause matches nothing, but its words are counted in every index.
 */
export function termsBodyOfAll(
  query: Extract<SearchQuery, { kind: 'bm25' }>,
  own: ReadonlySet<string>,
): SearchBody {
  const body = termsBody(query, own);
  if (body === null) return null;
  const counted = { combined_fields: { query: EVERYWHERE, fields: FIELDS, operator: 'or' as const } };
  const nothing = { bool: { must: [counted], filter: [{ term: { kind: 'nothing' } }] } };
  return { ...body, query: { bool: { must: [body.query ?? {}], should: [nothing] } } };
}

/** The nearest vectors by the vector index, rescored by the exact vectors. */
export function nearestBody(query: Extract<SearchQuery, { kind: 'knn' }>, { vectorIndex }: Meta): SearchBody {
  const k = Math.min(limitOf(query) + SLACK, MOST_HITS);
  const oversample = OVERSAMPLE[vectorIndex.type];
  return {
    knn: {
      field: 'vector',
      query_vector: JSON.parse(numbersOf(query.vector)) as number[],
      k,
      num_candidates: Math.min(MOST_HITS, Math.max(CANDIDATES.least, CANDIDATES.each * k)),
      filter: conditions(query.filter),
      ...(oversample === undefined ? {} : { rescore_vector: { oversample } }),
    },
    _source: ['body'],
    docvalue_fields: ['norm'],
    size: k,
  };
}

/** A file's chunks in their order: by line, then by position in their document, then the longer one first. */
export function pathBody(query: Extract<SearchQuery, { kind: 'path' }>): SearchBody {
  const { path, document } = query;
  return {
    query: ofKind('chunk', { term: { path } }, ...(document === undefined ? [] : [{ term: { document } }])),
    sort: [
      { start_line: 'asc' },
      { offset: { order: 'asc', missing: '_first' } },
      { end_line: 'desc' },
      { id: 'asc' },
    ],
    _source: ['body'],
    size: Math.min(limitOf(query), MOST_HITS),
    track_total_hits: false,
  };
}

/**
 * The filter of every ranked query. A path prefix matches itself and everything below it: `src/a` does not match
 * `src/ab`.
 */
function conditions(filter: PlanFilter | undefined): estypes.QueryDslQueryContainer[] {
  const prefixes = (filter?.pathPrefixes ?? []).map(cleanPrefix);
  const languages = (filter?.languages ?? []).map((language) => language.toLowerCase());
  return [
    ...(prefixes.length > 0 && !prefixes.includes('') ? [{ terms: { folders: prefixes } }] : []),
    ...(languages.length > 0 ? [{ terms: { language: languages } }] : []),
  ];
}

/**
 * Compares every vector that passes the filter, for the few queries whose graph search does not reach enough of them.
 */
export function exactBody(query: Extract<SearchQuery, { kind: 'knn' }>, { vectorIndex }: Meta): SearchBody {
  const source =
    vectorIndex.metric === 'ip'
      ? "cosineSimilarity(params.query, 'vector') + 1"
      : "1 / (1 + Math.pow(l2norm(params.query, 'vector'), 2))";
  const params = { query: JSON.parse(numbersOf(query.vector)) as number[] };
  return {
    query: {
      script_score: {
        query: { bool: { filter: [{ exists: { field: 'vector' } }, ...conditions(query.filter)] } },
        script: { source, params },
      },
    },
    sort: [{ _score: { order: 'desc' } }, { id: 'asc' }],
    _source: ['body'],
    docvalue_fields: ['norm'],
    size: Math.min(limitOf(query), MOST_HITS),
    track_total_hits: false,
  };
}
