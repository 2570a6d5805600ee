/** Unit and meaning of a setting. The unit is null for a plain number, a name or a list. */
type Meaning = readonly [unit: 'tokens' | 'seconds' | 'minutes' | 'passes' | null, meaning: string];

/** Every setting by its dotted name, in reading order. docs/pipelines.md has the same texts. */
export const SETTING_MEANINGS: Readonly<Record<string, Meaning>> = {
  repository: [null, 'Name of the repository; empty = all that the asker may read.'],
  active_index: [null, 'Snapshot of the repository; `current` is the snapshot of the working tree.'],
  model_language: [null, 'Language of the prompts and of the working question.'],
  entry_step_id: [null, 'The step where a turn begins. Required.'],
  max_context_tokens: ['tokens', 'Maximum evidence in a prompt; evidence beyond it is condensed.'],
  max_history_tokens: [
    'tokens',
    'Maximum conversation history in a prompt; history beyond it is summarised.',
  ],
  max_question_tokens: ['tokens', 'Maximum length of a question.'],
  max_output_tokens: ['tokens', 'Maximum length of a reply that a model is asked for.'],
  model_context_window: ['tokens', "The model's context window: prompt, reply and margin must fit."],
  token_margin: ['tokens', 'Reserve in the context window, because other models count tokens differently.'],
  max_turn_loops: ['passes', 'Maximum follow-up passes of a turn; the first pass is not counted.'],
  deadline_seconds: [
    'seconds',
    'Seconds from the question to the end of the turn; the guard stops early enough to answer.',
  ],
  unavailable_retry_seconds: [
    'seconds',
    'Seconds that a step is retried while its store is unavailable, before the turn fails; 0 = no retry.',
  ],
  max_turn_tokens: ['tokens', 'Maximum model tokens of a turn, input and output; 0 = no limit.'],
  max_turn_cost: [null, 'Maximum cost of a turn by the price table, in its currency; 0 = no limit.'],
  prices: [
    null,
    'Price table: `{ model, input, output }` each, per million tokens, and optionally `cached` and `cache_write` for input tokens that the provider reads from and writes to its cache (default: `input`). A `*` at the end of `model` matches any ending; the first match counts.',
  ],
  completeness: [
    null,
    'Who decides that nothing is missing. `model`: the model alone. `rules_too`: if the model requests nothing but the offline rules do, there is another pass with their requests, within `max_turn_loops`.',
  ],
  repeat_similarity: [null, 'Cosine similarity above which two queries count as the same.'],
  retrieval_modes: [null, 'Modes that the router can choose.'],
  top_k: [null, 'Number of hits that a search returns.'],
  'fusion.method': [
    null,
    'How `hybrid` merges its two result lists: by `cosine + bm25_weight · BM25`, or by ranks (reciprocal rank fusion).',
  ],
  'fusion.bm25_weight': [
    null,
    'Weight of one BM25 point against a cosine of 1; measured for MiniLM (ADR 14).',
  ],
  'fusion.phrase_weight': [
    null,
    'Most that words of the query that stand together in a text add to its score; 0 = no text is read (ADR 14).',
  ],
  'fusion.code_order': [
    null,
    'Whether the first 20 hits of `hybrid` and `bm25` for a question about what code does are put in a learnt order (ADR 48).',
  ],
  rrf_k: [null, 'Constant of reciprocal rank fusion, `1 / (k + rank)`, if `fusion.method` is `rrf`.'],
  bm25_missing: [null, 'If the snapshot has no BM25 artifacts: fail, or search semantically and say so.'],
  'rerank.alpha': [null, 'Weight of the semantic score in `semantic_rerank`, without a reranker.'],
  'rerank.beta': [null, 'Weight of the keyword score in `semantic_rerank`, without a reranker.'],
  'rerank.widen_min': [null, 'Minimum number of candidates to rerank.'],
  'rerank.widen_factor': [null, 'Number of candidates to rerank, as a multiple of `top_k`.'],
  'relevance.min_cosine': [
    null,
    'Minimum cosine similarity. A hit below this and below `relevance.min_term_share` is discarded.',
  ],
  'relevance.min_term_share': [
    null,
    "Minimum share of the query's terms, weighted by rarity, that the text contains. See `relevance.min_cosine`.",
  ],
  'relevance.min_answerable': [
    null,
    'Minimum likelihood that the index answers the question. Below it, the offline responder says that nothing was found, and the turn ends `insufficient`; 0 = it quotes whatever was found.',
  ],
  max_extraction_turns: [
    null,
    'Maximum replies of the extracting model in a pass; the last one gets no tool. Also the maximum of the judging model where it calculates.',
  ],
  parallel_first_iteration: [
    null,
    'True: the first extraction looks for all parts of the question at once; for pipelines with a `choose_items` step.',
  ],
  max_outline_tokens: [
    'tokens',
    'Maximum size of the section tree in a prompt; deeper sections and less relevant documents are left out.',
  ],
  graph_max_depth: [null, 'Maximum distance of the graph walk from a hit, in edges.'],
  graph_max_nodes: [null, 'Maximum number of nodes that the graph walk collects.'],
  graph_edge_allowlist: [null, 'Kinds of edges that the graph walk follows; empty = all.'],
  node_text_fetch_top_n: [null, 'Number of node texts that are fetched after the graph walk.'],
  use_multi_step: [
    null,
    'False: one search with the question itself, whatever the depth; for pipelines with a `choose_depth` step.',
  ],
  'session.ttl_minutes': [
    'minutes',
    "Minutes without a question after which a session's evidence cache expires.",
  ],
  'session.max_nodes': [
    null,
    "Maximum pieces of evidence in a session's cache; the least recently used are evicted first; 0 = no cache.",
  ],
  'session.recall_top_k': [
    null,
    'Maximum cached pieces of evidence that a question can reuse, if they are relevant to it.',
  ],
  'claims.unsupported': [
    null,
    'How to treat sentences of the answer that the evidence does not support: mark them in the text, cut them, or only report them.',
  ],
  'claims.min_similarity': [
    null,
    'Minimum cosine similarity between a sentence and a passage from which it can be inferred.',
  ],
  'claims.ask_model': [
    null,
    'Ask the model, in one call, about sentences that code and vectors leave without support.',
  ],
  history_summarization_policy: [null, 'Rolling summary of long history, or the newest turns only.'],
};
