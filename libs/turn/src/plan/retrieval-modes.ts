/** What a retrieval mode needs of an index, and what models and readers are told about it. */
export interface RetrievalModeTraits {
  /** Ranks by the similarity of vectors: each query is embedded, and the index needs vectors. */
  readonly byMeaning: boolean;
  /** Ranks by BM25: the index needs BM25 artifacts. */
  readonly byWords: boolean;
  /** The query that a model writes for this mode, as a router prompt asks for it. */
  readonly query: string;
  /** How it ranks, in Markdown; docs/pipelines.md shows it. */
  readonly ranking: string;
}

/** The registry: everything that lists the modes is made from it. `libs/retrieval` ranks by them. */
const MODES = {
  semantic: {
    byMeaning: true,
    byWords: false,
    query: 'a better query, in words, for search by meaning',
    ranking: 'By the cosine similarity of query and chunk.',
  },
  semantic_rerank: {
    byMeaning: true,
    byWords: false,
    query: 'a better query with the keywords that matter',
    ranking:
      'The candidates of `hybrid`, in the order of the reranker of `RERANKER_URL`. Without one, those of `semantic`, ordered by `rerank.alpha · similarity + rerank.beta · share of the keywords`.',
  },
  bm25: {
    byMeaning: false,
    byWords: true,
    query: 'keywords: names of types, functions, tables, messages',
    ranking: 'By keywords (BM25).',
  },
  hybrid: {
    byMeaning: true,
    byWords: true,
    query: 'a better query with words and names, for both kinds of search',
    ranking: 'By both `semantic` and `bm25`, merged as `fusion.method` says.',
  },
} as const satisfies Readonly<Record<string, RetrievalModeTraits>>;

/** Name of a retrieval mode. */
export type RetrievalMode = keyof typeof MODES;

/**
 * The traits of every retrieval mode, in the order in which lists show them.
 * @example MODE_TRAITS.hybrid.byWords // true
 */
export const MODE_TRAITS: Readonly<Record<RetrievalMode, RetrievalModeTraits>> = MODES;

/** Every retrieval mode. */
export const RETRIEVAL_MODES = Object.keys(MODES) as readonly RetrievalMode[];

/** Other ways: along the code graph, a section by its place in a document, past commits. */
const LOOKUPS = ['graph', 'section', 'history'] as const;

/** How something was looked for. */
export type SearchMode = RetrievalMode | (typeof LOOKUPS)[number];

/** Every way in which something is looked for. */
export const SEARCH_MODES: readonly SearchMode[] = [...RETRIEVAL_MODES, ...LOOKUPS];

/** The retrieval mode of that name, or undefined: stored turns and replies may name others. */
export function findRetrievalMode(name: string): RetrievalMode | undefined {
  return RETRIEVAL_MODES.find((mode) => mode === name);
}
