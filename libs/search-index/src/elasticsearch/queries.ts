import type { estypes } from '@elastic/elasticsearch';
import { cleanPrefix, type PlanFilter } from '@quarry/turn';
import { matchTerms } from '../analysis';
import type { SearchQuery } from '../port';
import type { Meta } from './meta';
import { numbersOf } from './documents';
import { ofKind } from './pages';

/** How much more an occurrence in a symbol, a title or a path tells than one in the text; the weights of the embedded index. */
const FIELDS = ['name^4', 'path_terms^2', 'text'];

/** Most hits of one request. */
export const MOST_HITS = 10_000;

/** Nearest chunks that are asked for beyond those that are wanted, so that equal ones are told apart by their ids. */
const SLACK = 10;
/** Neighbours that the graph's walk keeps, at least and for each that is wanted. */
const CANDIDATES = { least: 100, each: 2 };
/** Candidates compared again by their exact vectors, for each that is wanted: the coarser the numbers, the more. */
const OVERSAMPLE: Partial<Record<Meta['vectorIndex']['type'], number>> = {
  int8_hnsw: 2,
  int4_hnsw: 4,
  bbq_hnsw: 5,
};

/** One part of a multi-search; null: it has no hits, whatever is stored. */
export type SearchBody = estypes.MsearchMultisearchBody | null;

export function limitOf({ k }: SearchQuery): number {
  return Number.isFinite(k) ? Math.max(0, Math.floor(k)) : 0;
}

/** BM25 over names, paths and texts as if they were one field (BM25F; Robertson, Zaragoza, Taylor, CIKM 2004). */
export function termsBody(query: Extract<SearchQuery, { kind: 'bm25' }>): SearchBody {
  const terms = matchTerms(query.text);
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

/** The nearest vectors by the index's structure, scored by the exact ones. */
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

/** A file's chunks as they stand in it: by line, then by place in their document, then the longer one. */
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

/** What a chunk must be to be ranked at all. A path prefix stands for itself and what lies below it: `src/a` is not `src/ab`. */
function conditions(filter: PlanFilter | undefined): estypes.QueryDslQueryContainer[] {
  const prefixes = (filter?.pathPrefixes ?? []).map(cleanPrefix);
  const languages = (filter?.languages ?? []).map((language) => language.toLowerCase());
  return [
    ...(prefixes.length > 0 && !prefixes.includes('') ? [{ terms: { folders: prefixes } }] : []),
    ...(languages.length > 0 ? [{ terms: { language: languages } }] : []),
  ];
}

/** Every vector that passes is compared: for the few cases in which the graph's walk does not reach enough of them. */
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
