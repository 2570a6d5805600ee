/** Unit and meaning of a setting; the unit is null where a plain number, a name or a list says it all. */
type Meaning = readonly [unit: 'tokens' | 'seconds' | 'minutes' | 'passes' | null, meaning: string];

/** Every setting by its dotted name, in the order in which people read them. docs/pipelines.md has the same words. */
export const SETTING_MEANINGS: Readonly<Record<string, Meaning>> = {
  repository: [null, 'Name of the repository; empty = the one that was indexed last in the data folder.'],
  active_index: [null, "Snapshot of the repository; `current` is the working tree's."],
  model_language: [null, 'Language of the prompts and of the working question.'],
  entry_step_id: [null, 'The step where a turn begins. Required.'],
  max_context_tokens: ['tokens', 'The most evidence in a prompt; above it, evidence is condensed.'],
  max_history_tokens: [
    'tokens',
    'The most conversation history in a prompt; above it, history is summarised.',
  ],
  max_question_tokens: ['tokens', 'The longest question that is accepted.'],
  max_output_tokens: ['tokens', 'The longest reply that a model is asked for.'],
  model_context_window: ['tokens', "The model's window: prompt, reply and margin must fit."],
  token_margin: ['tokens', 'Kept free in the window, since other models count tokens otherwise.'],
  max_turn_loops: ['passes', 'Follow-up passes of a turn; the first pass is not counted.'],
  deadline_seconds: [
    'seconds',
    'Seconds from the question to the end of the turn; the guard stops in time for an answer.',
  ],
  unavailable_retry_seconds: [
    'seconds',
    'Seconds that a step whose store is away is tried again before the turn fails; 0 = not at all.',
  ],
  max_turn_tokens: ['tokens', 'Model tokens of a turn, in and out; 0 = no limit.'],
  max_turn_cost: [null, 'Money per turn by the price table, in its currency; 0 = no limit.'],
  prices: [
    null,
    'Price table: `{ model, input, output }` each, for a million tokens. `*` at the end of `model` stands for any ending; the first that fits counts.',
  ],
  repeat_similarity: [null, 'Cosine similarity from which two queries count as the same.'],
  retrieval_modes: [null, 'Modes that the router may choose.'],
  top_k: [null, 'Hits that a search returns.'],
  'fusion.method': [
    null,
    'How `hybrid` makes one list of two: by `cosine + bm25_weight · BM25`, or by ranks (reciprocal rank fusion).',
  ],
  'fusion.bm25_weight': [
    null,
    'What one point of BM25 counts against a cosine of 1; measured for MiniLM (ADR 12).',
  ],
  rrf_k: [null, 'Constant of reciprocal rank fusion, `1 / (k + rank)`, where `fusion.method` is `rrf`.'],
  bm25_missing: [null, 'Where the snapshot has no BM25 artifacts: fail, or search semantically and say so.'],
  'rerank.alpha': [null, 'Weight of the semantic score in `semantic_rerank`.'],
  'rerank.beta': [null, 'Weight of the keyword score in `semantic_rerank`.'],
  'rerank.widen_min': [null, 'Candidates that are reranked, at least.'],
  'rerank.widen_factor': [null, 'Candidates that are reranked, as a multiple of `top_k`.'],
  'relevance.min_cosine': [
    null,
    'A hit below both floors counts as nothing found: this is the one of meaning.',
  ],
  'relevance.min_term_share': [
    null,
    "And this the one of words: share of the query's terms, weighed by rarity, that the text contains.",
  ],
  'relevance.min_answerable': [
    null,
    'Below this likelihood that the index answers the question, the offline responder says that nothing was found, and the turn ends `insufficient`; 0 = it quotes whatever was found.',
  ],
  max_extraction_turns: [
    null,
    'Replies of the extracting model in a pass, the last of them without a tool; as many of the judging one where it calculates.',
  ],
  parallel_first_iteration: [
    null,
    'True: the first extraction looks for the parts of the question at once; for pipelines with a `choose_items` step.',
  ],
  max_outline_tokens: [
    'tokens',
    'The section tree in a prompt; deeper sections, and documents that fit less, are left out for it.',
  ],
  graph_max_depth: [null, 'Edges that the walk goes away from a hit.'],
  graph_max_nodes: [null, 'Nodes that the walk collects, at most.'],
  graph_edge_allowlist: [null, 'Kinds of edges that may be walked; empty = all.'],
  node_text_fetch_top_n: [null, 'Texts of nodes that are fetched after the walk.'],
  use_multi_step: [
    null,
    'False: one search with the question itself, whatever the depth; for pipelines with a `choose_depth` step.',
  ],
  'session.ttl_minutes': [
    'minutes',
    "Minutes without a question after which a session's cache of evidence is forgotten.",
  ],
  'session.max_nodes': [
    null,
    "Pieces of evidence that a session's cache keeps, least recently used first out; 0 = no cache.",
  ],
  'session.recall_top_k': [null, 'Cached pieces that one question may be given, if they are relevant to it.'],
  'claims.unsupported': [
    null,
    'What becomes of sentences of the answer that the evidence does not support: marked in the text, cut, or only reported.',
  ],
  'claims.min_similarity': [null, 'Cosine similarity from which a sentence counts as said by a passage.'],
  'claims.ask_model': [
    null,
    'Ask the model, in one call, where code and vectors leave a sentence without support.',
  ],
  history_summarization_policy: [null, 'Rolling summary of long history, or the newest turns only.'],
};
